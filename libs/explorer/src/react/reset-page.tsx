import type { JSX } from 'react';
import type { ResetOffer } from '../view/actions.ts';
import { PageHead } from './page-head.tsx';
import { useTask } from './use-task.ts';

interface ResetPageProps {
  readonly reset: ResetOffer;
  readonly onBack: () => void;
}

/** The host's way back, with what it costs, before it is done. */
export const ResetPage = ({ reset, onBack }: ResetPageProps): JSX.Element => {
  const { state, run } = useTask<null>();
  return (
    <section className="witness-page" data-testid="mcp-reset">
      <PageHead title={reset.label} back="Back to servers" onBack={onBack} />
      <div className="witness-body" tabIndex={0} role="region" aria-label={reset.label}>
        <div className="witness-warning">
          <p>{reset.consequences}</p>
          <button type="button" className="witness-button" onClick={onBack}>
            Keep the session as it is
          </button>
          <button
            type="button"
            className="witness-button witness-grave"
            aria-disabled={state.kind === 'running'}
            onClick={() => {
              if (state.kind === 'running') return;
              run(async () => {
                await reset.run();
                return null;
              });
            }}
          >
            {reset.label}
          </button>
        </div>
        <p role="status">
          {state.kind === 'running' ? 'Asked the host …' : null}
          {state.kind === 'done' ? 'The host was asked. What follows is shown as evidence arrives.' : null}
          {state.kind === 'failed' ? state.message : null}
        </p>
      </div>
    </section>
  );
};
