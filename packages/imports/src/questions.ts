import type { Sex } from '@crece/domain';
import { isUndecidedSex, numberOf, type SourceCell, sexOf, textOf, UNREADABLE } from './cells.ts';
import { type DateOrder, isAmbiguousDate, possibleOrders, type SerialDates } from './dates.ts';
import { IMPORT_FIELDS, type ImportField } from './fields.ts';

/** A person's answers about a file; absent when not asked or not answered. */
export interface ImportAnswers {
  readonly dateOrder?: DateOrder;
  /** The unit of figures that cannot be centimetres. `cm`: they are accepted unchanged. */
  readonly muacUnit?: 'mm' | 'cm';
  readonly weightUnit?: 'g' | 'kg';
  readonly heightUnit?: 'm' | 'mm' | 'cm';
  /** The meaning of the letter M: boy (masculino) or girl (mujer). */
  readonly letterM?: 'boy' | 'girl';
  /** What a row with other measures is, when its child has a screening of that day already. */
  readonly sameDay?: 'correction' | 'second';
}

/** A person's answers, with what the file itself says. */
export interface FileFacts extends ImportAnswers {
  readonly serials?: SerialDates;
}

export type QuestionCode = keyof ImportAnswers;

/** A question about the whole file, asked once. */
export interface ImportQuestion {
  readonly code: QuestionCode;
  readonly options: readonly string[];
  /** Number of cells with this doubt. */
  readonly count: number;
  /** The first of these cells, as written in the file. */
  readonly examples: readonly { readonly row: number; readonly text: string }[];
}

/** The questions with their allowed answers. */
export const ANSWER_OPTIONS = {
  dateOrder: ['dmy', 'mdy'],
  muacUnit: ['mm', 'cm'],
  weightUnit: ['g', 'kg'],
  heightUnit: ['m', 'mm', 'cm'],
  letterM: ['boy', 'girl'],
  sameDay: ['correction', 'second'],
} as const satisfies { [Code in QuestionCode]: readonly NonNullable<ImportAnswers[Code]>[] };

const MOST_EXAMPLES = 3;

/** Another unit for a measure, recognised by figures that are impossible in the form's own unit. */
interface OtherUnit {
  readonly min: number;
  readonly max: number;
  /** Converts to centimetres or kilograms. */
  readonly convert: (value: number) => number;
}

/** Rounds to thousandths against binary noise: 108 mm are 10.8 cm, not 10.799999999999999. */
const thousandths = (value: number) => Math.round(value * 1_000) / 1_000;

const OTHER_UNITS = {
  muac: {
    question: 'muacUnit',
    units: { mm: { min: 55, max: 265, convert: (mm) => thousandths(mm / 10) } },
  },
  weight: {
    question: 'weightUnit',
    units: { g: { min: 500, max: 40_000, convert: (g) => thousandths(g / 1_000) } },
  },
  height: {
    question: 'heightUnit',
    units: {
      m: { min: 0.3, max: 1.4, convert: (m) => thousandths(m * 100) },
      mm: { min: 300, max: 1_400, convert: (mm) => thousandths(mm / 10) },
    },
  },
} as const satisfies Partial<
  Record<ImportField, { question: QuestionCode; units: Readonly<Record<string, OtherUnit>> }>
>;

type Measure = keyof typeof OTHER_UNITS;

/** The other units that a figure may be in, with their names. */
function otherUnits(measure: Measure, value: number): readonly (readonly [string, OtherUnit])[] {
  const units: Readonly<Record<string, OtherUnit>> = OTHER_UNITS[measure].units;
  return Object.entries(units).filter(([, { min, max }]) => value >= min && value <= max);
}

/** A measure in centimetres or kilograms, converted if a person answered so and the figure fits. */
export function measureIn(measure: Measure, value: number, answers: ImportAnswers): number {
  const answer = answers[OTHER_UNITS[measure].question];
  const unit = otherUnits(measure, value).find(([name]) => name === answer)?.[1];
  return unit === undefined ? value : unit.convert(value);
}

class Doubt {
  count = 0;
  readonly examples: { row: number; text: string }[] = [];

