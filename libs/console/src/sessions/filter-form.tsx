import { statusWords } from '@mcp-witness/evidence';
import type { ReactNode } from 'react';
import { TextFilter } from '../parts/text-filter.tsx';
import { hrefOf } from '../routing/place.ts';
import { replacePlace } from '../routing/use-place.ts';
import { isNarrowed, type Filters } from './filters.ts';

/** Narrows the list of sessions, by way of the address. */
export const FilterForm = ({ filters }: { readonly filters: Filters }): ReactNode => {
  const set = (change: Partial<Filters>): void => {
    replacePlace(hrefOf([], { ...filters, ...change }));
  };
  return (
    <form
      className="filters"
      role="search"
      aria-label="Sessions"
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <TextFilter
        type="search"
        label="Search"
        value={filters.q}
        onChange={(q) => {
          set({ q });
        }}
      />
      <label>
        With a server that is
        <select
          value={filters.status}
          onChange={(event) => {
            set({ status: event.target.value as Filters['status'] });
          }}
        >
          <option value="">in any status</option>
          {Object.entries(statusWords).map(([status, { label }]) => (
            <option key={status} value={status}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <TextFilter
        label="Task"
        value={filters.task_id}
        onChange={(task_id) => {
          set({ task_id });
        }}
      />
      <TextFilter
        label="Agent"
        value={filters.agent_id}
        onChange={(agent_id) => {
          set({ agent_id });
        }}
      />
      {isNarrowed(filters) ? (
        <a className="button quiet" href={hrefOf([])}>
          Show all
        </a>
      ) : null}
    </form>
  );
};
