import { sanitizeText } from '@mcp-witness/evidence';

/** What a log line says of an error: its kind, its message without secrets, and where it came from. */
export interface DescribedError {
  readonly type: string;
  readonly code?: string;
  readonly message: string;
  readonly stack: readonly string[];
  readonly cause?: DescribedError;
}

const maximalCauses = 3;

/** Error messages of others may quote what somebody sent, so they are redacted before they reach a log. */
export const describeError = (error: unknown, depth = 0): DescribedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: [] };
  const code = (error as { code?: unknown }).code;
  return {
    type: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    message: sanitizeText(error.message),
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .map((line) => line.trim()),
    ...(error.cause === undefined || depth === maximalCauses
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
  };
};
