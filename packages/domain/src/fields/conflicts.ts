import type { RecordKind } from '../base/ids.ts';
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
  [Name in keyof Table & string]: Table[Name] extends {
    merge: 'winner' | 'figures' | 'union' | 'refused' | 'latest';
  }
    ? never
    : Table[Name] extends { question: infer Question extends string }
      ? Question
      : Name;
}[keyof Table & string];

/**
 * The name of a question about two values; `other` is the general question for a field without its
 * own.
 */
export type QuestionName =
  | QuestionsOf<typeof CHILD_TABLE>
  | QuestionsOf<typeof SCREENING_TABLE>
  | QuestionsOf<typeof MOTHER_TABLE>;

/**
 * What a merge does with each field for which two phones' edits of one record hold different
 * values.
 */
export interface ConflictRules {
  /**
   * A merge keeps the winner's copy of these fields: a merge that changed them would create a new
   * conflict each time.
   */
  readonly winners: ReadonlySet<string>;
  /**
   * Nobody is asked about these fields: they are decided together with other fields in conflict.
   */
  readonly figures: ReadonlySet<string>;
  /** Nobody is asked about these fields either: what both sides say is put together. */
  readonly unions: ReadonlySet<string>;
  /**
   * Nobody is asked about these fields: where both sides changed one, the refusal or the later of them
   * counts.
   */
  readonly settled: ReadonlySet<string>;
  /** The question for each of the other fields, in the order of asking. */
  readonly questions: ReadonlyMap<string, QuestionName>;
  /** Fields, by name, that follow the choice for another field when both are in conflict. */
  readonly leaders: ReadonlyMap<string, string>;
}

function conflictRules(table: FieldTable): ConflictRules {
  const winners = new Set<string>();
  const figures = new Set<string>();
  const unions = new Set<string>();
  const settled = new Set<string>();
  const questions = new Map<string, QuestionName>();
  const leaders = new Map<string, string>();
  for (const [name, { merge, question = name }] of Object.entries(table)) {
    if (merge === 'winner') winners.add(name);
    else if (merge === 'figures') figures.add(name);
    else if (merge === 'union') unions.add(name);
    else if (merge === 'refused' || merge === 'latest') settled.add(name);
    else {
      const leader = [...questions].find(([, each]) => each === question)?.[0];
      if (leader !== undefined && question !== 'other') leaders.set(name, leader);
      // `QuestionName` is derived from the tables, so each question in them has this type.
      questions.set(name, question as QuestionName);
    }
  }
  return { winners, figures, unions, settled, questions, leaders };
}

/** The merge rules of each kind of record, read from its table. */
export const CONFLICT_RULES: Readonly<Record<RecordKind, ConflictRules>> = {
  chld: conflictRules(CHILD_TABLE),
  scr: conflictRules(SCREENING_TABLE),
  mthr: conflictRules(MOTHER_TABLE),
};
