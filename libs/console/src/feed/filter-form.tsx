import type { ReactNode } from 'react';
import { eventName } from '../events/event-words.ts';
import { TextFilter } from '../parts/text-filter.tsx';
import { hrefOf, type Place } from '../routing/place.ts';
import { replacePlace } from '../routing/use-place.ts';
import { eventTypes } from './event-types.ts';
import type { FilterKey } from './filter.ts';

const texts: readonly (readonly [key: FilterKey, label: string])[] = [
  ['session_id', 'Session'],
  ['task_id', 'Task'],
  ['server', 'Server'],
];

/** Narrows the feed and says where it begins, by way of the address. */
export const FeedFilterForm = ({ place: { query } }: { readonly place: Place }): ReactNode => {
  const set = (key: FilterKey | 'from', value: string): void => {
    replacePlace(hrefOf(['feed'], { ...query, [key]: value }));
  };
  return (
    <form
      className="filters"
      role="search"
      aria-label="Events"
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <label>
        Events
        <select
          value={query.type ?? ''}
          onChange={(event) => {
            set('type', event.target.value);
          }}
        >
          <option value="">of every type</option>
          {eventTypes.map((type) => (
            <option key={type} value={type}>
              {eventName(type)}
            </option>
          ))}
        </select>
      </label>
      {texts.map(([key, label]) => (
        <TextFilter
          key={key}
          label={label}
          value={query[key] ?? ''}
          onChange={(value) => {
            set(key, value);
          }}
        />
      ))}
      <label>
        Begin with
        <select
          value={query.from ?? ''}
          onChange={(event) => {
            set('from', event.target.value);
          }}
        >
          <option value="">the latest sessions</option>
          <option value="beginning">the beginning of the log</option>
        </select>
      </label>
    </form>
  );
};
