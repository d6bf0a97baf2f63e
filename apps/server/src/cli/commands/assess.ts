import { assessMeasures, readScreening, withoutUndefined } from '@crece/domain';
import { measureHints } from '../measure-hints.ts';
import type { RowCommand } from './row-command.ts';

const OUTPUTS = [
  'ha',
  'wa',
  'wl',
  'haStatus',
  'waStatus',
  'wlStatus',
  'zscoreStatus',
  'statusColor',
  'status',
  'actions',
  'supType',
  'muacBand',
  'obese',
  'bmi',
] as const;

const EMPTY: readonly string[] = OUTPUTS.map(() => '');

function twoDecimals(figure: number | null | undefined): string {
  return figure?.toFixed(2) ?? '';
}

/** Children past their fifth birthday are assessed too; a larger value means days, not months. */
const LARGEST_AGE_MONTHS = 120;

function ageProblems(ageMonths: number | undefined): string[] {
  if (ageMonths === undefined) return [];
  if (ageMonths < 0) return ['month_age is negative'];
  return ageMonths > LARGEST_AGE_MONTHS ? [`month_age: ${ageMonths} is no child's (days?)`] : [];
}

/** `assess`: the programme's whole assessment of a screening, by the rules of the application. */
export const assessCommand: RowCommand = {
  required: ['sex', 'month_age', 'is_first'],
  optional: ['height', 'weight', 'muac'],
  outputs: OUTPUTS,
  compute: (row) => {
    const sex = row.sex();
    const ageMonths = row.number('month_age');
    const isFirst = row.yesOrNo('is_first');
    const measures = {
      height: row.number('height'),
      weight: row.number('weight'),
      muac: row.number('muac'),
    };
    row.problems.push(...ageProblems(ageMonths), ...measureHints(measures, 'height'));
    const missing = ['sex', 'month_age', 'is_first'].filter((name) => row.text(name) === '');
    row.problems.push(...missing.map((name) => `${name} is missing`));
    // Half of a row, or one impossible measure in it, could read as "normal".
    if (row.problems.length > 0) return EMPTY;
    // Neither unreadable nor missing: only narrows the types.
    if (sex === undefined || ageMonths === undefined || isFirst === undefined) return EMPTY;

    const known = withoutUndefined(measures);
    const assessment = assessMeasures({ sex, ageMonths, ...known, isFirst });
    // Read as on the survey date, when the supplement is still the one that the screening calls
    // for.
    const reading = readScreening({ gender: sex, ...known, ...assessment });
    for (const [index, reason] of Object.entries(reading.missing))
      if (reason === 'outside-reference') row.problems.push(`${index}: no row in the tables`);
    const { zScore } = assessment;
    return [
      twoDecimals(zScore.ha),
      twoDecimals(zScore.wa),
      twoDecimals(zScore.wl),
      zScore.haStatus ?? '',
      zScore.waStatus ?? '',
      zScore.wlStatus ?? '',
      reading.zscoreStatus ?? '',
      reading.statusColor ?? '',
      assessment.status ?? '',
      assessment.actions.join('|'),
      reading.supType,
      reading.muacBand ?? '',
      reading.obese === undefined ? '' : reading.obese ? '1' : '0',
      twoDecimals(reading.bmi),
    ];
  },
};
