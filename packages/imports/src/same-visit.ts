import { type AssessedChild, instantOfId, isAcuteStored, type Screening } from '@crece/domain';
import type { RowScreening } from './row.ts';

const FIGURES = ['height', 'weight', 'muac'] as const;
const MEASURES = [...FIGURES, 'oedema'] as const;

/** How many measures of a row a screening has too; null when one of them differs. */
function agreement(screening: Screening, entry: RowScreening): number | null {
  const shared = MEASURES.filter(
    (name) => entry[name] !== undefined && screening[name] !== undefined,
  );
  if (shared.some((name) => entry[name] !== screening[name])) return null;
  // "No swelling" alone, said of every child of a list, tells no visit from another.
  const hasFigures = FIGURES.some((name) => entry[name] !== undefined);
  return shared.filter((name) => name !== 'oedema' || !hasFigures).length;
}

/**
 * The screening of that day that a row is: it has a measure of the row, and none that differs. Blank
 * cells say nothing; what the screening lacks is added to it.
 */
export function sameVisit(entry: RowScreening, ofDay: readonly Screening[]): Screening | null {
  let best: { screening: Screening; shared: number } | null = null;
  for (const screening of ofDay) {
    const shared = agreement(screening, entry);
    if (shared !== null && shared > (best?.shared ?? 0)) best = { screening, shared };
  }
  return best?.screening ?? null;
}

const instantOf = ({ created = '', _id }: Screening): number =>
  Date.parse(created) || (instantOfId(_id) ?? 0);

/**
 * The instant one millisecond before the screenings of a day that show a refer sign or acute
 * evidence, so that a second visit of that day never becomes newer than one of them; null when there
 * is none.
 */
export function instantBefore(ofDay: readonly Screening[], child: AssessedChild): string | null {
  const dangers = ofDay.filter((screening) => isAcuteStored(screening, child)).map(instantOf);
  return dangers.length === 0 ? null : new Date(Math.min(...dangers) - 1).toISOString();
}
