import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { AccessPage } from '../access/access-page.tsx';
import { Account } from '../access/account.tsx';
import { Announcer } from '../parts/announcer.tsx';
import { hrefOf } from '../routing/place.ts';
import { usePlace } from '../routing/use-place.ts';
import { useReport } from '../session/use-report.ts';
import { FaultBoundary } from './fault-boundary.tsx';
import { Navigation } from './navigation.tsx';
import { Page } from './pages.tsx';
import { createQueries } from './queries.ts';
import { ServiceProvider } from './service.tsx';

/** Moves the focus to the page that was gone to; the first one is left to the browser. */
const useFocusOnArrival = (path: string): React.RefObject<HTMLElement | null> => {
  const main = useRef<HTMLElement>(null);
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    main.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, [path]);
  return main;
};

/** Asks for the report of a session while its page is still on its way. */
const ReportAhead = ({ sessionId }: { readonly sessionId: string }): ReactNode => {
  useReport(sessionId);
  return null;
};

/** The console: the frame, and the page of the present address in it, or the way in where that is needed. */
export const App = (): ReactNode => {
  const place = usePlace();
  const [hasAccess, setHasAccess] = useState(true);
  const [entry, setEntry] = useState(0);
  const [queries] = useState(() => {
    const made = createQueries(() => {
      setHasAccess(false);
    });
    return made;
  });
  const path = place.path.join('/');
  const main = useFocusOnArrival(path);
  const enter = (): void => {
    queries.clear();
    setEntry((count) => count + 1);
    setHasAccess(true);
  };
  return (
    <QueryClientProvider client={queries}>
      <ServiceProvider key={entry}>
        <Announcer>
          <a
            className="skip"
            href="#page"
            onClick={(event) => {
              event.preventDefault();
              main.current?.focus();
            }}
          >
            Skip to the page
          </a>
          <header className="top">
            <a className="brand" href={hrefOf([])}>
              Witness
            </a>
            <Navigation place={place} />
            <Account onLeave={enter} />
          </header>
          <main id="page" ref={main} tabIndex={-1}>
            {hasAccess ? (
              <FaultBoundary key={path}>
                {place.path[0] === 'sessions' && place.path[1] !== undefined ? (
                  <ReportAhead sessionId={place.path[1]} />
                ) : null}
                <Suspense fallback={<p className="hint">Loading …</p>}>
                  <Page place={place} />
                </Suspense>
              </FaultBoundary>
            ) : (
              <AccessPage key={entry} onKey={enter} />
            )}
          </main>
        </Announcer>
      </ServiceProvider>
    </QueryClientProvider>
  );
};
