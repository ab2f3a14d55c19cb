export type ProfileFaultCode =
  | 'missing'
  | 'unknown_member'
  | 'wrong_type'
  | 'not_allowed'
  | 'invalid_value'
  | 'invalid_reference'
  | 'too_long';

/** Something that a profile must not be. Holds no value of the profile. */
export interface ProfileFault {
  /** RFC 6901: where in the document. Empty: the document itself. */
  readonly pointer: string;
  readonly code: ProfileFaultCode;
  /** What is wrong and what would be right, as a sentence without its end. */
  readonly message: string;
}

const step = (key: string | number): string => String(key).replaceAll('~', '~0').replaceAll('/', '~1');

export const below = (pointer: string, key: string | number): string => `${pointer}/${step(key)}`;
