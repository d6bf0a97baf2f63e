import type { ReassessedScreening } from './compare-with-told.ts';
import { type MarkSource, screeningMark } from './screening-mark.ts';
import type { ZFigures } from './stored-z-scores.ts';
import { type StoredMeasures, usableMeasures } from './usable-measures.ts';

/** An earlier screening of the child, as praise compares it. */
export interface EarlierScreening {
  readonly screening: StoredMeasures;
  readonly reading: { readonly zScore: ZFigures };
}

/** What "is growing well" is decided from. */
export interface PraiseInput extends EarlierScreening {
  readonly reading: MarkSource & Pick<ReassessedScreening, 'zScore'>;
  /** Of the same child, the newest first. */
  readonly earlier: readonly EarlierScreening[];
  /** WHZ by WHO's exact method; null where it gives none, undefined while it is not known. */
  readonly exactWhz: number | null | undefined;
  readonly hasOpenReferral: boolean;
}

/**
 * Why a child is not praised: a sign or an open referral, a measure that is missing, a WHZ above +2,
 * or less than at an earlier screening. `unknown`: the exact WHZ is not known yet.
 */
export type PraiseDoubt = 'sign' | 'not-measured' | 'heavy' | 'less-than-before' | 'unknown';

/** With a WHZ above this, by the programme's or by WHO's exact method, no child is praised. */
const PRAISED_TO_WHZ = 2;

/** A WAZ or WHZ lower by this, or more, than at the last screening that has one. */
const Z_FALL = 1;

const hundredths = (figure: number): number => Math.round(figure * 100);

/** The last known figure of the earlier screenings, which are ordered newest first. */
function lastOf(
  earlier: readonly EarlierScreening[],
  figure: (screening: EarlierScreening) => number | null | undefined,
): number | null {
  for (const screening of earlier) {
    const found = figure(screening);
    if (found !== null && found !== undefined) return found;
  }
  return null;
}

/** Whether height or weight is lower than at the last screening that has one. */
function isLess({ screening, earlier }: PraiseInput, name: 'height' | 'weight'): boolean {
  const now = usableMeasures(screening)[name];
  const before = lastOf(earlier, (each) => usableMeasures(each.screening)[name]);
  return now !== undefined && before !== null && Math.round(now * 1000) < Math.round(before * 1000);
}

function hasFallen({ reading, earlier }: PraiseInput, index: 'wa' | 'wl'): boolean {
  const now = reading.zScore[index];
  const before = lastOf(earlier, (each) => each.reading.zScore[index]);
  return now !== null && before !== null && hundredths(before) - hundredths(now) >= Z_FALL * 100;
}

/**
 * Why "is growing well" is not said of a screening; null when it may be said. One rule for headline,
 * card and panel. A girl of 10.3 kg who weighed 11.4 kg two screenings ago, with an arm alone in
 * between, is not praised.
 */
export function praiseDoubt(input: PraiseInput): PraiseDoubt | null {
  const { reading, screening, exactWhz, hasOpenReferral } = input;
  if (hasOpenReferral || screeningMark(reading).sign !== 'green') return 'sign';
  const { height, weight } = usableMeasures(screening);
  const { wl } = reading.zScore;
  if (height === undefined || weight === undefined || wl === null) return 'not-measured';
  if (wl > PRAISED_TO_WHZ || (exactWhz ?? 0) > PRAISED_TO_WHZ) return 'heavy';
  const isFallen = hasFallen(input, 'wa') || hasFallen(input, 'wl');
  if (isFallen || isLess(input, 'height') || isLess(input, 'weight')) return 'less-than-before';
  return exactWhz === undefined ? 'unknown' : null;
}
