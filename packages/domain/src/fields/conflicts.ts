import type { RecordKind } from '../ids.ts';
import { CHILD_TABLE } from './child-table.ts';
import type { FieldTable } from './field.ts';
import { MOTHER_TABLE } from './mother-table.ts';
import { SCREENING_TABLE } from './screening-table.ts';

/** The table of each kind of record. */
export const FIELD_TABLES = {
  chld: CHILD_TABLE,
  scr: SCREENING_TABLE,
  mthr: MOTHER_TABLE,
} as const satisfies Record<RecordKind, FieldTable>;

type QuestionsOf<Table extends FieldTable> = {
  [Name in keyof Table & string]: Table[Name] extends { merge: 'winner' | 'figures' }
    ? never
    : Table[Name] extends { question: infer Question extends string }
      ? Question
      : Name;
}[keyof Table & string];

/** The name of a question about two values; `other` asks about a field without a sentence of its own. */
export type QuestionName =
  | QuestionsOf<typeof CHILD_TABLE>
  | QuestionsOf<typeof SCREENING_TABLE>
  | QuestionsOf<typeof MOTHER_TABLE>;

/** What becomes of a field where two phones' edits of one record hold different values. */
export interface ConflictRules {
  /** A merge keeps the winner's copy of these: one that wrote them would be answered for ever. */
  readonly winners: ReadonlySet<string>;
  /** Nobody is asked about these: they are decided with the other contested fields. */
  readonly figures: ReadonlySet<string>;
  /** The question that asks about each of the other fields, in the order of asking. */
  readonly questions: ReadonlyMap<string, QuestionName>;
  /** Fields that come from the side of another one where that one is contested too, by name. */
  readonly leaders: ReadonlyMap<string, string>;
}

function conflictRules(table: FieldTable): ConflictRules {
  const winners = new Set<string>();
  const figures = new Set<string>();
  const questions = new Map<string, QuestionName>();
  const leaders = new Map<string, string>();
  for (const [name, { merge, question = name }] of Object.entries(table)) {
    if (merge === 'winner') winners.add(name);
    else if (merge === 'figures') figures.add(name);
    else {
      const leader = [...questions].find(([, each]) => each === question)?.[0];
      if (leader !== undefined && question !== 'other') leaders.set(name, leader);
      // The tables' types are the source of `QuestionName`.
      questions.set(name, question as QuestionName);
    }
  }
  return { winners, figures, questions, leaders };
}

/** The rules of each kind of record, read off its table. */
export const CONFLICT_RULES: Readonly<Record<RecordKind, ConflictRules>> = {
  chld: conflictRules(CHILD_TABLE),
  scr: conflictRules(SCREENING_TABLE),
  mthr: conflictRules(MOTHER_TABLE),
};
