import {
  DAYS_PER_MONTH,
  type ExactZScore,
  type ExactZScores,
  exactZScores,
} from '@crece/growth/exact';
import type { Screening } from '../entities.ts';
import { STANDING_FROM_MONTHS, Z_LINES } from '../limits.ts';
import type { AssessedChild } from './assess-measures.ts';
import { type ExactlyMeasuredScreening, exactMeasuresOf } from './exact-measures.ts';
import { ageAtScreening } from './screening-age.ts';
import { Z_INDICES, type ZIndex } from './stored-z-scores.ts';

/** What WHO's method does otherwise than the programme's, in the order in which it is said. */
export const DIFFERENCE_CAUSES = [
  'age-in-days',
  'lying-standing',
  'tenth-of-a-cm',
  'restricted-tails',
  'oedema',
] as const;
export type DifferenceCause = (typeof DIFFERENCE_CAUSES)[number];

/** One index by WHO's exact method beside the programme's figure. */
export interface ExactIndexReading {
  /** Two decimals, or the reason why there is none. */
  readonly exact: ExactZScore;
  readonly programme: number | null;
  /** By 0.1 or more, or into another band; also where only one of the two methods has a figure. */
  readonly differs: boolean;
  /** None where nothing differs. */
  readonly causes: readonly DifferenceCause[];
}

export type ExactReading = Readonly<Record<ZIndex, ExactIndexReading>>;

/** A stored screening with its z-scores, and what the exact method asks besides. */
export type ExactlyReadScreening = ExactlyMeasuredScreening & Pick<Screening, 'zScore'>;

/** Differences below this are not worth a word, in hundredths of a z-score. */
const WORTH_SAYING_HUNDREDTHS = 10;

/** Beyond this in either direction WHO restricts the tails of weight-based scores. */
const TAILS_BEYOND = 3;

const SCORE_OF = { ha: 'zlen', wa: 'zwei', wl: 'zwfl' } as const satisfies Record<
  ZIndex,
  keyof ExactZScores
>;

/** The whole day of an age in months, half up: 24 months are day 731. */
function dayOfMonths(months: number): number {
  return Math.floor(months * DAYS_PER_MONTH + 0.5);
}

/** 0 below −3, 1 below −2, 2 below −1, else 3. */
function bandOf(z: number): number {
  return [Z_LINES.severe, Z_LINES.moderate, Z_LINES.marginal].filter((line) => z >= line).length;
}

/** Whether two figures of two decimals are worth showing side by side: −2.00 and −2.01 are. */
function isWorthSaying(exact: number, programme: number): boolean {
  // Whole hundredths: −1.2 and −1.3 are 0.1 apart, in binary a hair less.
  const apart = Math.abs(Math.round(exact * 100) - Math.round(programme * 100));
  return apart >= WORTH_SAYING_HUNDREDTHS || bandOf(exact) !== bandOf(programme);
}

function differs(exact: ExactZScore, programme: number | null): boolean {
  // Without a score of WHO's there is nothing to show, but that swelling forbids one is worth a word.
  if (exact.z === null) return exact.reason === 'oedema' && programme !== null;
  return programme === null || isWorthSaying(exact.z, programme);
}

/** What of a screening sets the two methods apart. */
interface Setting {
  /** The exact day is not the day of the programme's month row. */
  readonly isBetweenMonths: boolean;
  /** One method takes the lying table, the other the standing one: the days about 24 months. */
  readonly isOtherTable: boolean;
  readonly isConverted: boolean;
  /** The programme reads another row of the weight-for-height table. */
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
  // At a whole month too, WHO's month row is no row of its day table.
  return causes.length === 0 && index !== 'wl' ? ['age-in-days'] : causes;
}

/**
 * The three indices of a stored screening by WHO's exact method beside the programme's stored
 * figures: where they differ, and why. What is shown here decides nothing.
 *
 * A girl born on 10 March 2024, measured on 25 May 2025 with 68.5 cm: programme −2.94 by the row
 * of 14 months, exact −3.11 on day 441, another band.
 */
export function exactReading(screening: ExactlyReadScreening, child: AssessedChild): ExactReading {
  const { zScore } = screening;
  const measures = exactMeasuresOf(screening, child);
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

/** The causes behind all indices that differ, each once, in the order in which they are said. */
export function causesOfDifference(reading: ExactReading): readonly DifferenceCause[] {
  return DIFFERENCE_CAUSES.filter((cause) =>
    Z_INDICES.some((index) => reading[index].causes.includes(cause)),
  );
}
