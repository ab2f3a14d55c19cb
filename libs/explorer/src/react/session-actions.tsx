import type { JSX } from 'react';
import type { ExplorerActions } from '../view/actions.ts';
import { CopyDiagnostics } from './copy-diagnostics.tsx';

interface SessionActionsProps {
  readonly actions: ExplorerActions;
  readonly onOpen: (page: 'output' | 'reset') => void;
}

/** What may be done for the whole session, as far as it is offered. */
export const SessionActions = ({ actions, onOpen }: SessionActionsProps): JSX.Element | null => {
  const { diagnostics, recentOutput, openSettings, reset } = actions;
  if (![diagnostics, recentOutput, openSettings, reset].some((action) => action !== undefined)) return null;
  return (
    <div className="witness-actions" role="group" aria-label="Session">
      {diagnostics === undefined ? null : <CopyDiagnostics diagnostics={diagnostics} />}
      {recentOutput === undefined ? null : (
        <button
          type="button"
          className="witness-button"
          data-opens="output"
          onClick={() => {
            onOpen('output');
          }}
        >
          View recent agent output
        </button>
      )}
      {openSettings === undefined ? null : (
        <button type="button" className="witness-button" onClick={openSettings}>
          Open MCP settings
        </button>
      )}
      {reset === undefined ? null : (
        <button
          type="button"
          className="witness-button"
          data-opens="reset"
          onClick={() => {
            onOpen('reset');
          }}
        >
          {reset.label} …
        </button>
      )}
    </div>
  );
};
