import {
  type Child,
  type ExportedScreenings,
  type IsoDate,
  type Screening,
  storedExactMeasures,
  storedOverride,
} from '@crece/domain';
import type { ReportRecords } from '../base/report-records.ts';
import type { Cell, Column, Row } from '../base/table.ts';
import { entryOf } from '../rows/reported-screenings.ts';
import { chosenScreenings } from './chosen-screenings.ts';

/* The survey file for WHO's Anthro Survey Analyser. Its user assigns the columns there; a column
   is offered only if every filled cell has the analyser's format: dates as dd/mm/yyyy, sex 1 or
   2, position l or h, oedema y or n, whole numbers as clusters, at most 30 letters, digits,
   hyphens and underscores in a title (`code/input-variable-mapping.R`, `code/data-assumptions.R`
   and `modules/upload.R` of WorldHealthOrganization/anthro-analyzer-web). `crece prevalence` and
   `crece quality` read the same file by its titles. */

export interface AnthroOptions {
  readonly today: IsoDate;
  readonly screenings: ExportedScreenings;
  /**
   * The unit's number in a file of several units, from 1; null when the file has only this unit.
   */
  readonly unitNumber: number | null;
}

/**
 * The input of a row's cells; with versions in conflict, those that give the most severe outcome.
 */
interface AnthroRecord {
  readonly screening: Screening;
  readonly child: Child;
  readonly measures: ReturnType<typeof storedExactMeasures>;
  readonly unit: ReportRecords['unit'];
  readonly cluster: number | null;
  readonly team: string | null;
}

interface AnthroColumn extends Column {
  readonly cellOf: (record: AnthroRecord) => Cell;
}

const SEX_CODES = { Boy: 1, Girl: 2 } as const;
const POSITION_CODES = { lying: 'l', standing: 'h' } as const;

function yesOrNo(answer: boolean | undefined): string | null {
  if (answer === undefined) return null;
  return answer ? 'y' : 'n';
}

/** 2024-03-10 as 10/03/2024. */
function dayMonthYear(date: IsoDate): string {
  return date.split('-').reverse().join('/');
}

const COLUMNS: readonly AnthroColumn[] = [
  { name: 'id', kind: 'text', cellOf: ({ child }) => child._id },
  { name: 'cluster', kind: 'number', cellOf: ({ cluster }) => cluster },
  { name: 'team', kind: 'text', cellOf: ({ team }) => team },
  { name: 'sex', kind: 'number', cellOf: ({ child }) => SEX_CODES[child.gender] },
  {
    // Blank with an age override, so that birth date and age cannot contradict each other.
    name: 'date_birth',
    kind: 'text',
    cellOf: ({ child, screening }) =>
      storedOverride(screening) === undefined ? dayMonthYear(child.birthDate) : null,
  },
  { name: 'date_obs', kind: 'text', cellOf: ({ screening }) => dayMonthYear(screening.surveyDate) },
  {
    // Age in days.
    name: 'age',
    kind: 'number',
    cellOf: ({ measures }) => (measures.ageDays < 0 ? null : measures.ageDays),
  },
  {
    name: 'age_estimated',
    kind: 'text',
    cellOf: ({ child }) => yesOrNo(child.birthDateEstimated === true),
  },
  { name: 'weight', kind: 'number', cellOf: ({ measures }) => measures.weight ?? null },
  { name: 'lenhei', kind: 'number', cellOf: ({ measures }) => measures.height ?? null },
  {
    name: 'measure',
    kind: 'text',
    cellOf: ({ measures: { measured } }) =>
      measured === undefined ? null : POSITION_CODES[measured],
  },
  { name: 'oedema', kind: 'text', cellOf: ({ measures }) => yesOrNo(measures.oedema) },
  { name: 'muac', kind: 'number', cellOf: ({ measures }) => measures.muac ?? null },
  // No sample was drawn: users with a sample fill in the column.
  { name: 'sw', kind: 'number', cellOf: () => null },
  { name: 'gregion', kind: 'text', cellOf: ({ unit }) => unit.stakeName },
  { name: 'othergr', kind: 'text', cellOf: ({ child }) => child.ward ?? null },
];

/** The columns of the file, by the names that `crece prevalence` reads. */
export const ANTHRO_COLUMNS: readonly Column[] = COLUMNS.map(({ name, kind }) => ({ name, kind }));

/** Numbers the texts from 1 in alphabetical order. */
function numbersOf(texts: Iterable<string>): ReadonlyMap<string, number> {
  const sorted = [...new Set(texts)].sort();
  return new Map(sorted.map((text, index) => [text, index + 1]));
}

/**
 * The numbers of a unit's wards, used as clusters in a file of one unit; children without a ward
 * form one cluster. With a single ward no cluster is set, because one cluster allows no estimate.
 */
function wardNumbers({ children }: ReportRecords): ReadonlyMap<string, number> {
  const numbers = numbersOf(children.map(({ child }) => child.ward ?? ''));
  return numbers.size < 2 ? new Map() : numbers;
}

/** Interviewers as numbers: comparing teams needs no names of volunteers. */
function interviewerNumbers({ children }: ReportRecords): ReadonlyMap<string, number> {
  return numbersOf(
    children.flatMap(({ screenings }) => screenings.map(({ interviewer }) => interviewer ?? '')),
  );
}

/**
 * The lines of one unit, all screenings of a child together; a child without screenings has none.
 */
export function* anthroRows(records: ReportRecords, options: AnthroOptions): Generator<Row> {
  const { today, screenings: which, unitNumber } = options;
  const wards = wardNumbers(records);
  const interviewers = interviewerNumbers(records);
  const unitPart = unitNumber === null ? '' : `U${unitNumber}`;
  for (const record of records.children) {
    const cluster = unitNumber ?? wards.get(record.child.ward ?? '') ?? null;
    for (const chosen of chosenScreenings(record, which, today)) {
      const interviewer = interviewers.get(chosen.interviewer ?? '');
      const { screening, child } = entryOf(record, chosen).basis;
      const cells = {
        screening,
        child,
        measures: storedExactMeasures(screening, child),
        unit: records.unit,
        cluster,
        team: interviewer === undefined ? null : `${unitPart}T${interviewer}`,
      };
      yield COLUMNS.map(({ cellOf }) => cellOf(cells));
    }
  }
}
