import { parseText } from '../parse.ts';
import { type FieldTable, type FieldValue, fieldsOf, type NamesOf } from './field.ts';

/** Kinds that a form types, or chooses, as text. */
const TEXT_KINDS = ['name', 'text', 'date', 'sex', 'membership', 'measure'] as const;
type TextKind = (typeof TEXT_KINDS)[number];

/** Kinds that a form answers: what it holds is what is stored. */
const ANSWERED_KINDS = ['answer', 'word', 'number', 'override'] as const;
type AnsweredKind = (typeof ANSWERED_KINDS)[number];

/** The names of a table's fields that a person types as text. */
type TypedNames<Table extends FieldTable> = NamesOf<Table, { by: 'person'; kind: TextKind }>;

/** A record as it is being typed: texts stay texts until they are parsed. */
export type TypedTexts<Table extends FieldTable> = {
  readonly [Name in TypedNames<Table>]: string;
};

/** What a form holds of the fields that are answered and not typed. */
export type AnsweredFields<Table extends FieldTable> = {
  readonly [Name in NamesOf<Table, { by: 'person'; kind: AnsweredKind }>]?:
    | FieldValue<Table[Name]>
    | undefined;
};

/** Texts of a record that are stored as they are typed. */
type StoredTexts<Table extends FieldTable> = {
  -readonly [Name in NamesOf<Table, { by: 'person'; kind: 'text' }>]?: string;
};

function namesOfKinds(table: FieldTable, kinds: readonly string[]): readonly string[] {
  return Object.entries(table).flatMap(([name, { by, kind }]) =>
    by === 'person' && kinds.includes(kind) ? [name] : [],
  );
}

/** The names of the fields that a person types as text, in the table's order. */
export function typedNames<Table extends FieldTable>(table: Table): readonly TypedNames<Table>[] {
  return namesOfKinds(table, TEXT_KINDS) as TypedNames<Table>[];
}

/** A value as a person would type it: nothing where there is none. */
function asTyped(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The texts of a stored record as a form shows them; empty ones for a record that is not there. */
export function typedTexts<Table extends FieldTable>(
  table: Table,
  record: object = {},
): TypedTexts<Table> {
  return fieldsOf(typedNames(table), (name) => asTyped(Reflect.get(record, name)));
}

/** What was typed into the fields that are stored as they are typed, without blanks and empty ones. */
export function parsedTexts<Table extends FieldTable>(
  table: Table,
  draft: TypedTexts<Table>,
): StoredTexts<Table> {
  const parsed: Record<string, string> = {};
  for (const name of typedNames(table)) {
    const text = table[name]?.kind === 'text' ? parseText(draft[name]) : undefined;
    if (text !== undefined) parsed[name] = text;
  }
  // Every name is one of the table's texts.
  return parsed as StoredTexts<Table>;
}

/** The answers of a record or of a form, absent ones left out. */
export function answeredFields<Table extends FieldTable>(
  table: Table,
  source: AnsweredFields<Table>,
): AnsweredFields<Table> {
  const answers: Record<string, unknown> = {};
  for (const name of namesOfKinds(table, ANSWERED_KINDS)) {
    const answer: unknown = Reflect.get(source, name);
    if (answer !== undefined) answers[name] = answer;
  }
  // Taken from a source of this very type.
  return answers as AnsweredFields<Table>;
}
