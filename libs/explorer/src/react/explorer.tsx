import type { JSX } from 'react';
import { Announcer } from './announcer.tsx';
import { ExplorerFrame, type ExplorerFrameProps } from './explorer-frame.tsx';
import { useSurface } from './use-surface.ts';

export interface McpExplorerProps extends Omit<ExplorerFrameProps, 'layout' | 'onClose'> {
  /** `panes`: list and page beside each other; `stack`: one after the other. By window and pointer when absent. */
  readonly layout?: ExplorerFrameProps['layout'];
}

/**
 * Servers, their pages and their tools of one session, inside a page. It takes the size of its container, which has to
 * have a height of its own, and scrolls inside.
 */
export const McpExplorer = ({ layout, ...props }: McpExplorerProps): JSX.Element => {
  const surface = useSurface();
  return (
    <>
      <ExplorerFrame {...props} layout={layout ?? (surface === 'dialog' ? 'panes' : 'stack')} />
      <Announcer history={props.history} />
    </>
  );
};
