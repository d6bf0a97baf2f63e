import {
  FIELD_TABLES,
  type FieldTable,
  isRecord,
  type RawRecord,
  type RecordKind,
  sameContent,
} from '@crece/domain';

/** One field that the gate changes when reading. */
export interface Repair {
  readonly field: string;
  /** The stored value; undefined when the value comes from another place in the document. */
  readonly from: unknown;
  /** The value after repair; undefined when the field counts as missing. */
  readonly to: unknown;
}

/**
 * Whether the stored value is read unchanged; properties that reading adds to an object are not
 * repairs.
 */
function isReadAsItIs(stored: unknown, read: unknown): boolean {
  if (!isRecord(stored) || !isRecord(read)) return sameContent(stored, read);
  return Object.entries(stored).every(([name, value]) => sameContent(value, read[name]));
}

/** Whether a value is empty: the gate adds such values to records of older systems. */
function saysNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === 'Unknown') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.values(value).every(saysNothing);
}

/** The fields of a stored document that the gate repairs when reading, by name. */
export function repairsOf(kind: RecordKind, raw: RawRecord, record: RawRecord): readonly Repair[] {
  const table: FieldTable = FIELD_TABLES[kind];
  const older = Object.entries(table).flatMap(([, { olderPlace }]) => olderPlace?.[0] ?? []);
  const names = new Set([...Object.keys(raw), ...Object.keys(record)]);
  const repairs: Repair[] = [];
  for (const field of [...names].sort()) {
    if (field.startsWith('_') || (older.includes(field) && !Object.hasOwn(record, field))) continue;
    const from = Object.hasOwn(raw, field) ? raw[field] : undefined;
    const to = Object.hasOwn(record, field) ? record[field] : undefined;
    if (isReadAsItIs(from, to) || (from === undefined && saysNothing(to))) continue;
    repairs.push({ field, from, to });
  }
  return repairs;
}
