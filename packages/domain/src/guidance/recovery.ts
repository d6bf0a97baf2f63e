import { muacFromMillimetres } from '../screening/usable-measures.ts';
import type { GuidanceOf, NotYet, Unchecked } from './guidance-line.ts';
import {
  isAcute,
  isFromSixMonths,
  moderateFigures,
  severeFigures,
  type WhoScreening,
} from './who-screening.ts';

/** Consecutive screenings that must meet all conditions. */
const VISITS_TO_RECOVER = 2;

/** Which of the three signs of acute malnutrition a screening has no usable value for. */
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
  // With oedema the weight has no meaning, so a missing WHZ is not reported.
  else if (exact.wl.z === null && !isSwollen) unchecked.push({ what: 'wl-outside-reference' });
  return unchecked;
}

/**
 * Which of the conditions WHZ ≥ −2, MUAC ≥ 12.5 and no oedema a screening does not meet; an
 * unmeasured value is not met.
 */
function notYetOf(entry: WhoScreening): readonly NotYet[] {
  const low = moderateFigures(entry).map((figure) => ({ what: 'below-line', ...figure }) as const);
  return [...low, ...uncheckedOf(entry)];
}

/**
 * Whether a screening meets all three conditions; always false under 6 months, where MUAC is not
 * assessed. Not called for screenings that are severe or have oedema.
 */
const meetsAll = (entry: WhoScreening): boolean =>
  isFromSixMonths(entry) && !entry.isSwollen && notYetOf(entry).length === 0;

/**
 * How far an acute child had recovered before a screening; null when it was not acute or has
 * recovered.
 */
interface Recovery {
  readonly screeningsMet: number;
  /** The date of the last screening that counted: two records of one day are one screening. */
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
 * G8: how far a child that was acute at an earlier screening is on the way to WHO's exit (two
 * consecutive screenings that meet all three conditions). Null before any acute screening, after
 * recovery, for a screening that is severe itself, and under 6 months. `earlier` is ordered oldest
 * first.
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
