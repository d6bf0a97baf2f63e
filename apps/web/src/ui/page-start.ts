import { isFocusFree, watchForActs } from './person-acts.ts';

/**
 * Tells whether the person has acted since the present address; null at the address with which the
 * application was opened.
 */
let hasActed: (() => boolean) | null = null;
let shown: HTMLElement | null = null;

function focusContent(): void {
  shown?.focus({ preventScroll: true });
}

/**
 * Called when another address is shown: keyboard and screen reader start at its content. `isNew`
 * means that a link or button led there: the focus moves even if the pressed element is still
 * shown.
 */
export function beginPage(isNew: boolean): void {
  hasActed = watchForActs();
  if (isNew || isFocusFree()) focusContent();
}

/**
 * `ref` of a page's `main`. A page often appears later than its address, when its chunk or record
 * is loaded, and in several steps: each step takes the focus that the previous one lost, as long as
 * the person has not acted since the address changed.
 */
export function contentRef(main: HTMLElement | null): (() => void) | undefined {
  if (main === null) return undefined;
  shown = main;
  if (hasActed?.() === false && isFocusFree()) focusContent();
  return () => {
    if (shown === main) shown = null;
  };
}
