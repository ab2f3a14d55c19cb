/**
 * Instants of RFC 3339, strictly: a real calendar day, `T` and `Z` in either case, hours to 23 (24:00 is refused),
 * an offset always present, `-00:00` read as UTC.
 *
 * - Fraction digits beyond the ninth are ignored, so that an instant is a whole number of nanoseconds.
 * - A leap second is taken only where RFC 3339 5.7 has one, at 23:59:60 UTC on 30 June or 31 December. Without a table
 *   of leap seconds it has no place of its own: it is the last nanosecond before the next day, so order never inverts.
 * - An instant whose UTC year does not fit four digits is refused.
 */
const RFC_3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/** How {@link toUtc} writes an instant; a leap second is written otherwise. */
const IN_UTC = /^.{10}T.{6}[0-5]\d(?:\.\d{1,9})?Z$/;

const NANOSECONDS = 1_000_000_000n;
const SECONDS_OF_DAY = 86_400;
const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334] as const;

interface Moment {
  /** Whole seconds since 1970 in UTC. */
  readonly seconds: number;
  /** Fraction digits as written, at most nine. */
  readonly fraction: string;
}

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const daysBeforeYear = (year: number): number =>
  year * 365 + Math.ceil(year / 4) - Math.ceil(year / 100) + Math.ceil(year / 400);

const EPOCH_DAY = daysBeforeYear(1970);

const daysBeforeMonth = (year: number, month: number): number =>
  (DAYS_BEFORE[month - 1] ?? 0) + (month > 2 && isLeapYear(year) ? 1 : 0);

const daysInMonth = (year: number, month: number): number =>
  (month === 12 ? 365 + (isLeapYear(year) ? 1 : 0) : daysBeforeMonth(year, month + 1)) -
  daysBeforeMonth(year, month);

const FIRST_SECOND = (daysBeforeYear(0) - EPOCH_DAY) * SECONDS_OF_DAY;
const END_SECOND = (daysBeforeYear(10_000) - EPOCH_DAY) * SECONDS_OF_DAY;

/** True when the second after `seconds` begins 1 July or 1 January. */
function endsHalfYear(seconds: number): boolean {
  const { month, day, secondOfDay } = calendar(seconds + 1);
  return secondOfDay === 0 && day === 1 && (month === 1 || month === 7);
}

type Fields = readonly [
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
];

function isReal([year, month, day, hour, minute, second]: Fields): boolean {
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  return isDay && hour <= 23 && minute <= 59 && second <= 60;
}

/** Seconds east of UTC, or null. */
function readOffset(sign: string | undefined, hour: number, minute: number): number | null {
  if (hour > 23 || minute > 59) return null;
  return (sign === '-' ? -1 : 1) * (hour * 3600 + minute * 60);
}

function readMoment(text: string): Moment | null {
  const parts = RFC_3339.exec(text);
  if (parts === null) return null;
  const at = (index: number): number => Number(parts[index] ?? 0);
  const fields: Fields = [at(1), at(2), at(3), at(4), at(5), at(6)];
  const offset = readOffset(parts[8], at(9), at(10));
  if (offset === null || !isReal(fields)) return null;
  const [year, month, day, hour, minute, second] = fields;
  const dayNumber = daysBeforeYear(year) + daysBeforeMonth(year, month) + day - 1 - EPOCH_DAY;
  const leap = second === 60;
  const seconds = dayNumber * SECONDS_OF_DAY + hour * 3600 + minute * 60 + (leap ? 59 : second) - offset;
  if (seconds < FIRST_SECOND || seconds >= END_SECOND) return null;
  if (leap) return endsHalfYear(seconds) ? { seconds, fraction: '999999999' } : null;
  return { seconds, fraction: (parts[7] ?? '').slice(0, 9) };
}

function calendar(seconds: number): { year: number; month: number; day: number; secondOfDay: number } {
  const days = Math.floor(seconds / SECONDS_OF_DAY);
  const dayNumber = days + EPOCH_DAY;
  let year = Math.floor(dayNumber / 365.2425);
  while (daysBeforeYear(year + 1) <= dayNumber) year += 1;
  while (daysBeforeYear(year) > dayNumber) year -= 1;
  const dayOfYear = dayNumber - daysBeforeYear(year);
  let month = 12;
  while (daysBeforeMonth(year, month) > dayOfYear) month -= 1;
  return {
    year,
    month,
    day: dayOfYear - daysBeforeMonth(year, month) + 1,
    secondOfDay: seconds - days * SECONDS_OF_DAY,
  };
}

/** Nanoseconds since 1970-01-01T00:00:00Z, or null when the text is no RFC 3339 instant. */
export function parseInstant(text: string): bigint | null {
  const moment = readMoment(text);
  if (moment === null) return null;
  return BigInt(moment.seconds) * NANOSECONDS + BigInt(moment.fraction.padEnd(9, '0'));
}

/** The same instant as `YYYY-MM-DDTHH:MM:SS[.fraction]Z`, its fraction digits kept (at most nine), or null. */
export function toUtc(text: string): string | null {
  const moment = readMoment(text);
  if (moment === null) return null;
  if (IN_UTC.test(text)) return text;
  const { year, month, day, secondOfDay } = calendar(moment.seconds);
  const two = (value: number): string => String(value).padStart(2, '0');
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  const time = `${two(Math.floor(secondOfDay / 3600))}:${two(Math.floor(secondOfDay / 60) % 60)}:${two(secondOfDay % 60)}`;
  return `${date}T${time}${moment.fraction === '' ? '' : `.${moment.fraction}`}Z`;
}

/** Orders two texts by the instants they name. A text that names none comes before every one that does. */
export function compareInstants(a: string, b: string): -1 | 0 | 1 {
  const [left, right] = [parseInstant(a), parseInstant(b)];
  if (left === right) return 0;
  if (left === null) return -1;
  if (right === null) return 1;
  return left < right ? -1 : 1;
}
