import { parseText } from '../parse.ts';
import type { FieldTable, NamesOf } from './field.ts';

/** Kinds that a form types, or chooses, as text. */
const TEXT_KINDS = ['name', 'text', 'date', 'sex', 'membership', 'measure'] as const;
type TextKind = (typeof TEXT_KINDS)[number];

const ARE_TEXT: ReadonlySet<string> = new Set(TEXT_KINDS);

/** Names of the fields that a person types as text. */
export type TypedNames<Table extends FieldTable> = {
  [Kind in TextKind]: NamesOf<Table, { by: 'person'; kind: Kind }>;
}[TextKind];

/** A record as it is being typed: texts stay texts until they are parsed. */
export type TypedTexts<Table extends FieldTable> = {
  readonly [Name in TypedNames<Table>]: string;
};

function typedNames<Table extends FieldTable>(table: Table): readonly TypedNames<Table>[] {
  const names = Object.entries(table).flatMap(([name, { by, kind }]) =>
    by === 'person' && ARE_TEXT.has(kind) ? [name] : [],
  );
  // `Object.entries` widens names to text.
  return names as TypedNames<Table>[];
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
  const texts = typedNames(table).map(
    (name) => [name, asTyped(Reflect.get(record, name))] as const,
  );
  return Object.fromEntries(texts) as TypedTexts<Table>;
}

/** What was typed into the fields that are stored as they are typed, without blanks and empty ones. */
export function parsedTexts<Table extends FieldTable>(
  table: Table,
  draft: TypedTexts<Table>,
): { [Name in NamesOf<Table, { by: 'person'; kind: 'text' }>]?: string } {
  const parsed: Record<string, string> = {};
  for (const name of typedNames(table)) {
    const text = table[name]?.kind === 'text' ? parseText(draft[name]) : undefined;
    if (text !== undefined) parsed[name] = text;
  }
  // Every name is one of the table's texts.
  return parsed as { [Name in NamesOf<Table, { by: 'person'; kind: 'text' }>]?: string };
}
