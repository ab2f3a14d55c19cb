import type { JSX } from 'react';
import { useFormats } from './formats-context.ts';

export interface TimeProps {
  readonly instant: string;
  /** `moment` has the day and the zone; `clock`, the usual form, has the day only where it is not today. */
  readonly form?: 'clock' | 'moment';
}

/** A time as a person reads it, with the exact instant for whoever asks. */
export const Time = ({ instant, form = 'clock' }: TimeProps): JSX.Element => (
  <time dateTime={instant} title={instant} dir="auto">
    {useFormats()[form](instant)}
  </time>
);
