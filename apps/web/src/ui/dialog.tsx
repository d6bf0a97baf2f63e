import { type ReactNode, useId } from 'react';
import { IconButton } from './controls.tsx';
import { useModal } from './use-modal.ts';

interface DialogProps {
  title: string;
  /** Called when the person leaves it by Escape, the back gesture, or an action that closes. */
  onClose: () => void;
  children?: ReactNode;
  /** Buttons; the default one first in reading order is drawn last by the caller. */
  actions?: ReactNode;
  /** Fills the window and gets a close button, for charts and tables. */
  full?: { closeLabel: string };
  /** Actions one below the other. */
  column?: boolean;
}

/**
 * A modal on the browser's own `dialog`: it keeps focus inside, closes by Escape and by the back
 * gesture of a phone, and gives focus back to where it was. Rendered means open.
 */
export function Dialog({ title, onClose, children, actions, full, column }: DialogProps) {
  const ref = useModal();
  const titleId = useId();

  return (
    <dialog
      ref={ref}
      className={`dialog${full === undefined ? '' : ' dialog-full'}${column ? ' dialog-column' : ''}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="between">
        <h2 className="h1" id={titleId}>
          {title}
        </h2>
        {full === undefined ? null : (
          <IconButton icon="close" label={full.closeLabel} onClick={onClose} />
        )}
      </div>
      {children === undefined ? null : <div className="dialog-body">{children}</div>}
      {actions === undefined ? null : <div className="dialog-actions">{actions}</div>}
    </dialog>
  );
}
