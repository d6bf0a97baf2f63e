import type { Field, FieldKind, FieldTable } from '../fields/field.ts';
import { isWithin } from '../limits.ts';
import { isMeasured } from '../screening/measured.ts';
import {
  type GateCode,
  type GateContext,
  type GateResult,
  isRecord,
  type RawRecord,
} from './gate-codes.ts';
import { PROVENANCE_READERS } from './provenance.ts';
import { repairActions, repairTold, repairZScores } from './read-assessment.ts';
import {
  numberOrAbsent,
  repairAnswer,
  repairDate,
  repairMemberStatus,
  repairNumber,
  repairSex,
  repairText,
  wordOrAbsent,
} from './repairs.ts';

/** A record whose fields' kinds the gate has made sure of. */
type Repaired = Record<string, unknown> & { _id: string };

/** The document that is read, and what is known beside it. */
interface Place {
  readonly raw: RawRecord;
  readonly context: GateContext;
}

/** Answers undefined where there is no value, null where there is one that cannot be read. */
type Repair = (value: unknown, field: Field, place: Place) => unknown;

function repairWithin(value: unknown, { limits }: Field): number | undefined {
  const number = numberOrAbsent(value);
  if (number === undefined || limits === undefined) return number;
  return isWithin(number, limits) ? number : undefined;
}

/** The sex of the record, or of the child that it names as its owner. */
function sexOf(value: unknown, field: Field, { raw, context }: Place) {
  const sex = repairSex(value);
  if (sex !== undefined || field.ofChild !== true) return sex;
  const owner = repairText(raw['owner']);
  return owner === undefined ? undefined : context.sexOf?.(owner);
}

/** A measurement; 0 and less was an older system's "not measured". */
function repairMeasure(value: unknown): number | null | undefined {
  const measure = repairNumber(value);
  if (measure === 'invalid') return null;
  return isMeasured(measure) ? measure : undefined;
}

const REPAIRS: Readonly<Record<FieldKind, Repair>> = {
  text: repairText,
  name: (value) => repairText(value) ?? '',
  date: (value, _field, { context }) => repairDate(value, context.timeZone),
  sex: sexOf,
  membership: repairMemberStatus,
  answer: repairAnswer,
  mark: (value) => (repairAnswer(value) === true ? true : undefined),
  number: (value, field) => repairWithin(value, field),
  measure: repairMeasure,
  override: (value, field) => (value === false ? false : repairWithin(value, field)),
  zScores: repairZScores,
  actions: repairActions,
  told: repairTold,
  word: (value, field) => wordOrAbsent(field.words ?? [], value),
};

/** What each kind is where every record has it and this one does not. */
const EMPTY: Readonly<Partial<Record<FieldKind, () => unknown>>> = { actions: () => [] };

function olderValue(raw: RawRecord, [outer, inner]: NonNullable<Field['olderPlace']>): unknown {
  const value = raw[outer];
  if (inner === undefined) return value;
  return isRecord(value) ? value[inner] : undefined;
}

function repairField(value: unknown, field: Field, place: Place): unknown {
  const repair = REPAIRS[field.kind];
  const repaired = repair(value, field, place);
  if (repaired !== undefined || field.olderPlace === undefined) return repaired;
  return repair(olderValue(place.raw, field.olderPlace), field, place);
}

/** How one field is read. */
interface FieldReader {
  readonly name: string;
  readonly read: (stored: unknown, place: Place) => unknown;
  readonly field?: Field;
  /** Whether it may have a value where none is stored under its name. */
  readonly isExpected?: boolean;
}

/** What the gate knows of one kind of record. */
export interface RecordShape {
  readonly readers: readonly FieldReader[];
  /** Of each group of fields one must be there. */
  readonly oneOf: readonly { readonly names: readonly string[]; readonly code: GateCode }[];
}

/** Makes a table ready for reading thousands of documents by it. */
export function shapeOf(table: FieldTable, oneOf: RecordShape['oneOf'] = []): RecordShape {
  const fields = Object.entries(table).map(([name, field]) => ({
    name,
    field,
    read: (stored: unknown, place: Place) => repairField(stored, field, place),
    isExpected: field.always || field.olderPlace !== undefined,
  }));
  // What stood under a name that is no field today has moved.
  const left = fields
    .flatMap(({ field }) => field.olderPlace?.[0] ?? [])
    .filter((name) => !(name in table))
    .map((name) => ({ name, read: () => undefined }));
  return { readers: [...left, ...PROVENANCE_READERS, ...fields], oneOf };
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== '';
}

/**
 * Reads a stored record by its table: each field repaired as its kind tells, unknown fields as they
 * came. Refused with every reason when a field that it cannot do without cannot be read. Nearly every
 * record is as it should be: it is copied whole, and only what reads otherwise is written.
 */
export function readRecord(
  { readers, oneOf }: RecordShape,
  id: string,
  raw: RawRecord,
  context: GateContext,
): GateResult<Repaired> {
  const record: Repaired = { ...raw, _id: id };
  const codes: GateCode[] = [];
  const place = { raw, context };
  for (const { name, read, field, isExpected } of readers) {
    const stored = raw[name];
    if (stored === undefined && !isExpected) continue;
    let value = read(stored, place);
    if (field !== undefined && (value === undefined || value === null)) {
      const { refusal, always, kind } = field;
      if (refusal !== undefined && (value === null || always)) codes.push(refusal);
      value = always && EMPTY[kind]?.();
    }
    if (value === undefined) Reflect.deleteProperty(record, name);
    else if (!Object.is(value, stored)) record[name] = value;
  }
  const missing = oneOf.flatMap((group) =>
    group.names.some((name) => isThere(record[name])) ? [] : [group.code],
  );
  codes.unshift(...missing);
  return codes.length > 0 ? { ok: false, codes } : { ok: true, record };
}
