import { isWithin, LIMITS, MUAC_LINES, Z_LINES } from '../base/limits.ts';
import type { Screening } from '../fields/entities.ts';
import type { AssessedChild } from '../screening/assess-measures.ts';
import { reassessScreening } from '../screening/compare-with-told.ts';
import { copiedFigures, copyDoesNotCount, isMuacAlone } from '../screening/copied-figures.ts';
import { muacBandOf } from '../screening/muac.ts';
import { type ScreeningFigures, screeningFigures } from '../screening/screening-figures.ts';
import type { StoredScreening } from '../screening/stored-screening.ts';
import { muacFromMillimetres, usableMeasures } from '../screening/usable-measures.ts';

/**
 * The signs for which a child is referred, the worst first: swelling of both feet, WHZ below −3, a
 * red MUAC. They are kept apart: one is never cleared by another.
 */
export const REFER_SIGNS = ['swelling', 'whz', 'muac'] as const;
export type ReferSign = (typeof REFER_SIGNS)[number];

/** What one screening says of one sign. */
export interface SignReading {
  readonly effect: 'shows' | 'clears' | 'neither';
  /** WHZ, or MUAC in cm; null for swelling and where nothing was measured. */
  readonly figure: number | null;
  /** Where versions that wait for a choice show the sign with other figures: the highest of them. */
  readonly mildest?: number;
}

export type SignReadings = Readonly<Record<ReferSign, SignReading>>;

const NEITHER: SignReading = { effect: 'neither', figure: null };
const SWOLLEN: SignReading = { effect: 'shows', figure: null };
const NOT_SWOLLEN: SignReading = { effect: 'clears', figure: null };

/** A WHZ above this cannot be right, so it clears nothing. */
const MOST_CREDIBLE_WHZ = 5;

function swellingOf({ oedema }: StoredScreening): SignReading {
  if (oedema === undefined) return NEITHER;
  return oedema ? SWOLLEN : NOT_SWOLLEN;
}

function muacOf({ muac }: StoredScreening, ageMonths: number | null): SignReading {
  const inCm = muacFromMillimetres(muac);
  const figure = inCm ?? muac ?? null;
  if (figure === null || !isWithin(figure, LIMITS.muac)) return NEITHER;
  const band = muacBandOf(muac, ageMonths);
  if (band === 'red') return { effect: 'shows', figure };
  // A figure in millimetres is asked about, so it clears nothing.
  const isCleared = band !== undefined && inCm === null && figure >= MUAC_LINES.severe;
  return isCleared ? { effect: 'clears', figure } : NEITHER;
}

function whzOf(
  screening: StoredScreening,
  child: AssessedChild,
  { ageMonths, isComplete, whz }: ScreeningFigures,
): SignReading {
  if (ageMonths === null) return NEITHER;
  if (isComplete) {
    if (whz === null) return NEITHER;
    if (whz < Z_LINES.severe) return { effect: 'shows', figure: whz };
    const isCleared = whz <= MOST_CREDIBLE_WHZ && screening.oedema !== true;
    return isCleared ? { effect: 'clears', figure: whz } : NEITHER;
  }
  const stored = copiedFigures(screening).wl;
  if (stored === null || copyDoesNotCount(screening, child.gender, ageMonths)) return NEITHER;
  // A stored figure beside a MUAC alone decides no status, but severe it asks to measure again.
  const figure = isMuacAlone(screening)
    ? stored
    : reassessScreening(screening, child, false).zScore.wl;
  return figure !== null && figure < Z_LINES.severe ? { effect: 'shows', figure } : NEITHER;
}

/**
 * What one version of a screening says of each sign. "Shows" takes any figure as it is read (an age
 * override, a stored WHZ that counts, the tenth of a MUAC in millimetres); "clears" takes real
 * measures only: looked at and not swollen; height 30–140 cm and weight 0.5–40 kg without swelling
 * and a WHZ of −3 to +5; a MUAC of 11.5 to 26.5 cm from 6 months.
 */
export function signReadings(
  screening: StoredScreening,
  child: AssessedChild,
  figures: ScreeningFigures = screeningFigures(screening, child),
): SignReadings {
  return {
    swelling: swellingOf(screening),
    whz: whzOf(screening, child, figures),
    muac: muacOf(screening, figures.ageMonths),
  };
}

function together(sign: ReferSign, all: readonly SignReadings[]): SignReading {
  const readings = all.map((each) => each[sign]);
  const figuresOf = (some: readonly SignReading[]) =>
    some.flatMap(({ figure }) => figure ?? []).sort((x, y) => x - y);
  const shown = readings.filter(({ effect }) => effect === 'shows');
  if (shown.length > 0) {
    const [figure = null, ...others] = figuresOf(shown);
    const mildest = others.at(-1) ?? figure;
    return {
      effect: 'shows',
      figure,
      ...(mildest === null || mildest === figure ? {} : { mildest }),
    };
  }
  return readings.every(({ effect }) => effect === 'clears')
    ? { effect: 'clears', figure: figuresOf(readings)[0] ?? null }
    : NEITHER;
}

/**
 * What a screening says of each sign while several versions of it, or of its child, wait for a
 * choice: shown by any version, cleared only by all of them, with the lowest figure.
 *
 * @param all the readings of every version of the screening with every version of the child
 */
export function signsTogether(all: readonly SignReadings[]): SignReadings {
  const [first] = all;
  if (first !== undefined && all.length === 1) return first;
  return {
    swelling: together('swelling', all),
    whz: together('whz', all),
    muac: together('muac', all),
  };
}

/** The smallest difference, in z or cm, that tells better from worse within `NEAR_DAYS`. */
export const NEAR_DIFFERENCE = 0.5;

/** A clearing figure at most this many days after the last show must be better by `NEAR_DIFFERENCE`. */
export const NEAR_DAYS = 7;

/** Whether `now` lies above `before` by the difference, both with two decimals. */
export function isClearlyAbove(now: number, before: number): boolean {
  // In whole hundredths: avoids binary rounding noise at exactly 0.50.
  const hundredths = Math.round(now * 100) - Math.round(before * 100);
  return hundredths >= Math.round(NEAR_DIFFERENCE * 100);
}

/** The weight of a screening, if rules may use it; kg. */
export function usableWeight(screening: Pick<Screening, 'weight'>): number | null {
  return usableMeasures(screening).weight ?? null;
}

/** Whether a screening shows a sign for which a child is referred. */
export function showsReferSign(screening: Screening, child: AssessedChild): boolean {
  const readings = signReadings(screening, child, screeningFigures(screening, child));
  return Object.values(readings).some(({ effect }) => effect === 'shows');
}
