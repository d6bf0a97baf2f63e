import {
  EXACT_SCORES,
  type ExactMeasures,
  type ExactScore,
  type ExactZScore,
  exactZScores,
} from '@crece/growth/exact';
import type { CsvRow } from '../csv/row.ts';
import { measureHints } from '../measure-hints.ts';
import type { RowCommand } from './row-command.ts';

/** Head circumference is not a column of WHO's survey format. */
const SCORES = EXACT_SCORES.filter((name) => name !== 'zhc');

const flagName = (name: ExactScore) => name.replace('z', 'f');

/** WHO's software prints lengths and BMI with this many significant digits. */
const SIGNIFICANT_DIGITS = 12;

const OUTSIDE_TABLE =
  'zwfl: length or height outside the table (lying 45 to 110 cm, standing 65 to 120 cm)';

function significant(figure: number | null): string {
  if (figure === null) return '';
  const text = String(figure);
  // Most numbers are short already, and rounding takes longer than all z-scores together.
  return text.length <= SIGNIFICANT_DIGITS
    ? text
    : String(Number(figure.toPrecision(SIGNIFICANT_DIGITS)));
}

/**
 * The age from the column that `is_age_in_month` selects; if that is empty, from whichever column
 * is filled.
 */
function ageOf(row: CsvRow): Pick<ExactMeasures, 'ageDays' | 'ageMonths'> {
  const isInMonths = row.yesOrNo('is_age_in_month');
  if (isInMonths === true) return { ageMonths: row.number('age_months') };
  const ageDays = row.number('age_days');
  return isInMonths === false ? { ageDays } : { ageDays, ageMonths: row.number('age_months') };
}

/**
 * Why scores are empty although the child was measured. MUAC before 91 days is not an error,
 * because the standards for MUAC begin at that age.
 */
function whyEmpty(row: CsvRow, scores: Readonly<Record<ExactScore, ExactZScore>>): void {
  const reasons = SCORES.flatMap((name) => {
    const score = scores[name];
    return score.z === null ? [{ name, reason: score.reason }] : [];
  });
  const has = (reason: string) => reasons.some((each) => each.reason === reason);
  if (has('no-sex') && row.text('sex') === '') row.problems.push('sex is missing');
  if (has('no-age') && row.text('age_days') + row.text('age_months') === '')
    row.problems.push('age is missing');
  if (has('age-invalid')) row.problems.push('age is negative');
  if (has('age-outside-reference')) row.problems.push('age is 60 months or more');
  if (reasons.some(({ name, reason }) => name === 'zwfl' && reason === 'outside-reference'))
    row.problems.push(OUTSIDE_TABLE);
}

/** `zscores --method who`: WHO's exact z-scores with flags, as WHO's own software prints them. */
export function whoZScores(decimals: number): RowCommand {
  return {
    required: ['sex'],
    optional: [
      'age_days',
      'age_months',
      'is_age_in_month',
      'weight',
      'lenhei',
      'measure',
      'muac',
      'oedema',
    ],
    outputs: ['clenhei', 'c9mo_flag', 'cbmi', ...SCORES, ...SCORES.map(flagName)],
    compute: (row) => {
      const measures: ExactMeasures = {
        sex: row.sex(),
        ...ageOf(row),
        weight: row.number('weight'),
        height: row.number('lenhei'),
        measured: row.measured(),
        muac: row.number('muac'),
        oedema: row.yesOrNo('oedema'),
      };
      const scores = exactZScores(measures, decimals);
      whyEmpty(row, scores);
      row.problems.push(...measureHints(measures, 'lenhei'));
      return [
        significant(scores.convertedHeight),
        scores.isStandingDisbelieved ? '1' : '0',
        significant(scores.bmi),
        ...SCORES.map((name) => scores[name].z?.toFixed(decimals) ?? ''),
        ...SCORES.map((name) => {
          const score = scores[name];
          return score.z === null ? '' : score.isFlagged ? '1' : '0';
        }),
      ];
    },
  };
}
