import type { LinesAsked, ListedChild } from '@crece/reports/desk';
import type { ShownDesk } from './desk-context.ts';

/** Children on one page of the screen; the server's own size where none is named. */
export const PAGE_SIZE = 50;

/** The server gives no more in one answer. */
const LARGEST_PAGE = 500;

/** The children of a list in its order, `most` of them at most. Rejects where an answer fails to come. */
export async function wholeList(
  page: ShownDesk['page'],
  lines: LinesAsked,
  most: number,
): Promise<readonly ListedChild[]> {
  const children: ListedChild[] = [];
  const { signal } = new AbortController();
  for (let number = 1; ; number += 1) {
    const found = await page(lines, { page: number, size: LARGEST_PAGE }, signal);
    children.push(...found.children);
    if (found.children.length === 0 || children.length >= Math.min(found.total, most)) break;
  }
  return children.slice(0, most);
}
