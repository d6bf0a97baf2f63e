import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../data/session.tsx';
import { IconButton } from './controls.tsx';
import { useModal } from './use-modal.ts';

interface DialogProps {
  title: string;
  /** Called when the person leaves by Escape, the back gesture, or an action that closes. */
  onClose: () => void;
  children?: ReactNode;
  /** Buttons; the caller puts the default one last. */
  actions?: ReactNode;
  /** Fills the window and has a close button, for charts and tables. */
  full?: { closeLabel: string };
  /** Shows the actions below each other. */
  column?: boolean;
}

/** The page and the person at work: what was asked of them is asked of nobody else. */
export const useAskedPlace = (): string => `${useSession()?.id} ${useLocation().pathname}`;

/**
 * A modal with the browser's own `dialog`: it traps focus, closes by Escape and a phone's back
 * gesture, and returns focus to where it was. It is open while rendered, and ends with the page on
 * which it opened and with the person to whom it opened.
 */
export function Dialog({ title, onClose, children, actions, full, column }: DialogProps) {
  const ref = useModal();
  const titleId = useId();
  const place = useAskedPlace();
  const [first] = useState(place);
  const leave = useEffectEvent(onClose);
  useEffect(() => {
    if (place !== first) leave();
  }, [place, first]);

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
