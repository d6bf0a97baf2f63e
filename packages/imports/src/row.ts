import {
  ageOverrideFrom,
  birthDateFromMonths,
  type Child,
  type ChildFields,
  type IsoDate,
  isWithin,
  kindOfId,
  LIMITS,
  type RecordKind,
  type Screening,
  type ScreeningFields,
  unitOfId,
  withoutUndefined,
} from '@crece/domain';
import {
  ageMonthsOf,
  answerOf,
  departureOf,
  familyLanguageOf,
  instantOf,
  MAX_CELL_CHARACTERS,
  measureOf,
  membershipOf,
  numberOf,
  OTHER_MEASURE_UNIT,
  outcomeOf,
  positionOf,
  type Read,
  type SourceCell,
  saysNothing,
  sexOf,
  textOf,
  UNREADABLE,
} from './cells.ts';
import { dateOf } from './dates.ts';
import { IMPORT_FIELDS, type ImportField } from './fields.ts';
import type { Finding, FindingCode } from './findings.ts';
import { type FileFacts, type ImportAnswers, measureIn } from './questions.ts';

/** The unit that receives the file. */
export interface ImportUnit {
  readonly stakeDB: string;
  readonly timeZone: string;
}

/** Settings for reading the rows of one file. */
export interface ImportRowContext {
  readonly unit: ImportUnit;
  readonly answers: FileFacts;
  /** The field of each column. */
  readonly fields: readonly (ImportField | null)[];
}

/** The child's fields in a row; a blank cell sets none. */
export interface RowChild extends Partial<Omit<ChildFields, 'consent' | 'mayMessage'>> {
  readonly created?: string;
  readonly interviewer?: string;
  /** Taken only with a child that the file brings. */
  readonly departed?: Pick<Child, 'departure' | 'departureDate'>;
  /** Taken only with a child that the file brings: a file must not take a refusal back. */
  readonly agreed?: Pick<Child, 'consent' | 'mayMessage'>;
}

/** The screening's fields in a row. */
export interface RowScreening extends Partial<ScreeningFields> {
  readonly surveyDate: IsoDate;
  readonly created?: string;
  readonly interviewer?: string;
  /** What became of its referral: taken only with a screening that the file brings. */
  readonly followUp?: Pick<Screening, 'referralOutcome' | 'referralDate' | 'referralNote'>;
  /** Stored figures: all that is left of missing measures. */
  readonly figures: {
    readonly ha: number | null;
    readonly wa: number | null;
    readonly wl: number | null;
  };
}

/** One row of the file, read. */
export interface ReadRow {
  readonly row: number;
  /** The child's id, if the row has one: then the row is a stored record. */
  readonly id?: string;
  readonly screenId?: string;
  readonly child: RowChild;
  /** Absent: the row contains only a child. */
  readonly entry?: RowScreening;
  readonly findings: readonly Finding[];
}

/** Names, comments and ids, in which anything is content. */
const isFreeText = (field: ImportField): boolean =>
  IMPORT_FIELDS[field].kind === 'text' || IMPORT_FIELDS[field].kind === 'id';

class RowReader {
  readonly findings: Finding[] = [];
  readonly #cells = new Map<ImportField, SourceCell>();

  constructor(cells: readonly SourceCell[], fields: ImportRowContext['fields']) {
    for (const [place, field] of fields.entries()) {
      const cell = cells[place];
      if (field === null || cell === undefined || cell === null) continue;
      if (typeof cell === 'string' && cell.length > MAX_CELL_CHARACTERS) {
        this.reject('cell-too-long', field, { max: MAX_CELL_CHARACTERS });
      } else if (isFreeText(field) || !saysNothing(cell)) this.#cells.set(field, cell);
    }
  }

  has(field: ImportField): boolean {
    return this.text(field) !== undefined;
  }

  cell(field: ImportField): SourceCell | undefined {
    return this.#cells.get(field);
  }

  text(field: ImportField): string | undefined {
    return textOf(this.cell(field));
  }

  reject(code: FindingCode, field?: ImportField, params?: Finding['params']): void {
    this.findings.push({ code, level: 'reject', ...withoutUndefined({ field, params }) });
  }

  /** The value, or a finding when the cell is unreadable. */
  take<T>(field: ImportField, read: (cell: SourceCell | undefined) => Read<T>): T | undefined {
    const value = read(this.cell(field));
    if (value !== UNREADABLE) return value;
    this.reject(UNREADABLE_CODES[IMPORT_FIELDS[field].kind], field, {
      text: this.text(field)?.slice(0, 100) ?? '',
    });
    return undefined;
  }

  number(field: ImportField): number | undefined {
    return this.take(field, numberOf);
  }

  answer(field: ImportField): boolean | undefined {
    return this.take(field, answerOf);
  }
}

const UNREADABLE_CODES = {
  id: 'id-invalid',
  text: 'row-unreadable',
  date: 'date-invalid',
  instant: 'date-invalid',
  sex: 'sex-invalid',
  membership: 'answer-invalid',
  answer: 'answer-invalid',
  position: 'answer-invalid',
  language: 'answer-invalid',
  outcome: 'answer-invalid',
  number: 'number-invalid',
  months: 'age-not-months',
} as const satisfies Record<string, FindingCode>;

