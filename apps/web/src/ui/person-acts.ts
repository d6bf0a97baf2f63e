/**
 * Records what the person does with keys, fingers and pointer, so that automatic events (a timer, a
 * server response, another person's record) do not take focus or move the page during it.
 */

/** Command keys; every other key in a field is text or movement in it. */
const ORDERS = new Set(['Enter', 'Tab', 'Escape']);
/** Types of `input` that take no typed text. */
const CHOICES = new Set(['radio', 'checkbox', 'button', 'submit', 'file']);

function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !CHOICES.has(target.type))
  );
}

/** Follows the acts of a page from now on. */
export function followActs(page: Window) {
  const listeners = new Set<() => void>();
  let acts = 0;
  let typing = false;
  let pressing = false;
  let pressedAt = Number.NEGATIVE_INFINITY;
  const on = (kinds: readonly string[], heard: (event: Event) => void): void => {
    for (const kind of kinds) page.addEventListener(kind, heard, { capture: true, passive: true });
  };
  on(['keydown', 'pointerdown', 'wheel'], (event) => {
    acts += 1;
    if (event instanceof KeyboardEvent) {
      typing = isTextField(event.target) && !ORDERS.has(event.key);
    } else if (event.type === 'pointerdown') typing = false;
    for (const listener of listeners) listener();
  });
  on(['pointerdown'], () => {
    pressing = true;
    // Not the event's own time: what lies under the finger is determined only now.
    pressedAt = performance.now();
  });
  on(['pointerup', 'pointercancel'], () => {
    pressing = false;
  });
  return {
    /** Returns a function that tells whether a key or pointer came down since this call. */
    watchForActs(): () => boolean {
      const before = acts;
      return () => acts !== before;
    },
    /** Calls the listener at each key and press; returns a function that stops this. */
    onPersonAct(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Whether a finger or a pointer button is down. */
    isPressing: (): boolean => pressing,
    /** When the element under the last press was determined, as `performance.now()`. */
    lastPressAt: (): number => pressedAt,
    /** Whether the person's last act was typing into a field. */
    isTyping: (): boolean => typing,
  };
}

export const { watchForActs, onPersonAct, isPressing, lastPressAt, isTyping } = followActs(window);

/** Whether moving the focus disturbs nobody: it is nowhere, out of reach, or on the page itself. */
export function isFocusFree(): boolean {
  const active = document.activeElement;
  return (
    active === null ||
    active === document.body ||
    active.id === 'content' ||
    active.closest('[inert]') !== null
  );
}
