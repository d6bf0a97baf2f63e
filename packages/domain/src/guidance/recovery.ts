import { muacFromMillimetres } from '../screening/usable-measures.ts';
import type { GuidanceOf, NotYet, Unchecked } from './guidance-line.ts';
import {
  isAcute,
  isFromSixMonths,
  moderateFigures,
  severeFigures,
  type WhoScreening,
} from './who-screening.ts';

/** So many screenings in a row must meet the conditions. */
const VISITS_TO_RECOVER = 2;

/** Which of the three signs of acute malnutrition a screening says nothing about. */
export function uncheckedOf(entry: WhoScreening): readonly Unchecked[] {
  const { measures, exact, screening, isSwollen } = entry;
  const unchecked: Unchecked[] = [];
  if (measures.muac === undefined) {
    const isMillimetres = muacFromMillimetres(screening.muac) !== null;
    unchecked.push(
      isMillimetres ? { what: 'muac-millimetres', value: screening.muac ?? 0 } : { what: 'muac' },
    );
  }
  if (screening.oedema === undefined) unchecked.push({ what: 'oedema' });
  if (exact.wl.z === null && exact.wl.reason === 'not-measured') unchecked.push({ what: 'wl' });
  // With swelling the weight says nothing, and that is no omission.
  else if (exact.wl.z === null && !isSwollen) unchecked.push({ what: 'wl-outside-reference' });
  return unchecked;
}

/** What a screening lacks of weight for height ≥ −2, MUAC ≥ 12.5 and no swelling; unmeasured is lacking. */
function notYetOf(entry: WhoScreening): readonly NotYet[] {
  const low = moderateFigures(entry).map((figure) => ({ what: 'below-line', ...figure }) as const);
  return [...low, ...uncheckedOf(entry)];
}

/**
 * Whether a screening meets all three; under 6 months none does, for MUAC has no line there. A screening that
 * is severe or swollen is never asked.
 */
const meetsAll = (entry: WhoScreening): boolean =>
  isFromSixMonths(entry) && !entry.isSwollen && notYetOf(entry).length === 0;

/** How far an acute child had recovered before a screening; null when it was not acute or is well again. */
interface Recovery {
  readonly screeningsMet: number;
  /** The day of the last screening that counted: two records of one day are one screening. */
  readonly metOn: string | null;
}

const NOT_YET: Recovery = { screeningsMet: 0, metOn: null };

function afterScreening(recovery: Recovery | null, entry: WhoScreening): Recovery | null {
  if (isAcute(entry)) return NOT_YET;
  if (recovery === null) return null;
  if (!meetsAll(entry)) return NOT_YET;
  const { surveyDate } = entry.screening;
  const isAnotherDay = recovery.metOn !== surveyDate;
  const screeningsMet = recovery.screeningsMet + (isAnotherDay ? 1 : 0);
  return screeningsMet >= VISITS_TO_RECOVER ? null : { screeningsMet, metOn: surveyDate };
}

/**
 * G8: where a child that was acute at an earlier screening stands on the way to WHO's exit, two screenings in
 * a row with all three conditions. Null before any acute screening, after recovery, on a screening that is
 * severe itself, and under 6 months. The earlier screenings come in their order.
 */
export function recoveryOf(
  entry: WhoScreening,
  earlier: readonly WhoScreening[],
): Pick<GuidanceOf<'G8'>, 'screeningsMet' | 'notYet'> | null {
  if (!isFromSixMonths(entry) || entry.isSwollen || severeFigures(entry).length > 0) return null;
  const before = earlier.reduce<Recovery | null>(afterScreening, null);
  if (before === null) return null;
  const notYet = notYetOf(entry);
  if (notYet.length > 0) return { screeningsMet: 0, notYet };
  const isSecond = before.screeningsMet > 0 && before.metOn !== entry.screening.surveyDate;
  return { screeningsMet: isSecond ? 2 : 1, notYet: [] };
}
