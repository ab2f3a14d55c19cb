import { ValidateBy } from 'class-validator';

/** Values of one member of a selection. */
const mostValues = 50;
const longestValue = 256;

const isValue = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && value.length <= longestValue && !value.includes('\0');

const isSelection = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0 && value.length <= mostValues && value.every(isValue)
    : isValue(value);

/** One value of a selection or 1 to 50 of them, each of 1 to 256 characters without NUL. */
export const MatchesSelection = (): PropertyDecorator =>
  ValidateBy({ name: 'malformed', validator: { validate: isSelection } });

/** The values as a list; undefined where the member is absent. */
export const valuesOf = (
  given: string | readonly string[] | null | undefined,
): readonly string[] | undefined => {
  if (given === undefined || given === null) return undefined;
  return typeof given === 'string' ? [given] : given;
};
