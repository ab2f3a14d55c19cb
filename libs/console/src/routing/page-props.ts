import type { Place } from './place.ts';

/** What every page is given: the place that the address names. */
export interface PageProps {
  readonly place: Place;
}
