import {
  type Departure,
  type FamilyLanguage,
  foldText,
  isDeparture,
  MEASURED_POSITIONS,
  type MeasuredPosition,
  type MemberStatus,
  parseDecimal,
  REFERRAL_OUTCOMES,
  type ReferralOutcome,
  type Sex,
} from '@crece/domain';
import { LANGUAGES } from '@crece/messages';
import { createReportWords } from '@crece/messages/report-words';
import { textOfSafeCell } from '@crece/reports/csv';

/**
 * A cell as the file contains it: CSV has only text; a spreadsheet has numbers, booleans and dates
 * (ISO text).
 */
export type SourceCell = string | number | boolean | null;

/** A cell that could not be read. */
export const UNREADABLE = Symbol('unreadable');
export type Read<T> = T | undefined | typeof UNREADABLE;

/** Maximum length of a cell's text, in characters. */
export const MAX_CELL_CHARACTERS = 10_000;

/**
 * Characters that nobody sees: control characters, marks that turn the direction of writing, and
 * blanks without width. A joiner inside an emoji stays.
 */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|\u200D(?!\p{Extended_Pictographic})/gu;

/**
 * The trimmed text of a cell without unseen characters, and without the apostrophe that our reports
 * put before text that a spreadsheet would run as a formula; undefined when empty.
 */
export function textOf(cell: SourceCell | undefined): string | undefined {
  if (cell === null || cell === undefined) return undefined;
  const text = textOfSafeCell(String(cell)).replace(UNSEEN, '').trim();
  return text === '' ? undefined : text;
}

/** What people write in a cell for which they have nothing: a dash, n/a, N/D, s/d. */
const NOTHING_SAID = /^(?:[-–—]+|n\/?a|n\/?d|s\/?d|n\.a\.|n\.d\.|s\.d\.)$/i;

/** Whether a cell of figures, dates or words of a list is as good as blank. */
export function saysNothing(cell: SourceCell): boolean {
  const text = textOf(cell);
  return text === undefined || NOTHING_SAID.test(text);
}

/** A number with decimal point or comma. */
export function numberOf(cell: SourceCell | undefined): Read<number> {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell + 0 : UNREADABLE;
  const text = textOf(cell);
  if (text === undefined) return undefined;
  const value = parseDecimal(text);
  return value === null || value === 'invalid' ? UNREADABLE : value + 0;
}

/** A measure whose cell names a unit that its column is not in. */
export const OTHER_MEASURE_UNIT = Symbol('other unit');

/** A figure, and whether its cell says that it is in the unit of its column. */
export interface WrittenMeasure {
  readonly figure: number;
  readonly isUnitSaid: boolean;
}

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** How people write the units that measures are stored in, and others. */
const OWN_UNITS = {
  kg: setOf('kg kgs kilo kilos kilogramo kilogramos kilogram kilograms'),
  cm: setOf('cm cms centimetro centimetros centimeter centimeters centimetre centimetres'),
};
const OTHER_UNITS = setOf(
  'mm milimetro milimetros m mt mts metro metros g gr grs gramo gramos grams lb lbs libra libras pound pounds oz onza onzas in inch inches pulgada pulgadas ft pie pies',
);
const FIGURE_AND_UNIT = /^([\d.,]+)\s*([a-z]+)\.?$/;

/** A measure with or without the unit of its column behind it; another unit is not converted. */
export function measureOf(
  cell: SourceCell | undefined,
  unit: keyof typeof OWN_UNITS,
): Read<WrittenMeasure> | typeof OTHER_MEASURE_UNIT {
  const [, figure, said = ''] = FIGURE_AND_UNIT.exec(foldText(textOf(cell) ?? '')) ?? [];
  const isUnitSaid = OWN_UNITS[unit].has(said);
  const value = numberOf(figure === undefined || !isUnitSaid ? cell : figure);
  if (value === undefined) return undefined;
  if (value !== UNREADABLE) return { figure: value, isUnitSaid };
  const isOther = OTHER_UNITS.has(said) || Object.values(OWN_UNITS).some((own) => own.has(said));
  return isOther && !isUnitSaid ? OTHER_MEASURE_UNIT : UNREADABLE;
}

const MONTHS_ONLY = /^(\d+) ?(?:m|mes|meses|month|months)\.?$/;
const YEARS_AND_MONTHS =
  /^(\d+) ?(?:a|ano|anos|y|year|years)[.,]?(?: y| and)? ?(\d+) ?(?:m|mes|meses|month|months)\.?$/;
const MONTHS_OF_YEAR = 12;

