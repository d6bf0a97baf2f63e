import { type RefObject, useEffect, useRef } from 'react';
import { useCovered } from '../data/lock.ts';
import { isTyping } from './person-acts.ts';

function open(dialog: HTMLDialogElement): void {
  dialog.showModal();
  if (!isTyping()) return;
  // It opened during typing: the next typed blank must not press its first button.
  dialog.tabIndex = -1;
  dialog.focus();
}

/**
 * Opens the ref's `dialog` as a modal while it is rendered. A modal is above everything, also the
 * lock: while the lock is closed the dialog is closed too, and opens again afterwards with its
 * typed content.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  const covered = useCovered();
  useEffect(() => {
    if (covered) return;
    const dialog = ref.current;
    if (dialog !== null && !dialog.open) open(dialog);
    // Closing it before the element is removed returns the focus.
    return () => dialog?.close();
  }, [covered]);
  return ref;
}
