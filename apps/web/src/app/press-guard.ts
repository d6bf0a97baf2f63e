/**
 * What lies under a finger may move while the finger is down: a draft's note comes, an error, a record
 * of somebody else. The browser then gives the tap to whatever has come there (with a mouse, to
 * nothing): another child would open, a figure would be typed into another field. Here a tap belongs
 * to what was under it when it came down, wherever that is by then; if it is gone, so is the tap.
 *
 * The second tap of a double tap belongs to what the first one pressed: after *Save* it would
 * otherwise hit *Next child* on the card that has just come, and nobody would have read the result.
 */

const MEANINGFUL = 'a[href], button, input, select, textarea, label, summary';

/** A second tap sooner than this, and as near, is the same gesture as the first. */
const DOUBLE_TAP_MS = 400;
const DOUBLE_TAP_PX = 32;

interface Press {
  target: EventTarget | null;
  /** A button, a row, a field; null on mere text or ground. */
  meant: HTMLElement | null;
  /** Where `meant` was; null for a finger, whose every movement beyond a tap's is no click at all. */
  box: DOMRect | null;
  /** How many dialogs were open. */
  dialogs: number;
  x: number;
  y: number;
  at: number;
}

let press: Press | null = null;
/** The last press of a finger, lifted or not. */
let lastTouch: Press | null = null;

const meantBy = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>(MEANINGFUL) : null;

const openDialogs = () => document.querySelectorAll('dialog[open]').length;

/** Whether a finger comes down again at once where it pressed something that is gone by now. */
function isSecondTap(first: Press, { clientX, clientY, timeStamp }: PointerEvent): boolean {
  return (
    first.meant?.isConnected === false &&
    timeStamp - first.at < DOUBLE_TAP_MS &&
    Math.hypot(clientX - first.x, clientY - first.y) < DOUBLE_TAP_PX
  );
}

function begin(event: PointerEvent): void {
  const { isPrimary, button, target, pointerType, clientX: x, clientY: y, timeStamp: at } = event;
  if (!isPrimary) return;
  const isTouch = pointerType === 'touch';
  if (isTouch && lastTouch !== null && isSecondTap(lastTouch, event)) {
    press = lastTouch;
    return;
  }
  const meant = meantBy(target);
  const box = pointerType === 'mouse' && meant !== null ? meant.getBoundingClientRect() : null;
  press = button === 0 ? { target, meant, box, dialogs: openDialogs(), x, y, at } : null;
  lastTouch = isTouch ? press : null;
}

/** A mouse that leaves what it pressed takes the press back. */
function hasLeft(box: DOMRect | null, { clientX: x, clientY: y }: MouseEvent): boolean {
  return box !== null && (x < box.left || x > box.right || y < box.top || y > box.bottom);
}

/** The event came to something else than what was pressed. */
function hasStrayed({ target, meant }: Press, event: MouseEvent): boolean {
  if (meant === null) return target instanceof Node && !target.isConnected;
  const got = meantBy(event.target);
  if (got === null) return true;
  if (meant.contains(got) || got.contains(meant)) return false;
  // Drawn anew, and the same as before.
  return meant.isConnected || got.outerHTML !== meant.outerHTML;
}

/** Still there, and not behind a dialog or the lock that came meanwhile. */
function isInReach(meant: HTMLElement, { dialogs }: Press): boolean {
  return (
    meant.isConnected && meant.closest('[inert], :disabled') === null && openDialogs() <= dialogs
  );
}

function guard(event: MouseEvent): void {
  const pressed = press;
  if (event.type === 'click') press = null;
  // Keys and scripts click too, with a detail of 0.
  if (pressed === null || event.detail === 0) return;
  const { meant, box } = pressed;
  if (hasLeft(box, event) || !hasStrayed(pressed, event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (meant === null || !isInReach(meant, pressed)) return;
  // A finger's `mousedown`, which moves the focus, comes only when it is lifted.
  if (event.type === 'mousedown') meant.focus();
  else meant.click();
}

/** A key that is held repeats: it must not answer the question that it led to. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  const isHeldEnter = event.repeat && event.key === 'Enter';
  if (isHeldEnter && meantBy(event.target)?.matches('a, button, summary')) event.preventDefault();
}

/** Lets every tap act on what was under it when it came down; called once, at the start. */
export function guardPresses(): void {
  const early = { capture: true } as const;
  window.addEventListener('pointerdown', begin, early);
  window.addEventListener('pointercancel', () => (press = null), early);
  window.addEventListener('mousedown', guard, early);
  window.addEventListener('click', guard, early);
  window.addEventListener('keydown', ignoreHeldEnter, early);
}
