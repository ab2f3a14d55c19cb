import type { JSX } from 'react';
import type { ExplorerActions } from '../view/actions.ts';
import { useTask } from './use-task.ts';

interface CopyDiagnosticsProps {
  readonly diagnostics: NonNullable<ExplorerActions['diagnostics']>;
}

interface Copied {
  readonly text: string;
  readonly copied: boolean;
}

/** Not every page may write to the clipboard: one that is no secure context has none. */
const copy = async (text: string): Promise<Copied> => {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  const copied = await clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  return { text, copied: copied === true };
};

/** Puts the sanitised diagnostics on the clipboard, or shows them to be copied by hand. */
export const CopyDiagnostics = ({ diagnostics }: CopyDiagnosticsProps): JSX.Element => {
  const { state, run } = useTask<Copied>();
  return (
    <>
      <button
        type="button"
        className="witness-button"
        aria-disabled={state.kind === 'running'}
        onClick={() => {
          if (state.kind !== 'running') run(async (signal) => copy(await diagnostics(signal)));
        }}
      >
        Copy sanitised diagnostics
      </button>
      <span className="witness-quiet witness-outcome" role="status">
        {state.kind === 'running' ? 'Collecting …' : null}
        {state.kind === 'done' && state.result.copied ? 'Copied, without any agent output.' : null}
        {state.kind === 'done' && !state.result.copied ? 'This page may not copy. Copy the text here:' : null}
        {state.kind === 'failed' ? state.message : null}
      </span>
      {state.kind === 'done' && !state.result.copied ? (
        <textarea
          className="witness-copy"
          readOnly
          rows={6}
          aria-label="Sanitised diagnostics"
          value={state.result.text}
        />
      ) : null}
    </>
  );
};
