import type { ReactNode } from 'react';
import { hrefOf } from '../routing/place.ts';

const views = [
  { name: 'servers', label: 'Servers' },
  { name: 'timeline', label: 'Timeline' },
  { name: 'calls', label: 'Calls' },
] as const;

export type View = (typeof views)[number]['name'];

/** The view that an address names; servers where it names none. */
export const viewOf = (name: string | undefined): View =>
  views.find((view) => view.name === name)?.name ?? 'servers';

interface ViewsProps {
  readonly sessionId: string;
  readonly view: View;
  readonly at: string | null;
}

/** The ways to look at a session. */
export const Views = ({ sessionId, view, at }: ViewsProps): ReactNode => (
  <nav className="views" aria-label="Views of the session">
    {views.map(({ name, label }) => (
      <a
        key={name}
        href={hrefOf(['sessions', sessionId], { view: name === 'servers' ? null : name, at })}
        aria-current={name === view ? 'page' : undefined}
      >
        {label}
      </a>
    ))}
  </nav>
);
