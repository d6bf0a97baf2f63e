/** Links of rows that the arrow keys go through, in their order on the page. */
const ROWS = '#content [data-key-row]';
const SEARCH = '#content input[type="search"]';
/** How long to wait for rows that are drawn only where the list was scrolled to. */
const DRAWN_WITHIN_MS = 500;

const rows = () => [...document.querySelectorAll<HTMLElement>(ROWS)];

/** Moves the focus to the first or last row of a list whose other end may be shown. */
function focusEnd(end: 'first' | 'last'): void {
  window.scrollTo(0, end === 'first' ? 0 : document.documentElement.scrollHeight);
  const until = performance.now() + DRAWN_WITHIN_MS;
  const look = () => {
    const drawn = rows();
    const row = end === 'first' ? drawn[0] : drawn.at(-1);
    const { index = '0' } = row?.closest<HTMLElement>('[data-index]')?.dataset ?? {};
    const size = row?.closest('[aria-setsize]')?.getAttribute('aria-setsize');
    const isEnd =
      end === 'first' ? index === '0' : size === null || Number(index) + 1 === Number(size);
    row?.focus();
    if (!isEnd && performance.now() < until) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Puts the focus into the search with its text marked, so that typing replaces it. */
function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>(SEARCH);
  search?.focus();
  search?.select();
  return search !== null;
}

/** Moves the focus into what a roomy window shows beside the list. */
const focusBeside = () => document.querySelector<HTMLElement>('.beside[tabindex]')?.focus();

/** From the search into the rows; Enter opens the only one. */
function enterRows(key: string): void {
  const [first, second] = rows();
  if (key === 'Enter' && second === undefined) first?.click();
  else first?.focus();
}

/**
 * What a key does in a list: `/` goes to the search; arrow keys, Home and End move through the rows;
 * the right arrow leads to what stands beside them; Escape leaves them, to the search where there is one. Enter opens the focused link by itself.
 */
export function pressInList(key: string, focused: HTMLElement): void {
  if (key === '/') focusSearch();
  else if (focused.matches(SEARCH)) enterRows(key);
  else if (key === 'Escape') {
    if (!focusSearch()) document.getElementById('content')?.focus();
  } else if (key === 'ArrowRight') focusBeside();
  else if (key === 'Home') focusEnd('first');
  else if (key === 'End') focusEnd('last');
  else {
    const all = rows();
    const here = all.indexOf(focused);
    all[here + (key === 'ArrowDown' ? 1 : -1)]?.focus();
  }
}
