import type { ReactNode } from 'react';
import { CallList } from '../calls/call-list.tsx';
import type { Place } from '../routing/place.ts';
import { ServersView } from './servers-view.tsx';
import { Timeline } from './timeline.tsx';
import type { Session } from './use-session.ts';
import { viewOf } from './views.tsx';

interface SessionViewProps {
  readonly session: Session;
  readonly place: Place;
}

/** The view that the address names, of the report that is shown. */
export const SessionView = ({ session, place }: SessionViewProps): ReactNode => {
  const { sessionId, shown, events, ordinals } = session;
  const at = place.query.at ?? null;
  const view = viewOf(place.query.view);
  if (view === 'calls') return <CallList sessionId={sessionId} />;
  if (view === 'timeline')
    return <Timeline sessionId={sessionId} session={events} ordinals={ordinals} at={at} />;
  if (shown === null) return null;
  return <ServersView sessionId={sessionId} history={shown} isPast={at !== null} place={place} />;
};
