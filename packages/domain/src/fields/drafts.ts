import { type FieldTable, type FieldValue, fieldsOf, type NamesOf } from './field.ts';
import { parseText } from './parse.ts';

/** Kinds of field whose form control holds text. */
const TEXT_KINDS = ['name', 'text', 'date', 'sex', 'membership', 'measure'] as const;
type TextKind = (typeof TEXT_KINDS)[number];

/** Kinds of field whose form control holds the stored value itself. */
const ANSWERED_KINDS = ['answer', 'word', 'number', 'override', 'outside'] as const;
type AnsweredKind = (typeof ANSWERED_KINDS)[number];

/** The names of a table's fields that a person types as text. */
type TypedNames<Table extends FieldTable> = NamesOf<Table, { by: 'person'; kind: TextKind }>;

/** A record as it is being typed: values stay text until they are parsed. */
export type TypedTexts<Table extends FieldTable> = {
  readonly [Name in TypedNames<Table>]: string;
};

/** The fields of a form whose controls hold the stored value itself. */
export type AnsweredFields<Table extends FieldTable> = {
  readonly [Name in NamesOf<Table, { by: 'person'; kind: AnsweredKind }>]?:
    | FieldValue<Table[Name]>
    | undefined;
};

/** Fields whose text is stored as typed. */
type StoredTexts<Table extends FieldTable> = {
  -readonly [Name in NamesOf<Table, { by: 'person'; kind: 'text' }>]?: string;
};

/** Names by their kinds and table, which are constants: an import asks for them in every row. */
const known = new Map<readonly string[], WeakMap<FieldTable, readonly string[]>>();

function namesOfKinds(table: FieldTable, kinds: readonly string[]): readonly string[] {
  const ofKinds = known.get(kinds) ?? new WeakMap<FieldTable, readonly string[]>();
  known.set(kinds, ofKinds);
  const names =
    ofKinds.get(table) ??
    Object.entries(table).flatMap(([name, { by, kind }]) =>
      by === 'person' && kinds.includes(kind) ? [name] : [],
    );
  ofKinds.set(table, names);
  return names;
}

/** The names of the fields that a person types as text, in the table's order. */
export function typedNames<Table extends FieldTable>(table: Table): readonly TypedNames<Table>[] {
  return namesOfKinds(table, TEXT_KINDS) as TypedNames<Table>[];
}

/** A stored value as form text: empty for a missing value. */
function asTyped(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The texts of a stored record as a form shows them; all empty for a missing record. */
export function typedTexts<Table extends FieldTable>(
  table: Table,
  record: object = {},
): TypedTexts<Table> {
  return fieldsOf(typedNames(table), (name) => asTyped(Reflect.get(record, name)));
}

/** The typed values of fields that are stored as text, trimmed, without empty ones. */
export function parsedTexts<Table extends FieldTable>(
  table: Table,
  draft: TypedTexts<Table>,
): StoredTexts<Table> {
  const parsed: Record<string, string> = {};
  for (const name of typedNames(table)) {
    const text = table[name]?.kind === 'text' ? parseText(draft[name]) : undefined;
    if (text !== undefined) parsed[name] = text;
  }
  // Every name is a text field of the table.
  return parsed as StoredTexts<Table>;
}

/** The answered fields of a record or form, without absent ones. */
export function answeredFields<Table extends FieldTable>(
  table: Table,
  source: AnsweredFields<Table>,
): AnsweredFields<Table> {
  const answers: Record<string, unknown> = {};
  for (const name of namesOfKinds(table, ANSWERED_KINDS)) {
    const answer: unknown = Reflect.get(source, name);
    if (answer !== undefined) answers[name] = answer;
  }
  // Copied from a source of this same type.
  return answers as AnsweredFields<Table>;
}
