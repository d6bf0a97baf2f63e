import { isFocusFree, watchForActs } from './person-acts.ts';

/** Where keyboard and screen reader start, page after page. */
export function pageStarts() {
  /**
   * Tells whether the person has acted since the present address; null at the address with which the
   * application was opened.
   */
  let hasActed: (() => boolean) | null = null;
  let shown: HTMLElement | null = null;
  const focusContent = (): void => shown?.focus({ preventScroll: true });
  return {
    /**
     * Called when another address is shown: keyboard and screen reader start at its content. `isNew`
     * means that a link or button led there: the focus moves even if the pressed element is still
     * shown.
     */
    beginPage(isNew: boolean): void {
      hasActed = watchForActs();
      if (isNew || isFocusFree()) focusContent();
    },
    /**
     * `ref` of a page's `main`. A page often appears later than its address, when its chunk or
     * record is loaded, and in several steps: each step takes the focus that the previous one lost,
     * as long as the person has not acted since the address changed.
     */
    contentRef(main: HTMLElement | null): (() => void) | undefined {
      if (main === null) return undefined;
      shown = main;
      if (hasActed?.() === false && isFocusFree()) focusContent();
      return () => {
        if (shown === main) shown = null;
      };
    },
  };
}

export const { beginPage, contentRef } = pageStarts();
