import type { JSX } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { ExplorerFrame, type ExplorerFrameProps } from './explorer-frame.tsx';
import { useTheme } from './theme-context.ts';
import { useSurface } from './use-surface.ts';

interface ExplorerOverlayProps extends Omit<ExplorerFrameProps, 'layout' | 'onClose' | 'heading'> {
  readonly label: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/**
 * The explorer over the page: a dialog with two panes, or a drawer. The page behind closes it too, by a part that
 * assistive technology does not see, so that there is one control that closes.
 */
export const ExplorerOverlay = ({
  label,
  isOpen,
  onOpenChange,
  ...props
}: ExplorerOverlayProps): JSX.Element => {
  const surface = useSurface();
  const theme = useTheme();
  const close = (): void => {
    onOpenChange(false);
  };
  return (
    <ModalOverlay
      className="witness witness-overlay"
      data-theme={theme}
      data-surface={surface}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <div className="witness-scrim" aria-hidden="true" onClick={close} />
      <Modal className="witness-modal">
        <Dialog className="witness-dialog" aria-label={label}>
          <ExplorerFrame
            {...props}
            layout={surface === 'dialog' ? 'panes' : 'stack'}
            heading={label}
            onClose={close}
          />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
};
