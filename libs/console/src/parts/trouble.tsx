import { WitnessError } from '@mcp-witness/client';
import type { ReactNode } from 'react';

const wordsOf = (error: unknown, scope: string | undefined, isOfChange: boolean): string => {
  if (!(error instanceof WitnessError)) return error instanceof Error ? error.message : String(error);
  if (error.kind === 'unreachable')
    return isOfChange
      ? 'The service does not answer. Try it again later.'
      : 'The service does not answer. It is asked again by itself.';
  if (error.status === 403 && scope !== undefined)
    return `This needs the scope ${scope}, which this credential does not have. Ask an administrator for a key with it.`;
  return error.message;
};

interface TroubleProps {
  readonly error: unknown;
  /** The scope that was needed, to be named where it is missing. */
  readonly scope?: string;
  /** Of something that was asked for by hand, which nothing asks for again. */
  readonly isOfChange?: boolean;
  readonly retry?: () => void;
}

/** Why something could not be had, and what to do. Nothing where there is no error. */
export const Trouble = ({ error, scope, isOfChange = false, retry }: TroubleProps): ReactNode =>
  error === null || error === undefined ? null : (
    <div className="trouble" role="alert">
      <p>{wordsOf(error, scope, isOfChange)}</p>
      {retry === undefined ? null : (
        <button type="button" className="quiet" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
