import { useEffect } from 'react';

/** Keys on a row, the link with `data-key-row`. */
const ON_ROW = /^(?:Arrow(?:Up|Down|Right)|Home|End|Escape)$/;
/** Keys that lead from the search into the rows. */
const IN_SEARCH = /^(?:ArrowDown|Enter)$/;
/** Where `/` is a letter. */
const WRITES = 'input, textarea, select, [contenteditable], dialog *';

function isForList(key: string, at: Element): boolean {
  if (key === '/') return !at.matches(WRITES);
  if (at.matches('[data-key-row]')) return ON_ROW.test(key);
  return at.matches('#content input[type="search"]') && IN_SEARCH.test(key);
}

/**
 * The keys of a page with a list: see `row-keys.ts`, which is loaded with the first of them, because
 * phones have none. The rows are links with `data-key-row`.
 */
export function useRowKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, isComposing } = event;
      const isChord = ctrlKey || metaKey || altKey || isComposing;
      if (isChord || event.defaultPrevented || !(target instanceof HTMLElement)) return;
      if (!isForList(key, target)) return;
      event.preventDefault();
      import('./row-keys.ts').then(
        ({ pressInList }) => pressInList(key, target),
        (cause: unknown) => console.warn('The keys of the list could not be loaded.', cause),
      );
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
