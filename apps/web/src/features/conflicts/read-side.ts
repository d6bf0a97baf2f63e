import {
  type Child,
  CONFLICT_RULES,
  kindOfId,
  type Mother,
  readDocument,
  type Screening,
  type Sex,
} from '@crece/domain';
import type { Choice, Task, TaskSide } from '@crece/storage';

/** A version of a record as readable: repaired by the gate, or unchanged. */
export type SideRecord =
  | { readonly kind: 'child'; readonly child: Child; readonly fields: SideFields }
  | { readonly kind: 'screening'; readonly screening: Screening; readonly fields: SideFields }
  | { readonly kind: 'mother'; readonly mother: Mother; readonly fields: SideFields }
  | { readonly kind: 'unreadable'; readonly fields: SideFields };

/** A record's values by field name. */
export type SideFields = Readonly<Record<string, unknown>>;

export interface SideContext {
  readonly timeZone: string;
  /** The sex of the record's child, for a screening that does not contain it. */
  readonly sex: Sex | undefined;
}

function living(document: SideFields): SideFields {
  const { _deleted, ...record } = document;
  return record;
}

/** Reads a document as lists do: numbers stored as text become numbers. */
export function readFields(document: SideFields, { timeZone, sex }: SideContext): SideRecord {
  const read = readDocument(living(document), { timeZone, sexOf: () => sex });
  switch (read.kind) {
    case 'child':
      return { kind: 'child', child: read.child, fields: { ...read.child } };
    case 'screening':
      return { kind: 'screening', screening: read.screening, fields: { ...read.screening } };
    case 'mother':
      return { kind: 'mother', mother: read.mother, fields: { ...read.mother } };
    case 'unreadable':
    case 'foreign':
      return { kind: 'unreadable', fields: document };
  }
}

/** Reads one side of a task. */
export const readSide = (side: TaskSide, context: SideContext): SideRecord =>
  readFields(side.document, context);

/** The field and the fields that belong to it: one question decides all of them. */
function decidedBy(id: string, field: string): readonly string[] {
  const kind = kindOfId(id);
  const leaders = kind === null ? [] : [...CONFLICT_RULES[kind].leaders];
  return [field, ...leaders.flatMap(([name, leader]) => (leader === field ? [name] : []))];
}

/**
 * The record that a choice results in: the version that lists show, with the values of the other
 * side where the choice takes them.
 */
export function chosenFields(
  { id, first, second }: Pick<Task, 'id' | 'first' | 'second'>,
  choice: Choice,
) {
  const fields: Record<string, unknown> = { ...first.document };
  for (const [field, side] of Object.entries(choice)) {
    if (side === 'first') continue;
    for (const name of decidedBy(id, field)) {
      if (Object.hasOwn(second.document, name)) fields[name] = second.document[name];
      else delete fields[name];
    }
  }
  return fields;
}
