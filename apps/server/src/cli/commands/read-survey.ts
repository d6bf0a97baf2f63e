import { CliError } from '../cli-error.ts';
import type { Console } from '../console.ts';
import { CsvRow } from '../csv/row.ts';
import { openTable } from '../csv/table.ts';
import { measureHints } from '../measure-hints.ts';

export type AgeUnit = 'day' | 'month';

/** The measurements that every survey command reads. */
export interface SurveyMeasures {
  readonly sex: 'Boy' | 'Girl' | undefined;
  readonly ageDays?: number | undefined;
  readonly ageMonths?: number | undefined;
  readonly weight: number | undefined;
  readonly height: number | undefined;
  readonly measured: 'lying' | 'standing' | undefined;
  readonly oedema: boolean | undefined;
}

const MEASURE_COLUMNS = ['weight', 'lenhei', 'measure', 'oedema'] as const;

/** Bad rows named one by one; further ones are only counted. */
const NAMED_PROBLEMS = 10;

/** The largest plausible age in each unit, to detect a wrong unit of age. */
const LARGEST_AGE = { day: 1826, month: 60 } as const;

function measuresOf(row: CsvRow, ageUnit: AgeUnit): SurveyMeasures {
  const age = row.number('age');
  if (age !== undefined && age < 0) row.problems.push('age is negative');
  return {
    sex: row.sex(),
    ...(ageUnit === 'day' ? { ageDays: age } : { ageMonths: age }),
    weight: row.number('weight'),
    height: row.number('lenhei'),
    measured: row.measured(),
    oedema: row.yesOrNo('oedema'),
  };
}

/**
 * Reads a survey row by row. An unreadable cell counts as missing and is reported. A survey in
 * which no age is within the standards is refused, because its unit of age is wrong.
 */
export async function readSurvey(
  io: Console,
  ageUnit: AgeUnit,
  {
    columns,
    add,
  }: {
    readonly columns: readonly string[];
    readonly add: (row: CsvRow, measures: SurveyMeasures) => void;
  },
): Promise<void> {
  const table = await openTable(io.input, {
    required: ['sex', 'age'],
    optional: [...MEASURE_COLUMNS, ...columns],
  });
  let count = 0;
  let problems = 0;
  let largestAge = Number.NEGATIVE_INFINITY;
  let hasAgeWithin = false;
  for await (const records of table.rows) {
    for (const record of records) {
      const row = new CsvRow(record, table);
      const measures = measuresOf(row, ageUnit);
      add(row, measures);
      row.problems.push(...measureHints(measures, 'lenhei'));
      count += 1;
      const age = measures.ageDays ?? measures.ageMonths;
      if (age !== undefined) {
        largestAge = Math.max(largestAge, age);
        hasAgeWithin ||= age <= LARGEST_AGE[ageUnit];
      }
      if (row.problems.length === 0) continue;
      problems += 1;
      if (problems <= NAMED_PROBLEMS) io.say(`line ${record.line}: ${row.problems.join('; ')}`);
    }
  }
  if (problems > 0)
    io.say(`${problems} of ${count} rows have something to look at; see above for the first.`);
  if (count === 0) throw new CliError('The file has a header but no rows.', 1);
  if (!hasAgeWithin)
    throw new CliError(
      largestAge > 0
        ? `No age is within the standards (${LARGEST_AGE[ageUnit]} ${ageUnit}s): the largest is ${largestAge}. Is --age-unit ${ageUnit} right?`
        : 'No row has an age.',
      1,
    );
}
