import { type RefObject, useEffect, useRef } from 'react';
import { useCovered } from '../data/lock.ts';
import { isTyping } from './person-acts.ts';

function open(dialog: HTMLDialogElement): void {
  dialog.showModal();
  if (!isTyping()) return;
  // It came by itself: the blank that somebody is about to type must not press its first button.
  dialog.tabIndex = -1;
  dialog.focus();
}

/**
 * Opens the `dialog` that the ref is given to as a modal, as long as it is rendered. A modal lies
 * above everything, the lock too: while that is shut it is closed, and opens again afterwards with
 * what was typed in it.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  const covered = useCovered();
  useEffect(() => {
    if (covered) return;
    const dialog = ref.current;
    if (dialog !== null && !dialog.open) open(dialog);
    // Closing before the element goes is what gives focus back.
    return () => dialog?.close();
  }, [covered]);
  return ref;
}