  add(row: number, cell: SourceCell): void {
    this.count += 1;
    if (this.examples.length < MOST_EXAMPLES) {
      this.examples.push({ row, text: textOf(cell) ?? '' });
    }
  }
}

/** Which date orders occur in the file: dates valid in one order only. */
interface SeenDates {
  dmyOnly: number;
  mdyOnly: number;
}

/**
 * Reads every row once before the import, to find out the order of dates, the units of measures,
 * the letters for the sexes, and the questions to ask.
 */
export class FileSurvey {
  readonly #fields: readonly (ImportField | null)[];
  readonly #doubts = new Map<QuestionCode, Doubt>();
  readonly #dates: SeenDates = { dmyOnly: 0, mdyOnly: 0 };
  readonly #otherSexes = new Set<Sex>();

  constructor(fields: readonly (ImportField | null)[]) {
    this.#fields = fields;
  }

  add(row: number, cells: readonly SourceCell[]): void {
    for (const [place, field] of this.#fields.entries()) {
      const cell = cells[place];
      if (field === null || cell === undefined || cell === null) continue;
      if (IMPORT_FIELDS[field].kind === 'date') this.#addDate(row, cell);
      else if (field === 'gender') this.#addSex(row, cell);
      else if (field in OTHER_UNITS) this.#addMeasure(field as Measure, row, cell);
    }
  }

  /** The person's answers, completed by what the file itself settles. */
  settled(answers: ImportAnswers): ImportAnswers {
    const dateOrder = answers.dateOrder ?? this.#orderSeen();
    const letterM = answers.letterM ?? this.#letterSeen();
    return {
      ...answers,
      ...(dateOrder === undefined ? {} : { dateOrder }),
      ...(letterM === undefined ? {} : { letterM }),
    };
  }

  /** The questions still to ask. */
  questions(answers: ImportAnswers): ImportQuestion[] {
    const settled = this.settled(answers);
    const codes = Object.keys(ANSWER_OPTIONS) as QuestionCode[];
    return codes.flatMap((code) => {
      const doubt = this.#doubts.get(code);
      if (doubt === undefined || settled[code] !== undefined) return [];
      const { count, examples } = doubt;
      return [{ code, options: ANSWER_OPTIONS[code], count, examples }];
    });
  }

  #doubt(code: QuestionCode, row: number, cell: SourceCell): void {
    const doubt = this.#doubts.get(code) ?? new Doubt();
    this.#doubts.set(code, doubt);
    doubt.add(row, cell);
  }

  #addDate(row: number, cell: SourceCell): void {
    const orders = possibleOrders(cell);
    if (isAmbiguousDate(cell)) this.#doubt('dateOrder', row, cell);
    else if (orders.length === 1 && orders[0] === 'dmy') this.#dates.dmyOnly += 1;
    else if (orders.length === 1) this.#dates.mdyOnly += 1;
  }

  #addSex(row: number, cell: SourceCell): void {
    const sex = sexOf(cell, undefined);
    if (isUndecidedSex(cell)) this.#doubt('letterM', row, cell);
    else if (sex !== undefined && sex !== UNREADABLE) this.#otherSexes.add(sex);
  }

  #addMeasure(measure: Measure, row: number, cell: SourceCell): void {
    const value = numberOf(cell);
    if (value === undefined || value === UNREADABLE) return;
    if (otherUnits(measure, value).length > 0) {
      this.#doubt(OTHER_UNITS[measure].question, row, cell);
    }
  }

  /** Dates valid in one order only settle the order, unless they contradict each other. */
  #orderSeen(): DateOrder | undefined {
    const { dmyOnly, mdyOnly } = this.#dates;
    if (dmyOnly > 0 === mdyOnly > 0) return undefined;
    return dmyOnly > 0 ? 'dmy' : 'mdy';
  }

  /** If the file has words or letters for only one sex, M means the other. */
  #letterSeen(): 'boy' | 'girl' | undefined {
    if (this.#otherSexes.size !== 1) return undefined;
    return this.#otherSexes.has('Boy') ? 'girl' : 'boy';
  }
}
