import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { useLocation } from 'react-router';
import { useMessages } from '../data/messages.tsx';
import { IconButton } from './controls.tsx';
import { useModal } from './use-modal.ts';
import './sheet.css';

/**
 * A sheet at the bottom of a phone; in a wide window below the header, or in the `middle`. The
 * browser's own modal traps the keyboard and returns the focus. It ends with the page on which it
 * opened.
 */
export function Sheet({
  title,
  detail,
  middle = false,
  onClose,
  children,
}: {
  title: string;
  detail?: string;
  middle?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useMessages();
  const ref = useModal();
  const titleId = useId();
  const { pathname } = useLocation();
  const [page] = useState(pathname);
  const leave = useEffectEvent(onClose);
  useEffect(() => {
    if (pathname !== page) leave();
  }, [pathname, page]);
  return (
    // The key for leaving it is Escape, which the browser answers with `cancel`.
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the sheet is only for pointers
    <dialog
      ref={ref}
      className={middle ? 'dialog sheet sheet-middle' : 'dialog sheet'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="sheet-inside">
        <div className="between">
          <div>
            <h2 className="h2" id={titleId}>
              {title}
            </h2>
            {detail === undefined ? null : <p className="small muted">{detail}</p>}
          </div>
          <IconButton icon="close" label={t('common.close')} onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
