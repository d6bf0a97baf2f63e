/**
 * Elements may move while a finger is down: a draft's note appears, an error, or another person's
 * record. The browser then sends the tap to whatever lies there (with a mouse, to nothing): another
 * child would open, or a figure would go to another field. This guard sends a tap to the element
 * that was under it when it came down, wherever it is by then; if that is gone, the tap is dropped.
 *
 * The second tap of a double tap belongs to the first one's element: after *Save* it would
 * otherwise hit *Next child* on the card that has just appeared, before anybody has read the
 * result.
 */

const MEANINGFUL = 'a[href], button, input, select, textarea, label, summary';

/** A second tap sooner than this, at nearly the same place, belongs to the first one's gesture. */
const DOUBLE_TAP_MS = 400;
const DOUBLE_TAP_PX = 32;

interface Press {
  target: EventTarget | null;
  /** A button, a row, a field; null for plain text or background. */
  meant: HTMLElement | null;
  /**
   * The position of `meant`; null for a finger, whose movement beyond a tap never becomes a click.
   */
  box: DOMRect | null;
  /** Number of open dialogs. */
  dialogs: number;
  x: number;
  y: number;
  at: number;
}

const meantBy = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>(MEANINGFUL) : null;

const openDialogs = () => document.querySelectorAll('dialog[open]').length;

/** Whether a finger touches again quickly at the place of an element that is gone by now. */
function isSecondTap(first: Press, { clientX, clientY, timeStamp }: PointerEvent): boolean {
  return (
    first.meant?.isConnected === false &&
    timeStamp - first.at < DOUBLE_TAP_MS &&
    Math.hypot(clientX - first.x, clientY - first.y) < DOUBLE_TAP_PX
  );
}

/** Whether a mouse has left the pressed element, which cancels the press. */
function hasLeft(box: DOMRect | null, { clientX: x, clientY: y }: MouseEvent): boolean {
  return box !== null && (x < box.left || x > box.right || y < box.top || y > box.bottom);
}

/** Whether the event went to another element than the pressed one. */
function hasStrayed({ target, meant }: Press, event: MouseEvent): boolean {
  if (meant === null) return target instanceof Node && !target.isConnected;
  const got = meantBy(event.target);
  if (got === null) return true;
  if (meant.contains(got) || got.contains(meant)) return false;
  // A redrawn but identical element counts as the same.
  return meant.isConnected || got.outerHTML !== meant.outerHTML;
}

/**
 * Whether the element is still there, and not behind a dialog or the lock that opened meanwhile.
 */
function isInReach(meant: HTMLElement, { dialogs }: Press): boolean {
  return (
    meant.isConnected && meant.closest('[inert], :disabled') === null && openDialogs() <= dialogs
  );
}

/** A held key repeats: it must not answer the question that it opened. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  const isHeldEnter = event.repeat && event.key === 'Enter';
  if (isHeldEnter && meantBy(event.target)?.matches('a, button, summary')) event.preventDefault();
}

/**
 * Makes every tap go to the element that was under it when it came down; called once, at the start.
 */
export function guardPresses(): void {
  let press: Press | null = null;
  /** The last press of a finger, lifted or not. */
  let lastTouch: Press | null = null;

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

  function guard(event: MouseEvent): void {
    const pressed = press;
    if (event.type === 'click') press = null;
    // Keys and scripts also send clicks, with `detail` 0.
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

  const early = { capture: true } as const;
  window.addEventListener('pointerdown', begin, early);
  window.addEventListener('pointercancel', () => (press = null), early);
  window.addEventListener('mousedown', guard, early);
  window.addEventListener('click', guard, early);
  window.addEventListener('keydown', ignoreHeldEnter, early);
}
