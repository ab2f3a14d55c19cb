/**
 * What is wrong with an export.
 * - `not_an_export`: it does not begin with the header of one.
 * - `malformed`: a line is no line of an export.
 * - `cut`: the end is missing.
 * - `trailing`: something follows the end.
 * - `changed`: an event, a block or a key is not what was exported.
 * - `missing`: an event or a block is not there.
 * - `reordered`: an event or a block is not in its place.
 * - `duplicated`: an event or a block is there twice.
 * - `foreign_key`: signed with a key that is not trusted.
 * - `bad_signature`: a signature does not fit what it signs.
 */
export type ExportFaultCode =
  | 'not_an_export'
  | 'malformed'
  | 'cut'
  | 'trailing'
  | 'changed'
  | 'missing'
  | 'reordered'
  | 'duplicated'
  | 'foreign_key'
  | 'bad_signature';

export interface ExportFault {
  readonly code: ExportFaultCode;
  /** Of the file, from 1. */
  readonly line: number;
  /** What it is about, in words of ours. */
  readonly what: string;
}
