import type { ImportColumnBody } from '@crece/contract';
import { columnName, foldHeader } from '@crece/imports';
import type { KeptColumns } from '@crece/storage';

/** Field for each heading, or place; an empty text for a column that must not be read. */
export type ChosenColumns = Readonly<Record<string, string>>;

/** Kinds of files that a device remembers; the one used longest ago goes first. */
const MOST_FILES = 40;

/** The headings of a file in their order; null: it has none by which it could be known again. */
function headingsOf(columns: readonly ImportColumnBody[]): string | null {
  const headings = columns.map(({ header }) => foldHeader(header));
  return headings.every((heading) => heading === '') ? null : headings.join('|');
}

/** What was chosen for an earlier file with exactly these headings. */
export function rememberedColumns(
  kept: readonly KeptColumns[],
  columns: readonly ImportColumnBody[],
): ChosenColumns | null {
  const headings = headingsOf(columns);
  return kept.find((each) => each.headings === headings)?.columns ?? null;
}

/** The kept choices with this one, which replaces an earlier one for the same headings. */
export function withChosenColumns(
  kept: readonly KeptColumns[],
  columns: readonly ImportColumnBody[],
  chosen: ChosenColumns,
): readonly KeptColumns[] {
  const headings = headingsOf(columns);
  if (headings === null) return kept;
  const others = kept.filter((each) => each.headings !== headings);
  return [{ headings, columns: chosen }, ...others].slice(0, MOST_FILES);
}

const LIKE_A_PLACE = /^#\d/;

/**
 * Whether a column's heading tells it from all others of its file, so that a choice may go by the
 * heading; else it goes by the place.
 */
export function isToldByHeading(columns: readonly ImportColumnBody[], place: number): boolean {
  const header = columns[place]?.header ?? '';
  const folded = foldHeader(header);
  if (folded === '' || LIKE_A_PLACE.test(header)) return false;
  return columns.every((other, at) => at === place || foldHeader(other.header) !== folded);
}

/** The name of a column in a choice. */
export function choiceName(columns: readonly ImportColumnBody[], place: number): string {
  return isToldByHeading(columns, place) ? (columns[place]?.header ?? '') : columnName(place);
}
