/**
 * What the person does with keys, fingers and pointer, so that nothing that comes by itself (a timer,
 * an answer of the server, a record of somebody else) takes the focus or the page out of their hands.
 */

/** Keys that give an order; every other one, in a field, is text or a way through it. */
const ORDERS = new Set(['Enter', 'Tab', 'Escape']);
/** Kinds of `input` into which nothing is typed. */
const CHOICES = new Set(['radio', 'checkbox', 'button', 'submit', 'file']);

const listeners = new Set<() => void>();
let acts = 0;
let typing = false;
let pressing = false;
let pressedAt = Number.NEGATIVE_INFINITY;

function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !CHOICES.has(target.type))
  );
}

function acted(event: Event): void {
  acts += 1;
  if (event instanceof KeyboardEvent) typing = isTextField(event.target) && !ORDERS.has(event.key);
  else if (event.type === 'pointerdown') typing = false;
  for (const listener of listeners) listener();
}

const watch = { capture: true, passive: true } as const;
for (const kind of ['keydown', 'pointerdown', 'wheel']) {
  window.addEventListener(kind, acted, watch);
}
function pressed(): void {
  pressing = true;
  // Not the event's own time: what lies under a finger is looked up only now.
  pressedAt = performance.now();
}

window.addEventListener('pointerdown', pressed, watch);
for (const kind of ['pointerup', 'pointercancel']) {
  window.addEventListener(kind, () => (pressing = false), watch);
}

/** Answers, each time it is called, whether a key or pointer came down since it was made. */
export function watchForActs(): () => boolean {
  const before = acts;
  return () => acts !== before;
}

/** Calls the listener at each key and press; gives the way to stop. */
export function onPersonAct(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** A finger or a button of the pointer is down. */
export const isPressing = (): boolean => pressing;

/** When it was last looked up what a finger or pointer came down on, as by `performance.now()`. */
export const lastPressAt = (): number => pressedAt;

/** The last thing the person did was to type into a field. */
export const isTyping = (): boolean => typing;

/** Nobody would miss the focus: it is nowhere, on what is out of reach, or on the page as a whole. */
export function isFocusFree(): boolean {
  const active = document.activeElement;
  return (
    active === null ||
    active === document.body ||
    active.id === 'content' ||
    active.closest('[inert]') !== null
  );
}
