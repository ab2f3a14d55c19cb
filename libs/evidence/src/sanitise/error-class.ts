import { type ReasonCode } from '../codes/codes.ts';

/** Shown in place of an error's name that is none. */
export const UNKNOWN_ERROR = '<unknown error>';

/** `TypeError`, `McpError`, `java.io.IOException`, `ECONNREFUSED`, `ERR_TLS_CERT_ALTNAME_INVALID`. */
const CLASS_NAME =
  /^(?:(?:[A-Za-z_]\w{0,39}\.){0,6}[A-Z]\w{0,39}(?:Error|Exception|Failure|Timeout)|E[A-Z]{2,20}|ERR_[A-Z_]{2,40})$/;
const LONGEST_NAME = 96;

/** The name of an error's class or its system code, when it is made as those are; anything else is `<unknown error>`. */
export function sanitizeErrorClass(name: string): string {
  const trimmed = name.trim();
  return trimmed.length <= LONGEST_NAME && CLASS_NAME.test(trimmed) ? trimmed : UNKNOWN_ERROR;
}

/** What an error was, in our own words. */
export interface ErrorClass {
  readonly reason_code: ReasonCode;
  readonly summary: string;
}

interface Known extends ErrorClass {
  readonly marks: RegExp;
}

const known = (reason_code: ReasonCode, marks: RegExp, summary: string): Known => ({
  reason_code,
  marks,
  summary,
});

/** The first that matches counts. */
const classes: readonly Known[] = [
  known(
    'connection_refused',
    /\bECONNREFUSED\b|\bconnection refused\b/i,
    'Nothing listens at the address of the server.',
  ),
  known(
    'dns_failed',
    /\b(?:ENOTFOUND|EAI_AGAIN|EAI_NONAME)\b|\bno such host\b/i,
    'The name of the server has no address.',
  ),
  known(
    'tls_failed',
    /\b(?:ERR_TLS_\w{1,40}|ERR_SSL_\w{1,60}|CERT_HAS_EXPIRED|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT\w{0,10})\b|\bx509: /,
    'No secure connection to the server could be made: its certificate was not accepted.',
  ),
  known(
    'timeout',
    /\b(?:ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_\w{1,20}_TIMEOUT)\b|\bdeadline exceeded\b/i,
    'The server did not answer in time.',
  ),
  known(
    'executable_missing',
    /\bspawn\b.{0,4096}\bENOENT\b|\bexecutable file not found\b|\bcommand not found\b/i,
    'The executable of the server was not found.',
  ),
  known(
    'spawn_failed',
    /\bspawn\b.{0,4096}\b(?:EACCES|EPERM|ENOEXEC|E2BIG|EAGAIN)\b/i,
    'The process of the server could not be started.',
  ),
];

/** Longer texts are looked at no further: what an error is stands at its beginning. */
const LOOKED_AT = 8192;

/**
 * Recognises the class of an error by the codes in its text and says it in our own words, so that nothing of the text need be
 * kept; null when nothing in it is known, and the text itself, sanitised, is all there is.
 */
export function classifyError(text: string): ErrorClass | null {
  const head = text.slice(0, LOOKED_AT);
  const found = classes.find(({ marks }) => marks.test(head));
  return found === undefined ? null : { reason_code: found.reason_code, summary: found.summary };
}
