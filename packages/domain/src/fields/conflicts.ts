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

/** What becomes of a field where two phones' edits of one record hold different values. */
export interface ConflictRules {
  /** A merge keeps the winner's copy of these: one that wrote them would be answered for ever. */
  readonly winners: ReadonlySet<string>;
  /** Nobody is asked about these: they are decided with the other contested fields. */
  readonly figures: ReadonlySet<string>;
  /** Fields that come from the side of another one where that one is contested too, by name. */
  readonly leaders: ReadonlyMap<string, string>;
}

/** The question about a field that has no sentence of its own. */
export const OTHER_QUESTION = 'other';

function conflictRules(table: FieldTable): ConflictRules {
  const winners = new Set<string>();
  const figures = new Set<string>();
  const leaders = new Map<string, string>();
  const first = new Map<string, string>();
  for (const [name, { merge, question = name }] of Object.entries(table)) {
    if (merge === 'winner') winners.add(name);
    else if (merge === 'figures') figures.add(name);
    else if (question !== OTHER_QUESTION) {
      const leader = first.get(question);
      if (leader === undefined) first.set(question, name);
      else leaders.set(name, leader);
    }
  }
  return { winners, figures, leaders };
}

/** The rules of each kind of record, read off its table. */
export const CONFLICT_RULES: Readonly<Record<RecordKind, ConflictRules>> = {
  chld: conflictRules(CHILD_TABLE),
  scr: conflictRules(SCREENING_TABLE),
  mthr: conflictRules(MOTHER_TABLE),
};
