import type {
  ImportChangeBody,
  ImportColumnBody,
  ImportColumnProblemBody,
  ImportFindingBody,
  ImportRowBody,
} from '@crece/contract';
import { IMPORT_FIELD_NAMES, type ImportField } from '@crece/imports';
import type { MessageKey, Translator } from '@crece/messages';
import type { HttpError } from '../../api/http.ts';
import { failureText } from '../../shared/words/failure-words.ts';

/** Why a file did not arrive, or why its import could not be asked for. */
export function uploadFailure(t: Translator['t'], failure: HttpError): string {
  if (failure.code === 'no-room') return t('imports.no-room');
  return failure.code === 'busy' ? t('imports.busy') : failureText(t, failure);
}

type Speaker = Pick<Translator, 't' | 'list' | 'date' | 'number'>;

type KeysOf<Area extends string> = MessageKey & `imports.${Area}.${string}`;

/** The sentences for refused files, by reason. */
const REFUSALS = {
  'file-empty': 'imports.refusal.file-empty',
  'file-too-large': 'imports.refusal.file-too-large',
  'old-excel': 'imports.refusal.old-excel',
  'open-document': 'imports.refusal.open-document',
  'web-page': 'imports.refusal.web-page',
  'no-workbook': 'imports.refusal.no-workbook',
  'not-a-table': 'imports.refusal.not-a-table',
  'workbook-unreadable': 'imports.refusal.workbook-unreadable',
  'workbook-too-large': 'imports.refusal.workbook-too-large',
  'workbook-too-many-texts': 'imports.refusal.workbook-too-many-texts',
  'workbook-too-many-cells': 'imports.refusal.workbook-too-many-cells',
  'workbook-long-row': 'imports.refusal.workbook-long-row',
  'encoding-unknown': 'imports.refusal.encoding-unknown',
  'no-rows': 'imports.refusal.no-rows',
  'too-many-rows': 'imports.refusal.too-many-rows',
  'too-many-columns': 'imports.refusal.too-many-columns',
} as const satisfies Record<string, KeysOf<'refusal'>>;

const COLUMN_PROBLEMS = {
  'file-of-women': 'imports.column.file-of-women',
  'column-missing': 'imports.column.column-missing',
  'column-twice': 'imports.column.column-twice',
  'header-missing': 'imports.column.header-missing',
  'mapping-unknown-field': 'imports.column.mapping-unknown-field',
} as const satisfies Record<string, KeysOf<'column'>>;

const QUESTIONS = {
  dateOrder: 'imports.question.dateOrder',
  muacUnit: 'imports.question.muacUnit',
  weightUnit: 'imports.question.weightUnit',
  heightUnit: 'imports.question.heightUnit',
  letterM: 'imports.question.letterM',
  encoding: 'imports.question.encoding',
  sameDay: 'imports.question.sameDay',
  sheet: 'imports.question.sheet',
  firstRow: 'imports.question.firstRow',
} as const satisfies Record<string, KeysOf<'question'>>;

const OPTIONS = {
  'dateOrder.dmy': 'imports.option.dateOrder.dmy',
  'dateOrder.mdy': 'imports.option.dateOrder.mdy',
  'muacUnit.mm': 'imports.option.muacUnit.mm',
  'muacUnit.cm': 'imports.option.muacUnit.cm',
  'weightUnit.g': 'imports.option.weightUnit.g',
  'weightUnit.kg': 'imports.option.weightUnit.kg',
  'heightUnit.m': 'imports.option.heightUnit.m',
  'heightUnit.mm': 'imports.option.heightUnit.mm',
  'heightUnit.cm': 'imports.option.heightUnit.cm',
  'letterM.boy': 'imports.option.letterM.boy',
  'letterM.girl': 'imports.option.letterM.girl',
  'sameDay.correction': 'imports.option.sameDay.correction',
  'sameDay.second': 'imports.option.sameDay.second',
  'firstRow.headings': 'imports.option.firstRow.headings',
  'firstRow.data': 'imports.option.firstRow.data',
  'encoding.windows-1252': 'imports.option.encoding.windows-1252',
  'encoding.macintosh': 'imports.option.encoding.macintosh',
} as const satisfies Record<string, KeysOf<'option'>>;

/** Findings that a row of a file can have; the gate's other findings never come from a row. */
const FINDINGS = [
  'id-invalid',
  'id-of-another-unit',
  'row-of-another-unit',
  'id-taken',
  'erased',
  'moved',
  'screening-of-another-child',
  'which-child',
  'name-is-there',
  'birth-date-kept',
  'same-day',
  'same-day-several',
  'more-cells-than-headings',
  'figure-impossible',
  'figure-in-other-unit',
  'stored-unreadable',
  'too-many-rows-for-child',
  'cell-too-long',
  'row-unreadable',
  'number-invalid',
  'date-invalid',
  'sex-invalid',
  'answer-invalid',
  'age-without-survey-date',
  'age-not-months',
  'matched-by-names',
  'differs-from-newest-row',
  'another-visit-that-day',
  'before-danger-of-that-day',
  'changed-meanwhile',
  'first-name-required',
  'last-name-required',
  'name-missing',
  'gender-required',
  'gender-invalid',
  'member-status-required',
  'age-required',
  'age-not-whole',
  'age-out-of-range',
  'birth-date-invalid',
  'birth-date-in-future',
  'child-graduated',
  'card-number-too-long',
  'over-qualifying-age',
  'survey-date-required',
  'survey-date-invalid',
  'survey-date-before-birth',
  'survey-date-in-future',
  'age-override-out-of-range',
  'age-override-not-months',
  'age-override-to-confirm',
  'age-override',
  'under-6-months',
  'height-not-a-number',
  'height-invalid',
  'height-out-of-range',
  'weight-not-a-number',
  'weight-invalid',
  'weight-out-of-range',
  'muac-not-a-number',
  'muac-invalid',
  'muac-out-of-range',
  'height-weight-or-muac-required',
  'height-required-with-weight',
  'weight-required-with-height',
  'z-score-implausible',
  'weight-for-height-implausible',
] as const;

