import type { Sex } from '@crece/domain';
import {
  type DateOrder,
  isAmbiguousDate,
  isUndecidedSex,
  numberOf,
  possibleOrders,
  type SourceCell,
  sexOf,
  textOf,
  UNREADABLE,
} from './cells.ts';
import { IMPORT_FIELDS, type ImportField } from './fields.ts';

/** What somebody answered about a file as a whole; absent where it was not asked or not answered. */
export interface ImportAnswers {
  readonly dateOrder?: DateOrder;
  /** What figures that cannot be centimetres are. `cm`: they are taken as they stand. */
  readonly muacUnit?: 'mm' | 'cm';
  readonly weightUnit?: 'g' | 'kg';
  readonly heightUnit?: 'm' | 'mm' | 'cm';
  /** What the letter M stands for: masculino, or mujer. */
  readonly letterM?: 'boy' | 'girl';
}

export type QuestionCode = keyof ImportAnswers;

/** Something that the file does not tell, asked once for the whole of it. */
export interface ImportQuestion {
  readonly code: QuestionCode;
  readonly options: readonly string[];
  /** Cells with this doubt. */
  readonly count: number;
  /** The first of them, as they stand in the file. */
  readonly examples: readonly { readonly row: number; readonly text: string }[];
}

/** What is asked about, with the closed list of answers. */
export const ANSWER_OPTIONS = {
  dateOrder: ['dmy', 'mdy'],
  muacUnit: ['mm', 'cm'],
  weightUnit: ['g', 'kg'],
  heightUnit: ['m', 'mm', 'cm'],
  letterM: ['boy', 'girl'],
} as const satisfies { [Code in QuestionCode]: readonly NonNullable<ImportAnswers[Code]>[] };

const MOST_EXAMPLES = 3;

/** A unit that a measure may be written in, told by figures that the form's own unit cannot have. */
interface OtherUnit {
  readonly min: number;
  readonly max: number;
  /** To centimetres or kilograms. */
  readonly convert: (value: number) => number;
}

/** Whole thousandths keep binary noise out: 108 mm are 10.8 cm, not 10.799999999999999. */
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

/** The other units that a figure may be in, by name. */
function otherUnits(measure: Measure, value: number): readonly (readonly [string, OtherUnit])[] {
  const units: Readonly<Record<string, OtherUnit>> = OTHER_UNITS[measure].units;
  return Object.entries(units).filter(([, { min, max }]) => value >= min && value <= max);
}

/** A measure in centimetres or kilograms, converted where somebody said so and the figure fits. */
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

/** Which of the two orders the file's dates allow, and whether only one of them. */
interface SeenDates {
  dmyOnly: number;
  mdyOnly: number;
}

/**
 * Looks at every row once, before anything is read: what the file as a whole tells about the order of
 * its dates, the units of its measures and its letters for the sexes, and what has to be asked.
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

  /** What the file itself tells, with the answers in front of it. */
  settled(answers: ImportAnswers): ImportAnswers {
    const dateOrder = answers.dateOrder ?? this.#orderSeen();
    const letterM = answers.letterM ?? this.#letterSeen();
    return {
      ...answers,
      ...(dateOrder === undefined ? {} : { dateOrder }),
      ...(letterM === undefined ? {} : { letterM }),
    };
  }

  /** What is still to be asked. */
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

  /** Dates that allow one order only settle it for all, unless they contradict each other. */
  #orderSeen(): DateOrder | undefined {
    const { dmyOnly, mdyOnly } = this.#dates;
    if (dmyOnly > 0 === mdyOnly > 0) return undefined;
    return dmyOnly > 0 ? 'dmy' : 'mdy';
  }

  /** Beside words or letters for the one sex only, M is the other. */
  #letterSeen(): 'boy' | 'girl' | undefined {
    if (this.#otherSexes.size !== 1) return undefined;
    return this.#otherSexes.has('Boy') ? 'girl' : 'boy';
  }
}
