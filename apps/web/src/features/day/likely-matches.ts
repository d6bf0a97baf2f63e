import { foldText } from '@crece/domain';
import type { ChildRow } from '@crece/storage';

const BETWEEN_WORDS = /[\s,\p{Pd}]+/u;

/** Whether a word of the name begins with the typed word. */
const begins = (name: string, typed: string) =>
  name.startsWith(typed) || name.includes(` ${typed}`) || name.includes(`-${typed}`);

/**
 * How well a child that was found answers what was typed: 0 when each typed word begins a word of the
 * child's name, 1 when each stands inside it, 2 when the mother's name was found.
 */
function distance(
  { searchKey, others }: Pick<ChildRow, 'searchKey' | 'others'>,
  typed: readonly string[],
): number {
  if (others !== undefined) {
    return Math.min(...[{ searchKey }, ...others].map((each) => distance(each, typed)));
  }
  if (typed.every((word) => begins(searchKey, word))) return 0;
  return typed.every((word) => searchKey.includes(word)) ? 1 : 2;
}

/**
 * The `most` likeliest of the children that a search found: by the fit of the name, then those not
 * yet screened on the day, then in the order of the list. Does not sort: a first letter finds
 * thousands.
 */
export function likelyFirst(
  rows: readonly ChildRow[],
  text: string,
  isScreened: (row: ChildRow) => boolean,
  most: number,
): readonly ChildRow[] {
  const typed = foldText(text)
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '');
  const groups: ChildRow[][] = [[], [], [], [], [], []];
  for (const row of rows) {
    const group = groups[distance(row, typed) * 2 + Number(isScreened(row))];
    group?.push(row);
    if (group === groups[0] && group?.length === most) break;
  }
  return groups.flat().slice(0, most);
}
