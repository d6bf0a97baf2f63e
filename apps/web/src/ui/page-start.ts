import { isFocusFree, watchForActs } from './person-acts.ts';

/** Since the address that is shown now; null while it is the one the application was opened with. */
let hasActed: (() => boolean) | null = null;
let shown: HTMLElement | null = null;

function focusContent(): void {
  shown?.focus({ preventScroll: true });
}

/**
 * Says that another address is shown: keyboard and screen reader begin at its content. `isNew` is a
 * page to which a link or button led, which begins there even if what was pressed still stands.
 */
export function beginPage(isNew: boolean): void {
  hasActed = watchForActs();
  if (isNew || isFocusFree()) focusContent();
}

/**
 * `ref` of a page's `main`. A page often comes later than its address, when its chunk or its record is
 * here, and in several steps: each takes the focus that the one before it left nowhere, as long as
 * the person has done nothing since the address changed.
 */
export function contentRef(main: HTMLElement | null): (() => void) | undefined {
  if (main === null) return undefined;
  shown = main;
  if (hasActed?.() === false && isFocusFree()) focusContent();
  return () => {
    if (shown === main) shown = null;
  };
}
