import { roundDecimals } from '../base/round-z.ts';
import {
  ageProblemOf,
  convertedBmi,
  convertedHeight,
  dayOf,
  EXACT_SCORES,
  type ExactScore,
  isStandingDisbelieved,
  monthsOf,
  type Position,
  zac,
  zbmi,
  zhc,
  zlen,
  zwei,
  zwfl,
} from './exact-rules.ts';
import { isImplausible } from './exact-z-scores.ts';

/** Sex and position as bytes in a column; the codes of the sexes are WHO's. */
export const COLUMN_CODES = {
  sex: { unknown: 0, Boy: 1, Girl: 2 },
  measured: { unknown: 0, lying: 1, standing: 2 },
} as const;

/**
 * Measurements of many children as columns of equal length; NaN is "not measured". A missing column
 * is unknown for all children.
 */
export interface ExactColumns {
  /** `COLUMN_CODES.sex` */
  readonly sex: Uint8Array;
  readonly ageDays?: Float64Array;
  /** Months with fraction, used when the days are NaN or the column is missing. */
  readonly ageMonths?: Float64Array;
  /** kg */
  readonly weight?: Float64Array;
  /** cm */
  readonly height?: Float64Array;
  /** `COLUMN_CODES.measured` */
  readonly measured?: Uint8Array;
  /** cm */
  readonly muac?: Float64Array;
  /** cm */
  readonly headCircumference?: Float64Array;
  /** 1 for oedema of both feet */
  readonly oedema?: Uint8Array;
}

/** The scores as columns; NaN for a missing score. */
export interface ExactScoreColumns extends Readonly<Record<ExactScore, Float64Array>> {
  readonly convertedHeight: Float64Array;
  readonly bmi: Float64Array;
  readonly isStandingDisbelieved: Uint8Array;
  /** Bit k is set where the k-th of `EXACT_SCORES` is flagged. */
  readonly flags: Uint8Array;
}

/** Allocates columns for the scores of `count` children; they may be reused. */
export function exactScoreColumns(count: number): ExactScoreColumns {
  const figures = () => new Float64Array(count).fill(Number.NaN);
  return {
    convertedHeight: figures(),
    bmi: figures(),
    isStandingDisbelieved: new Uint8Array(count),
    zlen: figures(),
    zwei: figures(),
    zwfl: figures(),
    zbmi: figures(),
    zac: figures(),
    zhc: figures(),
    flags: new Uint8Array(count),
  };
}

const POSITIONS: readonly Position[] = ['unknown', 'lying', 'standing'];

const FLAG_BITS = Object.fromEntries(
  EXACT_SCORES.map((name, index) => [name, 1 << index]),
) as Readonly<Record<ExactScore, number>>;

function at(column: Float64Array | undefined, row: number): number {
  return column?.[row] ?? Number.NaN;
}

/** The measure if it is a positive finite number, else NaN. */
function measuredAt(column: Float64Array | undefined, row: number): number {
  const measure = at(column, row);
  return measure > 0 && measure < Number.POSITIVE_INFINITY ? measure : Number.NaN;
}

/**
 * `exactZScores` for many children at once, without an object per child. Gives the same figures,
 * and NaN where the single form gives a reason. Writes into `output` (see `exactScoreColumns`),
 * which must be as long as the input.
 *
 * @param decimals number of decimals of the scores; WHO's software uses two
 */
export function exactZScoreColumns(
  input: ExactColumns,
  output: ExactScoreColumns,
  decimals = 2,
): void {
  const count = input.sex.length;
  if (output.flags.length < count)
    throw new RangeError(`output has room for ${output.flags.length} children of ${count}`);

  const put = (name: ExactScore, column: Float64Array, row: number, z: number): void => {
    const isScore = Number.isFinite(z);
    column[row] = isScore ? roundDecimals(z, decimals) : Number.NaN;
    if (isScore && isImplausible(name, z))
      output.flags[row] = (output.flags[row] ?? 0) | FLAG_BITS[name];
  };
  const { zlen: zlens, zwei: zweis, zwfl: zwfls, zbmi: zbmis, zac: zacs, zhc: zhcs } = output;

  for (let row = 0; row < count; row++) {
    const sexCode = input.sex[row];
    const sex = sexCode === 1 ? 'Boy' : sexCode === 2 ? 'Girl' : null;
    const ageDays = at(input.ageDays, row);
    const ageMonths = at(input.ageMonths, row);
    const months = monthsOf(ageDays, ageMonths);
    const problem = ageProblemOf(months);
    const day = problem === 'age-invalid' ? Number.NaN : dayOf(ageDays, ageMonths);
    const claimed = POSITIONS[input.measured?.[row] ?? 0] ?? 'unknown';
    const isDisbelieved = isStandingDisbelieved(claimed, months);
    const position = isDisbelieved ? 'unknown' : claimed;
    const height = measuredAt(input.height, row);
    const converted = convertedHeight(at(input.height, row), position, day);
    const bmi = Number.isNaN(height) ? Number.NaN : convertedBmi(at(input.weight, row), converted);

    output.convertedHeight[row] = Number.isFinite(converted) ? converted : Number.NaN;
    output.bmi[row] = Number.isFinite(bmi) ? bmi : Number.NaN;
    output.isStandingDisbelieved[row] = isDisbelieved ? 1 : 0;
    output.flags[row] = 0;

    if (sex === null) {
      for (const name of EXACT_SCORES) output[name][row] = Number.NaN;
      continue;
    }
    // NaN propagates through every formula, so an unknown value gives no score.
    const dayForAge = problem === null ? day : Number.NaN;
    const isScoredByHeight = problem === null || problem === 'no-age';
    const tall = height > 0 && converted > 0 ? converted : Number.NaN;
    const isSwollen = input.oedema?.[row] === 1;
    const weight = isSwollen ? Number.NaN : measuredAt(input.weight, row);
    const hasBmi = !(Number.isNaN(weight) || Number.isNaN(tall));
    put('zlen', zlens, row, zlen(sex, dayForAge, tall));
    put('zwei', zweis, row, zwei(sex, dayForAge, weight));
    const byHeight = isScoredByHeight ? zwfl(sex, day, position, tall, weight) : Number.NaN;
    put('zwfl', zwfls, row, byHeight);
    put('zbmi', zbmis, row, hasBmi ? zbmi(sex, dayForAge, bmi) : Number.NaN);
    put('zac', zacs, row, zac(sex, dayForAge, measuredAt(input.muac, row)));
    const head = measuredAt(input.headCircumference, row);
    put('zhc', zhcs, row, Number.isNaN(head) ? head : zhc(sex, dayForAge, head));
  }
}
