import type { ReactNode } from 'react';
import type { PageProps } from '../routing/page-props.ts';
import { LiveMark } from '../parts/mark.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { hrefOf } from '../routing/place.ts';
import { replacePlace } from '../routing/use-place.ts';
import { PastNote } from './past-note.tsx';
import { SampleNote } from './sample-note.tsx';
import { SessionView } from './session-view.tsx';
import { TimeTravel } from './time-travel.tsx';
import { type Session, useSession } from './use-session.ts';
import { Views, viewOf } from './views.tsx';

const Way = ({ session: { now } }: { readonly session: Session }): ReactNode => {
  const task = now?.task_id ?? null;
  return (
    <>
      <a href={hrefOf([])}>All sessions</a>
      {task === null ? null : (
        <>
          {' · '}
          <a href={hrefOf(['tasks', task])}>Task {task}</a>
        </>
      )}
    </>
  );
};

const Following = ({ session: { now, state } }: { readonly session: Session }): ReactNode =>
  now === null ? null : (
    <LiveMark live={state === 'live'}>{state === 'live' ? 'Followed live' : 'Reconnecting …'}</LiveMark>
  );

/** One session: its servers, its timeline and its calls, now or as of any moment of its past. */
const SessionPage = ({ place }: PageProps): ReactNode => {
  const sessionId = place.path[1] ?? '';
  const at = place.query.at ?? null;
  const session = useSession(sessionId, at);
  const go = (to: string | null): void => {
    replacePlace(hrefOf(['sessions', sessionId], { ...place.query, at: to }));
  };
  return (
    <PageFrame
      title={sessionId}
      windowTitle={`Session ${sessionId}`}
      way={<Way session={session} />}
      beside={<Following session={session} />}
    >
      {session.sample ? <SampleNote sessionId={sessionId} /> : null}
      {session.now === null ? (
        <>
          <Trouble error={session.error} scope="reports:read" />
          {session.error === null ? <p className="hint">Loading …</p> : null}
        </>
      ) : (
        <>
          <Views sessionId={sessionId} view={viewOf(place.query.view)} at={at} />
          <TimeTravel session={session.events} at={at} go={go} />
          {at === null ? null : <PastNote at={at} error={session.pastError} go={go} />}
          <SessionView session={session} place={place} />
        </>
      )}
    </PageFrame>
  );
};

export default SessionPage;
