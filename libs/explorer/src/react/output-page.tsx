import type { RecentOutput } from '@mcp-witness/client';
import type { JSX } from 'react';
import type { ExplorerActions } from '../view/actions.ts';
import { counted } from '../words/counted.ts';
import { plainText } from '../words/plain-text.ts';
import { PageHead } from './page-head.tsx';
import { Time } from './time.tsx';
import { useTask } from './use-task.ts';

interface OutputPageProps {
  readonly recentOutput: NonNullable<ExplorerActions['recentOutput']>;
  readonly onBack: () => void;
}

const Lines = ({ output }: { readonly output: RecentOutput }): JSX.Element => {
  if (output.lines.length === 0) return <p>The agent has written nothing beside its protocol.</p>;
  return (
    <>
      {output.omitted === 0 ? null : (
        <p className="witness-quiet">{counted(output.omitted, 'earlier line')} not kept.</p>
      )}
      <ol className="witness-output">
        {output.lines.map(({ at, stream, text }, index) => (
          <li key={index}>
            <span className="witness-quiet">
              <Time instant={at} /> {stream}
            </span>
            <bdi className="witness-pre">{plainText(text)}</bdi>
          </li>
        ))}
      </ol>
    </>
  );
};

/** What the agent wrote last, shown only after a warning was read. It is fetched now and kept nowhere. */
export const OutputPage = ({ recentOutput, onBack }: OutputPageProps): JSX.Element => {
  const { state, run } = useTask<RecentOutput>();
  return (
    <section className="witness-page" data-testid="mcp-recent-output">
      <PageHead title="Recent agent output" back="Back to servers" onBack={onBack} />
      <div className="witness-body" tabIndex={0} role="region" aria-label="Recent agent output">
        {state.kind === 'done' ? (
          <Lines output={state.result} />
        ) : (
          <div className="witness-warning">
            <p>
              Agent output may contain sensitive data: prompts, files, credentials. Look at it only where
              nobody else sees your screen. That it was read is recorded in the access log.
            </p>
            <button
              type="button"
              className="witness-button"
              aria-disabled={state.kind === 'running'}
              onClick={() => {
                if (state.kind !== 'running') run(recentOutput);
              }}
            >
              {state.kind === 'running' ? 'Fetching …' : 'Show the output'}
            </button>
          </div>
        )}
        {state.kind === 'failed' ? (
          <p className="witness-error" role="alert">
            {state.message} No status changes by this.
          </p>
        ) : null}
      </div>
    </section>
  );
};
