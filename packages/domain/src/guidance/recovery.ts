import { muacFromMillimetres } from '../screening/usable-measures.ts';
import type { GuidanceOf, NotYet, Unchecked } from './guidance-line.ts';
import {
  isAcute,
  isFromSixMonths,
  moderateFigures,
  severeFigures,
  type WhoVisit,
} from './who-visit.ts';

/** So many visits in a row must meet the conditions. */
const VISITS_TO_RECOVER = 2;

/** Which of the three signs of acute malnutrition a visit says nothing about. */
export function uncheckedOf(visit: WhoVisit): readonly Unchecked[] {
  const { measures, exact, screening, isSwollen } = visit;
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

/** What a visit lacks of weight for height ≥ −2, MUAC ≥ 12.5 and no swelling; unmeasured is lacking. */
function notYetOf(visit: WhoVisit): readonly NotYet[] {
  const low = moderateFigures(visit).map((figure) => ({ what: 'below-line', ...figure }) as const);
  return [...low, ...uncheckedOf(visit)];
}

/**
 * Whether a visit meets all three; under 6 months none does, for MUAC has no line there. A visit that
 * is severe or swollen is never asked.
 */
const meetsAll = (visit: WhoVisit): boolean =>
  isFromSixMonths(visit) && !visit.isSwollen && notYetOf(visit).length === 0;

/** How far an acute child had recovered before a visit; null when it was not acute or is well again. */
interface Recovery {
  readonly visitsMet: number;
  /** The day of the last visit that counted: two records of one day are one visit. */
  readonly metOn: string | null;
}

const NOT_YET: Recovery = { visitsMet: 0, metOn: null };

function afterVisit(recovery: Recovery | null, visit: WhoVisit): Recovery | null {
  if (isAcute(visit)) return NOT_YET;
  if (recovery === null) return null;
  if (!meetsAll(visit)) return NOT_YET;
  const { surveyDate } = visit.screening;
  const isAnotherDay = recovery.metOn !== surveyDate;
  const visitsMet = recovery.visitsMet + (isAnotherDay ? 1 : 0);
  return visitsMet >= VISITS_TO_RECOVER ? null : { visitsMet, metOn: surveyDate };
}

/**
 * G8: where a child that was acute at an earlier visit stands on the way to WHO's exit, two visits in
 * a row with all three conditions. Null before any acute visit, after recovery, on a visit that is
 * severe itself, and under 6 months. The earlier visits come in their order.
 */
export function recoveryOf(
  visit: WhoVisit,
  earlier: readonly WhoVisit[],
): Pick<GuidanceOf<'G8'>, 'visitsMet' | 'notYet'> | null {
  if (!isFromSixMonths(visit) || visit.isSwollen || severeFigures(visit).length > 0) return null;
  const before = earlier.reduce<Recovery | null>(afterVisit, null);
  if (before === null) return null;
  const notYet = notYetOf(visit);
  if (notYet.length > 0) return { visitsMet: 0, notYet };
  const isSecond = before.visitsMet > 0 && before.metOn !== visit.screening.surveyDate;
  return { visitsMet: isSecond ? 2 : 1, notYet: [] };
}
