/** Every code of a problem, with its status and the sentence that goes with it. Codes never change their meaning. */
export const problems = {
  /** The body is not valid JSON or not UTF-8. */
  malformed_json: { status: 400, title: 'The body is not valid JSON in UTF-8.' },
  /** The request breaks HTTP itself, or a parameter cannot be decoded. */
  malformed_request: { status: 400, title: 'The request could not be read.' },
  /** No credential, or none that is known and alive. */
  unauthenticated: { status: 401, title: 'A valid credential is needed.' },
  /** The credential is known and lacks the scope. */
  forbidden: { status: 403, title: 'The credential does not allow this.' },
  /** Where no credential is needed: the request names another machine, as a page from elsewhere would. */
  foreign_host: {
    status: 403,
    title: 'This service answers only to names of this machine, such as localhost and 127.0.0.1.',
  },
  /** A page of another site used the cookie of somebody who is signed in here. */
  foreign_origin: { status: 403, title: 'Only pages of this service may do this for whoever is signed in.' },
  /** No such route, or no such object for this caller. */
  not_found: { status: 404, title: 'There is nothing here.' },
  /** The route exists; `Allow` lists its methods. */
  method_not_allowed: { status: 405, title: 'The method is not allowed here.' },
  /** No representation that `Accept` names. */
  not_acceptable: { status: 406, title: 'There is no representation of the kind asked for.' },
  /** The client took too long to send its request. */
  request_timeout: { status: 408, title: 'The request took too long to arrive.' },
  /** The id is known with other content. */
  conflict: { status: 409, title: 'The id is known with other content.' },
  /** A position that this log has not reached: it belongs to another log, or this one was restored from a backup. */
  position_ahead: { status: 409, title: 'The position is ahead of this log.' },
  /** An acknowledgement of less than what was acknowledged before. Nothing is taken back. */
  ack_behind: { status: 409, title: 'More than that was acknowledged before.' },
  /** An acknowledgement of events that were never delivered under this name. */
  ack_ahead: { status: 409, title: 'Events up to there were never delivered.' },
  /** The process that has the session cannot be asked: it is not connected, or did not answer in time. */
  executor_unreachable: {
    status: 409,
    title: 'The process that runs this session cannot be asked: it is not connected, or did not answer.',
  },
  /** The execution of the session's current attempt has ended, and what it held in memory went with it. */
  execution_ended: { status: 409, title: 'The execution of this session has ended.' },
  /** What it is about was erased, or went with the end of its retention. */
  erased: { status: 410, title: 'It was erased, or its retention has ended.' },
  /** A projection is being built anew; one at a time. */
  rebuild_running: { status: 409, title: 'The projection is being built anew already.' },
  /** The rows of a projection are of a newer service, which this one must not go back behind. */
  newer_projection: { status: 409, title: 'A newer service keeps the projection; ask that one.' },
  /** More bytes or more entries than one request may hold. */
  too_large: { status: 413, title: 'The request is too large.' },
  /** The content type is not one that the route reads. */
  unsupported_media_type: { status: 415, title: 'The content type is not supported here.' },
  /** The content breaks the rules; `errors` says where. */
  invalid: { status: 422, title: 'The content is not valid.' },
  /** The caller asks more often than it may; `Retry-After` says when to try again. */
  rate_limited: { status: 429, title: 'Too many requests in a short time.' },
  /** Our fault. */
  internal: { status: 500, title: 'The service failed. The fault has been logged.' },
  /** Full, stopping, or without its database; `Retry-After` says when to try again. */
  unavailable: { status: 503, title: 'The service cannot do this at the moment.' },
} as const satisfies Record<string, { readonly status: number; readonly title: string }>;

export type ProblemCode = keyof typeof problems;

/** What is wrong at one place of the request. `pointer` is a JSON pointer into the body, or the name of a parameter. */
export interface ProblemError {
  readonly pointer: string;
  readonly code: string;
}

/** What goes over the wire as `application/problem+json` (RFC 9457). Holds nothing of what was sent. */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly errors?: readonly ProblemError[];
  readonly [member: string]: unknown;
}

export interface ProblemOptions {
  readonly errors?: readonly ProblemError[];
  readonly retryAfterSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of the document. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** Thrown by a route to answer with a problem. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly options: ProblemOptions;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(problems[code].title, { cause: options.cause });
    this.code = code;
    this.options = options;
  }
}

export const problemDocument = (code: ProblemCode, options: ProblemOptions = {}): ProblemDocument => ({
  type: `urn:mcp-witness:problem:${code}`,
  title: problems[code].title,
  status: problems[code].status,
  code,
  ...(options.errors === undefined ? {} : { errors: options.errors }),
  ...options.members,
});

/** Headers that go with the problem. */
export const problemHeaders = (code: ProblemCode, options: ProblemOptions = {}): Record<string, string> => ({
  ...(options.retryAfterSeconds === undefined ? {} : { 'retry-after': String(options.retryAfterSeconds) }),
  ...(code === 'unauthenticated' ? { 'www-authenticate': 'Bearer' } : {}),
  ...options.headers,
});
