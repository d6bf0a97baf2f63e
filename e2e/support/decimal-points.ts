import type { Page } from '@playwright/test';

/** What is as machines write it: addresses, user names, ids, versions, file names. */
const FOR_MACHINES = 'code, pre, .audit-detail, script, style';

/**
 * Figures of the page with a decimal point, where a comma belongs in Spanish: in its text, also what is
 * folded, drawn or read out, and in its fields: `typed` ones stay as they are when the language changes.
 * Three digits after the point are thousands, and more
 * than one point is an address or a version.
 */
export function decimalPoints(page: Page, fields: 'fields' | 'typed'): Promise<string[]> {
  return page.evaluate(
    ({ forMachines, hasFields }) => {
      const figure = /(?<![\d.\p{L}])\d+\.(?!\d{3}(?!\d))\d+(?![\d\p{L}]|\.\d)/u;
      const texts: string[] = [document.title];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        if (node.parentElement?.closest(forMachines) == null) texts.push(node.textContent ?? '');
      }
      for (const element of document.querySelectorAll('*')) {
        for (const name of ['aria-label', 'aria-description', 'placeholder', 'title', 'alt']) {
          texts.push(element.getAttribute(name) ?? '');
        }
        if (hasFields && element instanceof HTMLInputElement) texts.push(element.value);
      }
      return texts.map((text) => text.trim()).filter((text) => figure.test(text));
    },
    { forMachines: FOR_MACHINES, hasFields: fields === 'fields' },
  );
}
