import type { ReactNode } from 'react';
import { hrefOf, type Place } from '../routing/place.ts';

const entries = [
  { label: 'Sessions', first: '', also: ['sessions', 'tasks', 'sign-in'] },
  { label: 'Agents', first: 'agents', also: [] },
  { label: 'Feed', first: 'feed', also: [] },
  { label: 'Audit', first: 'audit', also: [] },
  { label: 'Settings', first: 'settings', also: [] },
] as const;

/** The pages of the console. */
export const Navigation = ({ place: { path } }: { readonly place: Place }): ReactNode => {
  const here: string = path[0] ?? '';
  return (
    <nav className="pages" aria-label="Pages">
      {entries.map(({ label, first, also }) => {
        const isHere = here === first || also.some((other) => other === here);
        return (
          <a
            key={label}
            href={hrefOf(first === '' ? [] : [first])}
            aria-current={isHere ? (path.length > 1 ? 'true' : 'page') : undefined}
          >
            {label}
          </a>
        );
      })}
    </nav>
  );
};