const MAX_ID_CHARACTERS = 200;
const NOT_IN_IDS = /[\p{Cc}\p{Cs}\s]/u;

/** An id of the right kind that does not name another unit. */
function readId(
  reader: RowReader,
  field: 'id' | 'screenId',
  kind: RecordKind,
  unit: ImportUnit,
): string | undefined {
  const id = reader.text(field);
  if (id === undefined) return undefined;
  if (kindOfId(id) !== kind || id.length > MAX_ID_CHARACTERS || NOT_IN_IDS.test(id)) {
    reader.reject('id-invalid', field, { text: id.slice(0, 100) });
    return undefined;
  }
  const stakeDB = unitOfId(id);
  if (stakeDB !== null && stakeDB !== unit.stakeDB) {
    reader.reject('id-of-another-unit', field, { unit: stakeDB });
    return undefined;
  }
  return id;
}

/** A measure in its unit, whatever is answered where the cell names it; 0 is a spreadsheet's "not measured". */
function measure(
  reader: RowReader,
  field: 'height' | 'weight' | 'muac',
  answers: ImportAnswers,
): number | undefined {
  const unit = field === 'weight' ? 'kg' : 'cm';
  const text = reader.text(field) ?? '';
  const written = reader.take(field, (cell) => {
    const read = measureOf(cell, unit);
    if (read !== OTHER_MEASURE_UNIT) return read;
    reader.reject('figure-in-other-unit', field, { text: text.slice(0, 100), unit });
    return undefined;
  });
  const figure = written?.figure ?? 0;
  if (written === undefined || figure === 0) return undefined;
  if (figure > 0) return written.isUnitSaid ? figure : measureIn(field, figure, answers);
  reader.reject('figure-impossible', field, { text });
  return undefined;
}

/** Figures outside the form's limits that were kept; absent without any. */
function outsideIn(reader: RowReader): Pick<RowScreening, 'outsideLimits'> {
  const outside = withoutUndefined({
    height: reader.number('outsideHeight'),
    weight: reader.number('outsideWeight'),
  });
  return Object.keys(outside).length === 0 ? {} : { outsideLimits: outside };
}

/** How the dates of the file are read. */
function datesOf({ dateOrder = 'dmy', serials }: FileFacts, { timeZone }: ImportUnit) {
  return { order: dateOrder, timeZone, serials };
}

/** The birth date, or one calculated from an age in months on the survey date. */
function birthOf(
  reader: RowReader,
  { answers, unit }: ImportRowContext,
  surveyDate: IsoDate | undefined,
): Pick<ChildFields, 'birthDateEstimated'> & { birthDate?: IsoDate } {
  const birthDate = reader.take('birthDate', (cell) => dateOf(cell, datesOf(answers, unit)));
  const isEstimated = reader.answer('birthDateEstimated') === true;
  if (birthDate !== undefined) {
    return { birthDate, ...(isEstimated ? { birthDateEstimated: true as const } : {}) };
  }
  const months = reader.has('birthDate') ? undefined : reader.take('ageMonths', ageMonthsOf);
  if (months === undefined) return {};
  const { min, max } = LIMITS.typedAgeMonths;
  if (!Number.isInteger(months)) {
    reader.reject('age-not-whole', 'ageMonths');
    return {};
  }
  if (!isWithin(months, LIMITS.typedAgeMonths)) {
    reader.reject('age-out-of-range', 'ageMonths', { min, max });
    return {};
  }
  if (surveyDate === undefined) {
    reader.reject('age-without-survey-date', 'ageMonths');
    return {};
  }
  return { birthDate: birthDateFromMonths(months, surveyDate), birthDateEstimated: true };
}

/**
 * The age override. In a file with this column, a blank cell means that the comment's "age=N" was
 * declined.
 */
function overrideIn(
  reader: RowReader,
  fields: ImportRowContext['fields'],
): number | false | undefined {
  const months = reader.number('ageOverride');
  if (months !== undefined && !isWithin(months, LIMITS.ageOverrideMonths)) {
    const { min, max } = LIMITS.ageOverrideMonths;
    reader.reject('age-override-out-of-range', 'ageOverride', { min, max });
    return undefined;
  }
  if (months !== undefined || !fields.includes('ageOverride')) return months;
  const inComment = ageOverrideFrom(reader.text('comments'));
  return inComment !== null && 'ageMonths' in inComment ? false : undefined;
}

const dayIn = (
  reader: RowReader,
  field: 'referralDate' | 'departureDate' | 'consentDay' | 'mayMessageDay',
  context: ImportRowContext,
) => reader.take(field, (cell) => dateOf(cell, datesOf(context.answers, context.unit)));

/** The parts of a follow-up that a row has; undefined without any. */
function given<T extends object>(parts: T): T | undefined {
  return Object.keys(parts).length === 0 ? undefined : parts;
}

