import type { CDPSession, Page } from '@playwright/test';

/** A window and the browser's default font size, both in CSS pixels. */
export interface Look {
  width: number;
  height: number;
  font: number;
}

/** Shows the page in a window of this size with this default font size, until both hold. */
export async function showAs(page: Page, cdp: CDPSession, look: Look): Promise<void> {
  // At once, so that the page is laid out once.
  await Promise.all([
    cdp.send('Page.setFontSizes', { fontSizes: { standard: look.font } }),
    page.setViewportSize({ width: look.width, height: look.height }),
  ]);
  // The browser answers before the page has the new font size, and before what stood beside a list has
  // gone where there is no room for it.
  await page.waitForFunction(
    ({ width, font }) =>
      innerWidth === width &&
      getComputedStyle(document.documentElement).fontSize === `${String(font)}px` &&
      (matchMedia('(min-width: 80em)').matches ||
        document.querySelector('.beside-each-other') === null),
    look,
  );
}

/** Closes the folds that a look has opened. */
export function closeFolds(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const fold of document.querySelectorAll<HTMLDetailsElement>('[data-was-closed]')) {
      fold.open = false;
    }
  });
}

/**
 * What is wrong with the layout of the page as it is shown now, with every fold open: one line for each element that
 * reaches beyond the window, text that is cut or leaves its box, text below other text or a
 * control, and a control that a bar covers with the page scrolled to its end.
 */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // What the page itself measures follows the window in the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const SLACK = 1.5;
    const CONTROL = 'a[href], button, input, select, textarea, summary';
    const root = document.documentElement;
    const faults = new Set<string>();

    const nameOf = (element: Element): string => {
      const own = (part: Element) =>
        part.tagName.toLowerCase() + [...part.classList].map((each) => `.${each}`).join('');
      const { parentElement: parent } = element;
      const text = (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
      return `${parent === null ? '' : `${own(parent)} > `}${own(element)} "${text}"`;
    };
    const styles = new Map<Element, CSSStyleDeclaration>();
    const styleOf = (element: Element) => {
      const known = styles.get(element) ?? getComputedStyle(element);
      styles.set(element, known);
      return known;
    };
    const parentsOf = function* (element: Element | null) {
      for (let at = element; at !== null && at !== document.body; at = at.parentElement) yield at;
    };
    /** Text for screen readers only, and what is faded out, is seen by nobody. */
    const isUnseen = (element: Element) =>
      !element.checkVisibility() ||
      [...parentsOf(element)].some((each) => {
        const { clipPath, visibility, opacity, position, transform } = styleOf(each);
        return (
          clipPath === 'inset(50%)' ||
          visibility === 'hidden' ||
          opacity === '0' ||
          (position === 'absolute' && each.className === 'skip' && transform !== 'none')
        );
      });
    /** What scrolls sideways by intention; its content may reach beyond its edge. */
    const scrollerOf = (element: Element) =>
      [...parentsOf(element)].find((each) => /auto|scroll/.test(styleOf(each).overflowX));
    /** The part of a box that its scroller shows now; null: none. */
    const shownPart = (box: DOMRect, scroller: Element | undefined): DOMRect | null => {
      if (scroller === undefined) return box;
      const edge = scroller.getBoundingClientRect();
      const left = Math.max(box.left, edge.left);
      const right = Math.min(box.right, edge.right);
      return right <= left ? null : new DOMRect(left, box.top, right - left, box.height);
    };
    /** The nearest ancestor that stays in its place while the page scrolls. */
    const layerOf = (element: Element) =>
      [...parentsOf(element)].find((each) => /fixed|sticky/.test(styleOf(each).position)) ?? null;

    for (const fold of document.querySelectorAll<HTMLDetailsElement>('details:not([open])')) {
      fold.dataset['wasClosed'] = '';
      fold.open = true;
    }
    window.scrollTo(0, 0);
    const dialogs = [...document.querySelectorAll('dialog[open]')];
    const scene: Element = dialogs.at(-1) ?? document.body;

    if (root.scrollWidth > root.clientWidth) {
      const widest = [...document.body.querySelectorAll('*')].findLast(
        (element) =>
          !isUnseen(element) &&
          element.getBoundingClientRect().right > root.clientWidth + SLACK &&
          scrollerOf(element) === undefined,
      );
      const by = widest === undefined ? '' : ` by ${nameOf(widest)}`;
      faults.add(`${root.scrollWidth} px wide in a window of ${root.clientWidth} px${by}`);
    }

    interface Shown {
      element: Element;
      box: DOMRect;
      layer: Element | null;
    }
    const texts: Shown[] = [];
    const walker = document.createTreeWalker(scene, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode() !== null) {
      const { currentNode: node } = walker;
      const element = node.parentElement;
      if (element === null || (node.textContent ?? '').trim() === '') continue;
      if (element.closest('svg, option, script, style, noscript') !== null) continue;
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter(({ width, height }) => width * height > 4);
      if (boxes.length === 0 || isUnseen(element)) continue;
      const layer = layerOf(element);
      const scroller = scrollerOf(element);
      for (const box of boxes) {
        const shown = shownPart(box, scroller);
        if (shown !== null) texts.push({ element, box: shown, layer });
        if (scroller === undefined && (box.right > root.clientWidth + SLACK || box.left < -SLACK)) {
          faults.add(`beyond the window: ${nameOf(element)}`);
        }
        let isInside = true;
        for (const each of parentsOf(element)) {
          const style = styleOf(each);
          if (style.display === 'inline' || style.display === 'contents') continue;
          const edge = each.getBoundingClientRect();
          const isWider = box.right > edge.right + SLACK || box.left < edge.left - SLACK;
          const cutsX = style.overflowX === 'hidden' || style.overflowX === 'clip';
          const cutsY = style.overflowY === 'hidden' || style.overflowY === 'clip';
          if (isInside && isWider && scroller !== each) {
            faults.add(`wider than its box: ${nameOf(element)}`);
          }
          // Only the parts that hold the text itself: a box further up may be wider.
          isInside = false;
          if (each === scroller) break;
          const isCut =
            (cutsX && isWider) ||
            (cutsY && (box.bottom > edge.bottom + 3 || box.top < edge.top - 3));
          if (isCut) faults.add(`cut: ${nameOf(element)}`);
        }
      }
    }

    const controls: Shown[] = [...scene.querySelectorAll(CONTROL)]
      .filter((element) => !isUnseen(element))
      .flatMap((element) => {
        // A link in running text has one box for each of its lines.
        const boxes = [...element.getClientRects()];
        const scroller = scrollerOf(element.parentElement ?? element);
        return boxes
          .map((box) => shownPart(box, scroller))
          .filter((box) => box !== null)
          .map((box) => ({ element, box, layer: layerOf(element) }));
      })
      .filter(({ box }) => box.width * box.height > 4);
    for (const { element, box } of controls) {
      const isOut = box.right > root.clientWidth + SLACK || box.left < -SLACK;
      if (isOut && scrollerOf(element) === undefined)
        faults.add(`beyond the window: ${nameOf(element)}`);
    }

    const overlap = (one: DOMRect, two: DOMRect) => {
      const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left);
      const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
      return wide > 3 && high > 0.4 * Math.min(one.height, two.height);
    };
    const isRelated = (one: Element, two: Element) => one.contains(two) || two.contains(one);
    texts.sort((one, two) => one.box.top - two.box.top);
    for (const [at, one] of texts.entries()) {
      for (const two of texts.slice(at + 1)) {
        if (two.box.top > one.box.bottom) break;
        if (one.layer !== two.layer || one.element === two.element) continue;
        if (overlap(one.box, two.box)) {
          faults.add(`on one another: ${nameOf(one.element)} and ${nameOf(two.element)}`);
        }
      }
    }
    for (const text of texts) {
      for (const control of controls) {
        if (text.layer !== control.layer || isRelated(text.element, control.element)) continue;
        // A drawn switch or card with its native control on top of it; a link never is one.
        const isPlaced = styleOf(control.element).position === 'absolute';
        if (isPlaced && control.element.tagName !== 'A') continue;
        if (overlap(text.box, control.box)) {
          faults.add(`under a control: ${nameOf(text.element)} and ${nameOf(control.element)}`);
        }
      }
    }

    window.scrollTo(0, root.scrollHeight);
    if (dialogs.length === 0) {
      for (const { element } of controls) {
        const box = element.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.bottom - Math.min(8, box.height / 2)];
        if (y < 0 || y > root.clientHeight || x < 0 || x > root.clientWidth) continue;
        if (scrollerOf(element) !== undefined) continue;
        const above = document.elementFromPoint(x, y);
        if (above === null || isRelated(above, element)) continue;
        const bar = layerOf(above);
        if (bar === null || bar.contains(element) || above.closest('label') !== null) continue;
        // What a bar at the top covers now is reached by scrolling up.
        if (bar.getBoundingClientRect().top < root.clientHeight / 3) continue;
        faults.add(`covered by a bar at the page's end: ${nameOf(element)} by ${nameOf(bar)}`);
      }
    }
    window.scrollTo(0, 0);
    return [...faults];
  });
}
