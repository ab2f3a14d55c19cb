import { useState, type JSX, type PointerEvent } from 'react';
import { setInteractionModality } from 'react-aria/useFocusVisible';
import { Button } from 'react-aria-components/Button';
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import { Announcer } from './announcer.tsx';
import { ExplorerOverlay } from './explorer-overlay.tsx';
import type { McpExplorerProps } from './explorer.tsx';
import { useTheme } from './theme-context.ts';
import { TooltipServers } from './tooltip-servers.tsx';

export interface McpStatusTriggerProps extends Omit<McpExplorerProps, 'layout'> {
  /** The control's name and the explorer's heading; "MCP servers" when absent. */
  readonly label?: string;
  /** Told when the explorer opens, and when it closes. */
  readonly onOpenChange?: (open: boolean) => void;
}

const Icon = (): JSX.Element => (
  <svg className="witness-icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round">
      <path d="M7 2.5v4M13 2.5v4M4.5 6.5h11v3a5.5 5.5 0 0 1-11 0zM10 15v2.5" />
    </g>
  </svg>
);

/** A pointer that comes to the control first of all is one too; react-aria knows of it only after it moved elsewhere. */
const seePointer = ({ pointerType }: PointerEvent): void => {
  if (pointerType === 'mouse') setInteractionModality('pointer');
};

/** The toolbar's control: a tooltip with every server on hover and keyboard focus, the explorer on press. */
export const McpStatusTrigger = (props: McpStatusTriggerProps): JSX.Element => {
  const { label = 'MCP servers', onOpenChange, ...explorer } = props;
  const [isOpen, setOpen] = useState(false);
  const theme = useTheme();
  const change = (open: boolean): void => {
    setOpen(open);
    onOpenChange?.(open);
  };
  return (
    <span className="witness-hover" onPointerOver={seePointer}>
      <TooltipTrigger delay={300} closeDelay={100} isDisabled={isOpen}>
        <Button
          className="witness-trigger"
          data-testid="mcp-status-trigger"
          aria-label={label}
          aria-haspopup="dialog"
          onPress={() => {
            change(true);
          }}
        >
          <Icon />
          <span className="witness-trigger-text">MCP</span>
        </Button>
        <Tooltip
          className="witness witness-tooltip"
          data-theme={theme}
          data-testid="mcp-status-popover"
          placement="bottom"
          offset={6}
        >
          <TooltipServers history={explorer.history} />
        </Tooltip>
      </TooltipTrigger>
      <ExplorerOverlay {...explorer} label={label} isOpen={isOpen} onOpenChange={change} />
      <Announcer history={explorer.history} />
    </span>
  );
};