function entryOf(
  reader: RowReader,
  context: ImportRowContext,
  surveyDate: IsoDate | undefined,
  isNamed: boolean,
): RowScreening | undefined {
  const { answers, fields } = context;
  const measures = withoutUndefined({
    height: measure(reader, 'height', answers),
    weight: measure(reader, 'weight', answers),
    muac: measure(reader, 'muac', answers),
    ...outsideIn(reader),
  });
  const oedema = reader.answer('oedema');
  if (!isNamed && Object.keys(measures).length === 0 && oedema !== true) return undefined;
  if (surveyDate === undefined) {
    if (!reader.has('surveyDate')) reader.reject('survey-date-required', 'surveyDate');
    return undefined;
  }
  const figure = (field: 'ha' | 'wa' | 'wl') => reader.number(field) ?? null;
  return withoutUndefined({
    surveyDate,
    ...measures,
    oedema,
    measured: reader.take('measured', positionOf),
    familyHealthPlan: reader.answer('familyHealthPlan'),
    followFamilyHealthPlan: reader.answer('followFamilyHealthPlan'),
    visitedDoctor: reader.answer('visitedDoctor'),
    comments: reader.text('comments'),
    ageOverride: overrideIn(reader, fields),
    zScoreConfirmed: reader.answer('zScoreConfirmed') === true ? (true as const) : undefined,
    latitude: reader.number('latitude'),
    longitude: reader.number('longitude'),
    interviewer: reader.text('interviewer'),
    created: instantOf(reader.cell('screenCreated')),
    followUp: given(
      withoutUndefined({
        referralOutcome: reader.take('referralOutcome', outcomeOf),
        referralDate: dayIn(reader, 'referralDate', context),
        referralNote: reader.text('referralNote'),
      }),
    ),
    figures: { ha: figure('ha'), wa: figure('wa'), wl: figure('wl') },
  });
}

/** An answer of the family; without its day or who typed it, those are empty. */
function agreementIn(reader: RowReader, name: 'consent' | 'mayMessage', context: ImportRowContext) {
  const day = dayIn(reader, `${name}Day`, context) ?? '';
  const isGiven = reader.answer(name);
  if (isGiven === undefined) return undefined;
  return { given: isGiven, day, who: reader.text(`${name}By`) ?? '' };
}

/** What the family answered about its records, and about messages. */
function agreedIn(reader: RowReader, context: ImportRowContext): RowChild['agreed'] {
  return given(
    withoutUndefined({
      consent: agreementIn(reader, 'consent', context),
      mayMessage: agreementIn(reader, 'mayMessage', context),
    }),
  );
}

/** Reads one row. Rows are numbered from 1, the header being row 1. */
export function readRow(
  row: number,
  cells: readonly SourceCell[],
  context: ImportRowContext,
): ReadRow {
  const { unit, answers, fields } = context;
  // A comma in a number, or in a text that is not quoted, moves every cell after it.
  if (cells.slice(fields.length).some((cell) => textOf(cell) !== undefined)) {
    return { row, child: {}, findings: [{ code: 'more-cells-than-headings', level: 'reject' }] };
  }
  const reader = new RowReader(cells, fields);
  const id = readId(reader, 'id', 'chld', unit);
  const screenId = readId(reader, 'screenId', 'scr', unit);
  const stakeDB = reader.text('stakeDB');
  if (stakeDB !== undefined && stakeDB !== unit.stakeDB) {
    reader.reject('row-of-another-unit', 'stakeDB', { unit: stakeDB });
  }
  const surveyDate = reader.take('surveyDate', (cell) => dateOf(cell, datesOf(answers, unit)));
  const letterM = { boy: 'Boy', girl: 'Girl' } as const;
  const child = withoutUndefined({
    firstName: reader.text('firstName'),
    lastName: reader.text('lastName'),
    gender: reader.take('gender', (cell) =>
      sexOf(cell, answers.letterM === undefined ? undefined : letterM[answers.letterM]),
    ),
    ...birthOf(reader, context, surveyDate),
    memberStatus: reader.take('memberStatus', membershipOf),
    mother: reader.text('mother'),
    father: reader.text('father'),
    address: reader.text('address'),
    city: reader.text('city'),
    idGroup: reader.text('idGroup'),
    ward: reader.text('ward'),
    phone: reader.text('phone'),
    language: reader.take('language', familyLanguageOf),
    cardNumber: reader.text('cardNumber'),
    landmark: reader.text('landmark'),
    comments: reader.text('childComments'),
    interviewer: reader.text('childInterviewer'),
    created: instantOf(reader.cell('created')),
    departed: given(
      withoutUndefined({
        departure: reader.take('departure', departureOf),
        departureDate: dayIn(reader, 'departureDate', context),
      }),
    ),
    agreed: agreedIn(reader, context),
  });
  const entry = entryOf(reader, context, surveyDate, screenId !== undefined);
  const { findings } = reader;
  return { row, ...withoutUndefined({ id, screenId, entry }), child, findings };
}

/** Whether the findings refuse the whole row. */
export function isRejected(findings: readonly Finding[]): boolean {
  return findings.some(({ level }) => level === 'reject');
}
