import type { LinesAsked, ListedChild } from '@crece/reports/desk';
import type { ShownDesk } from './desk-context.ts';

/** Number of children on one page of the screen; also the server's default. */
export const PAGE_SIZE = 50;

/** Maximum number of children in one answer of the server. */
const LARGEST_PAGE = 500;

/** The children of a list in order, at most `most`. Rejects when a request fails. */
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
