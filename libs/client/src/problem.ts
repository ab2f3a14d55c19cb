/** One fault of a request: where (JSON Pointer, or a parameter's name) and what. */
export interface ProblemFault {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly code: string;
}

/**
 * Why a call did not give its result.
 * - `problem`: the service answered with an RFC 9457 problem; `status` and `code` say which.
 * - `unreachable`: no answer came, or not to its end; `cause` has the network's reason. The outcome of a write is unknown.
 */
export class WitnessError extends Error {
  override readonly name = 'WitnessError';
  readonly kind: 'problem' | 'unreachable';
  /** HTTP status; 0 when unreachable. */
  readonly status: number;
  /** The problem's stable code, `unreachable`, or `not_a_witness` when the answer is no problem of this service. */
  readonly code: string;
  readonly faults: readonly ProblemFault[];
  /** Seconds to wait before trying again, when the service said so. */
  readonly retryAfterSeconds: number | null;

  constructor(
    message: string,
    detail: Pick<WitnessError, 'kind' | 'status' | 'code'> &
      Partial<Pick<WitnessError, 'faults' | 'retryAfterSeconds'>>,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.kind = detail.kind;
    this.status = detail.status;
    this.code = detail.code;
    this.faults = detail.faults ?? [];
    this.retryAfterSeconds = detail.retryAfterSeconds ?? null;
  }
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const textOr = (value: unknown, fallback: string): string => (typeof value === 'string' ? value : fallback);

/** The error for an answer that is not a success. */
export const problemOf = (response: Response, body: unknown): WitnessError => {
  const problem = asRecord(body);
  const code = textOr(problem.code, 'not_a_witness');
  const title = textOr(problem.title, `HTTP ${String(response.status)}`);
  const detail = textOr(problem.detail, '');
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new WitnessError(detail === '' ? title : `${title}: ${detail}`, {
    kind: 'problem',
    status: response.status,
    code,
    faults: Array.isArray(problem.errors) ? (problem.errors as ProblemFault[]) : [],
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
  });
};

/** The error for an answer whose end did not come. */
export const cutOff = (message: string): WitnessError =>
  new WitnessError(message, { kind: 'unreachable', status: 0, code: 'unreachable' });

/** The error for a call that got no answer. */
export const unreachable = (url: string, cause: unknown): WitnessError =>
  new WitnessError(
    `No Witness service answers at ${url}. Start it with \`npm start\` or \`witness serve\`, or set WITNESS_URL.`,
    { kind: 'unreachable', status: 0, code: 'unreachable' },
    { cause },
  );