/** The sentence of a key; undefined for one that only a newer server knows. */
function known<Key extends MessageKey>(
  table: Readonly<Record<string, Key>>,
  word: string,
): Key | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}

const isField = (name: string | undefined): name is ImportField =>
  IMPORT_FIELD_NAMES.some((field) => field === name);

export function refusalText({ t }: Speaker, code: string): string {
  const key = known(REFUSALS, code);
  return key === undefined ? t('imports.refusal.other', { code }) : t(key);
}

/** The name of a field; an unknown name is shown unchanged. */
export function fieldText({ t }: Speaker, field: string): string {
  return isField(field) ? t(`imports.field.${field}`) : field;
}

export function columnProblemText(
  speaker: Speaker,
  { code, field = '', headers = [] }: ImportColumnProblemBody,
): string {
  const key = known(COLUMN_PROBLEMS, code) ?? 'imports.column.other';
  return speaker.t(key, {
    code,
    field: fieldText(speaker, field),
    headers: speaker.list(headers.map((name) => speaker.t('imports.quoted', { name }))),
  });
}

export function questionText({ t }: Speaker, code: string): string {
  const key = known(QUESTIONS, code);
  return key === undefined ? code : t(key);
}

export function optionText({ t }: Speaker, code: string, option: string): string {
  const key = known(OPTIONS, `${code}.${option}`);
  return key === undefined ? option : t(key);
}

const ISO_DATE = /\b\d{4}-\d{2}-\d{2}\b/g;

/** The dates in a text as this language writes them. */
function withDates({ date }: Speaker, text: string): string {
  return text.replaceAll(ISO_DATE, (iso) => date(iso));
}

/** The sentence of a finding about its row, with its figures, dates and words. */
export function findingText(speaker: Speaker, { code, params = {} }: ImportFindingBody): string {
  const { t } = speaker;
  const finding = FINDINGS.find((each) => each === code);
  if (finding === undefined) return t('imports.finding.other', { code });
  const dated = ['candidates', 'birthDates'].flatMap((name) => {
    const text = params[name];
    return typeof text === 'string' ? [[name, withDates(speaker, text)] as const] : [];
  });
  return t(`imports.finding.${finding}`, {
    min: '',
    max: '',
    text: '',
    unit: '',
    where: '',
    ...params,
    ...Object.fromEntries(dated),
  });
}

const VALUES = {
  true: 'imports.value.yes',
  false: 'imports.value.no',
  Yes: 'imports.value.yes',
  No: 'imports.value.no',
  Unknown: 'imports.value.unknown',
  Boy: 'imports.value.boy',
  Girl: 'imports.value.girl',
  lying: 'imports.value.lying',
  standing: 'imports.value.standing',
} as const satisfies Record<string, KeysOf<'value'>>;

/** A value of a record as a person reads it. */
export function valueText(speaker: Speaker, value: string | number | boolean): string {
  if (typeof value === 'number') return speaker.number(value);
  const key = known(VALUES, String(value));
  return key === undefined ? withDates(speaker, String(value)) : speaker.t(key);
}

/** What a field was and becomes. */
export function changeText(
  speaker: Speaker,
  { from, to }: ImportChangeBody['fields'][number],
): string {
  const { t } = speaker;
  if (to === null) return t('imports.change-gone', { from: valueText(speaker, from ?? '') });
  const becomes = valueText(speaker, to);
  return from === null
    ? t('imports.change-new', { to: becomes })
    : t('imports.change-was', { from: valueText(speaker, from), to: becomes });
}

/** A column by its heading, and by its place where the heading does not tell it from another. */
export function columnText(
  { t }: Speaker,
  { header }: Pick<ImportColumnBody, 'header'>,
  place: number,
  isTold: boolean,
): string {
  if (header === '') return t('imports.column-place', { place: place + 1 });
  return isTold ? header : t('imports.column-twin', { header, place: place + 1 });
}

/** The cell that a finding is about: `Weight (“Peso”)`. */
export function placeText(
  speaker: Speaker,
  { field, column }: Pick<ImportFindingBody, 'field' | 'column'>,
): string | null {
  if (field === undefined) return null;
  const name = fieldText(speaker, field);
  if (column === undefined || column === name) return name;
  return speaker.t('imports.in-column', { field: name, column });
}

export const outcomeText = ({ t }: Speaker, outcome: ImportRowBody['outcome']): string =>
  t(`imports.row-outcome.${outcome}`);
