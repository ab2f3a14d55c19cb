/** How times and numbers are written. Every form takes any text and gives it back when it names no instant. */
export interface Formats {
  /** "12:03:11", with the day before it where that is not today. */
  readonly clock: (instant: string) => string;
  /** Day and time with the zone, for what has to be exact. */
  readonly moment: (instant: string) => string;
  readonly number: (value: number) => string;
}

export interface FormatOptions {
  /** A BCP 47 tag; the reader's own when absent. */
  readonly locale?: string | undefined;
  /** An IANA zone; the reader's own when absent. */
  readonly timeZone?: string | undefined;
  readonly now?: () => Date;
}

const hours = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;

export const createFormats = (options: FormatOptions = {}): Formats => {
  const { locale, timeZone, now = () => new Date() } = options;
  const date = (parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { ...parts, timeZone });
  const time = date(hours);
  const day = date({ day: 'numeric', month: 'short' });
  const year = date({ year: 'numeric', month: 'numeric', day: 'numeric' });
  const exact = date({ ...hours, day: 'numeric', month: 'short', year: 'numeric', timeZoneName: 'short' });
  const numbers = new Intl.NumberFormat(locale);
  const read =
    (write: (at: Date) => string) =>
    (instant: string): string => {
      const at = new Date(instant);
      return Number.isNaN(at.getTime()) ? instant : write(at);
    };
  return {
    clock: read((at) =>
      year.format(at) === year.format(now()) ? time.format(at) : `${day.format(at)}, ${time.format(at)}`,
    ),
    moment: read((at) => exact.format(at)),
    number: (value) => numbers.format(value),
  };
};
