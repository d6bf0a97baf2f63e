import { openSurvey, PREVALENCE_FIGURES, type PrevalenceRow } from '@crece/growth/prevalence';
import { csvLine } from '@crece/reports/csv';
import type { Console } from '../console.ts';
import type { CsvRow } from '../csv/row.ts';
import { type AgeUnit, readSurvey, type SurveyMeasures } from './read-survey.ts';

const GROUPING_COLUMNS = {
  area: 'typeres',
  region: 'gregion',
  wealth: 'wealthq',
  education: 'mothered',
  other: 'othergr',
} as const;

const DESIGN_COLUMNS = ['sw', 'cluster', 'strata', 'id'] as const;

const SIGNIFICANT_DIGITS = 10;

function surveyRecord(row: CsvRow, measures: SurveyMeasures) {
  const samplingWeight = row.number('sw');
  if (samplingWeight !== undefined && samplingWeight < 0)
    row.problems.push('sw: a weight below zero counts as missing');
  return {
    ...measures,
    samplingWeight,
    cluster: row.text('cluster') || undefined,
    stratum: row.text('strata') || undefined,
    groups: {
      area: row.text(GROUPING_COLUMNS.area),
      region: row.text(GROUPING_COLUMNS.region),
      wealth: row.text(GROUPING_COLUMNS.wealth),
      education: row.text(GROUPING_COLUMNS.education),
      other: row.text(GROUPING_COLUMNS.other),
    },
  };
}

function printed(figure: number | null | undefined): string {
  if (figure === null || figure === undefined) return '';
  return String(Number(figure.toPrecision(SIGNIFICANT_DIGITS)));
}

/** The column `error` is last in every table; a group has an error only if it contains no child. */
function lineOf({ group, figures }: PrevalenceRow): string {
  const cells = PREVALENCE_FIGURES.map((name) => printed(figures[name]));
  const isEmpty = PREVALENCE_FIGURES.every((name) => (figures[name] ?? 0) === 0);
  return csvLine([group, ...cells, isEmpty ? 'no child with a score in this group' : '']);
}

/** `prevalence`: the survey report of WHO's software, one row for each group of children. */
export async function runPrevalence(io: Console, ageUnit: AgeUnit): Promise<void> {
  const survey = openSurvey();
  await readSurvey(io, ageUnit, {
    columns: [...DESIGN_COLUMNS, ...Object.values(GROUPING_COLUMNS)],
    add: (row, measures) => survey.add(surveyRecord(row, measures)),
  });
  await io.write(csvLine(['Group', ...PREVALENCE_FIGURES, 'error']));
  await io.write(survey.rows().map(lineOf).join(''));
}
