import { DAYS_PER_MONTH } from '@crece/growth';
import { type ExactZScore, type ExactZScores, exactZScores } from '@crece/growth/exact';
import { STANDING_FROM_MONTHS, Z_LINES } from '../base/limits.ts';
import type { Screening } from '../fields/entities.ts';
import type { AssessedChild } from './assess-measures.ts';
import { type ExactlyMeasuredScreening, plausibleExactMeasures } from './exact-measures.ts';
import { ageAtScreening } from './screening-age.ts';
import { Z_INDICES, type ZIndex } from './stored-z-scores.ts';

/** Why WHO's figure differs from the programme's, in display order. */
export const DIFFERENCE_CAUSES = [
  'age-in-days',
  'lying-standing',
  'tenth-of-a-cm',
  'restricted-tails',
  'oedema',
] as const;
export type DifferenceCause = (typeof DIFFERENCE_CAUSES)[number];

/** One index by WHO's exact method next to the programme's figure. */
export interface ExactIndexReading {
  /** Two decimals, or the reason why there is none. */
  readonly exact: ExactZScore;
  readonly programme: number | null;
  /** The figures differ by 0.1 or more, lie in different bands, or only one method has a figure. */
  readonly differs: boolean;
  /** Empty without a difference. */
  readonly causes: readonly DifferenceCause[];
}

export type ExactReading = Readonly<Record<ZIndex, ExactIndexReading>>;

/** A stored screening with its z-scores and the fields of the exact method. */
export type ExactlyReadScreening = ExactlyMeasuredScreening & Pick<Screening, 'zScore'>;

/** Smaller differences are not reported, in hundredths of a z-score. */
const WORTH_SAYING_HUNDREDTHS = 10;

/** Beyond ± this value WHO restricts the tails of weight-based scores. */
const TAILS_BEYOND = 3;

const SCORE_OF = { ha: 'zlen', wa: 'zwei', wl: 'zwfl' } as const satisfies Record<
  ZIndex,
  keyof ExactZScores
>;

/** The whole day of an age in months, rounded half up: 24 months are day 731. */
function dayOfMonths(months: number): number {
  return Math.floor(months * DAYS_PER_MONTH + 0.5);
}

/** 0 below −3, 1 below −2, 2 below −1, else 3. */
function bandOf(z: number): number {
  return [Z_LINES.severe, Z_LINES.moderate, Z_LINES.marginal].filter((line) => z >= line).length;
}

/**
 * Whether two figures with two decimals differ enough to show both: −2.00 and −2.01 do, because a
 * line lies between them.
 */
function isWorthSaying(exact: number, programme: number): boolean {
  // In whole hundredths: −1.2 and −1.3 are 0.1 apart, in binary slightly less.
  const apart = Math.abs(Math.round(exact * 100) - Math.round(programme * 100));
  return apart >= WORTH_SAYING_HUNDREDTHS || bandOf(exact) !== bandOf(programme);
}

function differs(exact: ExactZScore, programme: number | null): boolean {
  // Without WHO's score nothing is shown, except when oedema is the reason.
  if (exact.z === null) return exact.reason === 'oedema' && programme !== null;
  return programme === null || isWorthSaying(exact.z, programme);
}

/** Why the two methods may differ for a screening. */
interface Setting {
  /** The exact day is not the day of the programme's monthly row. */
  readonly isBetweenMonths: boolean;
  /** One method uses the lying table and the other the standing one, on days near 24 months. */
  readonly isOtherTable: boolean;
  readonly isConverted: boolean;
  /** The programme uses another row of the weight-for-height table. */
  readonly isBetweenHalfCm: boolean;
}

function settingOf(
  ageMonths: number,
  day: number,
  height: number | undefined,
  converted: number | null,
): Setting {
  const isStanding = ageMonths >= STANDING_FROM_MONTHS;
  return {
    isBetweenMonths: day !== dayOfMonths(Math.round(ageMonths)),
    isOtherTable: isStanding !== day >= dayOfMonths(STANDING_FROM_MONTHS),
    isConverted: height !== undefined && converted !== null && converted !== height,
    isBetweenHalfCm: height !== undefined && !Number.isInteger(height * 2),
  };
}

function causesOf(
  index: ZIndex,
  exact: ExactZScore,
  programme: number | null,
  setting: Setting,
): readonly DifferenceCause[] {
  if (exact.z === null) return ['oedema'];
  const isHeightRead = index !== 'wa';
  const isInTail = Math.max(Math.abs(exact.z), Math.abs(programme ?? 0)) > TAILS_BEYOND;
  const applies: Readonly<Record<DifferenceCause, boolean>> = {
    'age-in-days':
      (index !== 'wl' && setting.isBetweenMonths) || (isHeightRead && setting.isOtherTable),
    'lying-standing': isHeightRead && setting.isConverted,
    'tenth-of-a-cm': index === 'wl' && setting.isBetweenHalfCm,
    'restricted-tails': index !== 'ha' && isInTail,
    oedema: false,
  };
  const causes = DIFFERENCE_CAUSES.filter((cause) => applies[cause]);
  // Even at a whole month, WHO's monthly row differs from every row of its day table.
  return causes.length === 0 && index !== 'wl' ? ['age-in-days'] : causes;
}

/**
 * The three indices of a stored screening by WHO's exact method and by the programme: where they
 * differ, and why. For display only; no rule uses it.
 *
 * A girl born on 10 March 2024, measured on 25 May 2025 with 68.5 cm: programme −2.94 by the row
 * of 14 months, exact −3.11 on day 441, in another band.
 */
export function exactReading(screening: ExactlyReadScreening, child: AssessedChild): ExactReading {
  const { zScore } = screening;
  const measures = plausibleExactMeasures(screening, child);
  const exact = exactZScores(measures);
  const setting = settingOf(
    ageAtScreening(screening, child)?.ageMonths ?? Number.NaN,
    Math.floor(measures.ageDays + 0.5),
    measures.height,
    exact.convertedHeight,
  );
  const read = (index: ZIndex): ExactIndexReading => {
    const score = exact[SCORE_OF[index]];
    const programme = zScore[index];
    const isDifferent = differs(score, programme);
    return {
      exact: score,
      programme,
      differs: isDifferent,
      causes: isDifferent ? causesOf(index, score, programme, setting) : [],
    };
  };
  return { ha: read('ha'), wa: read('wa'), wl: read('wl') };
}

/** The causes of all differing indices, each once, in display order. */
export function causesOfDifference(reading: ExactReading): readonly DifferenceCause[] {
  return DIFFERENCE_CAUSES.filter((cause) =>
    Z_INDICES.some((index) => reading[index].causes.includes(cause)),
  );
}