/** An age in months, or in years and months; years alone leave the months open. */
export function ageMonthsOf(cell: SourceCell | undefined): Read<number> {
  const value = numberOf(cell);
  if (value !== UNREADABLE) return value;
  const text = foldText(textOf(cell) ?? '');
  const [, only] = MONTHS_ONLY.exec(text) ?? [];
  if (only !== undefined) return Number(only);
  const [, years, months] = YEARS_AND_MONTHS.exec(text) ?? [];
  const isAge = months !== undefined && Number(months) < MONTHS_OF_YEAR;
  return isAge ? Number(years) * MONTHS_OF_YEAR + Number(months) : UNREADABLE;
}

/** The value of a word in a table, ignoring case and accents. */
function wordOf<T>(cell: SourceCell | undefined, words: ReadonlyMap<string, T>): Read<T> {
  const text = textOf(cell);
  if (text === undefined) return undefined;
  return words.get(foldText(text)) ?? UNREADABLE;
}

function table<T>(...entries: readonly (readonly [T, string])[]): ReadonlyMap<string, T> {
  return new Map(
    entries.flatMap(([value, words]) => words.split(', ').map((word) => [word, value] as const)),
  );
}

const ANSWERS = table<boolean>(
  [true, 'yes, y, true, 1, si, s, x, verdadero'],
  [false, 'no, n, false, 0, falso'],
);
const SEXES = table<Sex>(
  ['Boy', 'boy, male, masculino, masc, nino, varon, hombre, macho, h, 1'],
  ['Girl', 'girl, female, femenino, femenina, fem, nina, mujer, hembra, f, 2'],
);
const MEMBERSHIPS = table<MemberStatus>(
  ['Yes', 'yes, y, true, 1, si, s, miembro'],
  ['No', 'no, n, false, 0'],
  ['Unknown', 'unknown, desconocido, no se sabe, ?, u'],
);
const POSITIONS = table<MeasuredPosition>(
  [MEASURED_POSITIONS[0], 'lying, l, boca arriba, acostado, acostada'],
  [MEASURED_POSITIONS[1], 'standing, h, s, parado, parada, de pie'],
);
const FAMILY = table<FamilyLanguage>(
  ['en', 'en, english, ingles'],
  ['es', 'es, spanish, espanol, castellano'],
);
/** The words of our own `all` report, in each language. */
const OUTCOMES = table<ReferralOutcome>(
  ...REFERRAL_OUTCOMES.map((outcome) => {
    const words = LANGUAGES.map((language) =>
      createReportWords(language).word(`referral.outcome.${outcome}`),
    );
    return [outcome, [outcome, ...words].map(foldText).join(', ')] as const;
  }),
);
const UNDECIDED_SEX = 'm';

export const answerOf = (cell: SourceCell | undefined): Read<boolean> => wordOf(cell, ANSWERS);
export const membershipOf = (cell: SourceCell | undefined): Read<MemberStatus> =>
  wordOf(cell, MEMBERSHIPS);

export const familyLanguageOf = (cell: SourceCell | undefined): Read<FamilyLanguage> =>
  wordOf(cell, FAMILY);

export const positionOf = (cell: SourceCell | undefined): Read<MeasuredPosition> =>
  wordOf(cell, POSITIONS);

/** What became of a referral. */
export const outcomeOf = (cell: SourceCell | undefined): Read<ReferralOutcome> =>
  wordOf(cell, OUTCOMES);

/** Died or moved away. */
export function departureOf(cell: SourceCell | undefined): Read<Departure> {
  const outcome = outcomeOf(cell);
  return typeof outcome === 'string' && !isDeparture(outcome) ? UNREADABLE : outcome;
}

/**
 * Whether the cell is M, which means boy (male, masculino) in one file and girl (mujer) in another.
 */
export function isUndecidedSex(cell: SourceCell | undefined): boolean {
  return foldText(textOf(cell) ?? '') === UNDECIDED_SEX;
}

/**
 * The sex in a cell; `letterM` is the meaning of M according to the file's other letters or a
 * person's answer.
 */
export function sexOf(cell: SourceCell | undefined, letterM: Sex | undefined): Read<Sex> {
  return isUndecidedSex(cell) ? (letterM ?? UNREADABLE) : wordOf(cell, SEXES);
}

/** An instant with its zone. */
export const INSTANT =
  /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i;

/**
 * An instant in UTC; undefined for an invalid one, because only the order of screenings on one day
 * depends on it.
 */
export function instantOf(cell: SourceCell | undefined): string | undefined {
  const text = textOf(cell);
  if (text === undefined || !INSTANT.test(text)) return undefined;
  const moment = new Date(text.replace(' ', 'T'));
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
