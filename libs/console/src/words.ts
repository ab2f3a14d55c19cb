import { h } from './dom.ts';

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});

/** A time as a person reads it, with the exact instant beside it for whoever asks. */
export const time = (instant: string, form: 'clock' | 'day' = 'clock'): HTMLTimeElement => {
  const date = new Date(instant);
  const text = Number.isNaN(date.getTime()) ? instant : (form === 'clock' ? clock : day).format(date);
  return h('time', { datetime: instant, title: instant }, text);
};

/** "1 tool", "2 tools". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;

/** A reason code as words: "http_unsupported" reads "http unsupported". */
export const codeWords = (code: string): string => code.replaceAll('_', ' ');
