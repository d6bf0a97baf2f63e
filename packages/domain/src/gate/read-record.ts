import { readConsent } from '../base/consent.ts';
import { readHomes } from '../base/homes.ts';
import { isWithin } from '../base/limits.ts';
import { readMessaged } from '../base/messaged.ts';
import { readSameAs } from '../base/same-as.ts';
import type { Field, FieldKind, FieldTable } from '../fields/field.ts';
import { isMeasured } from '../screening/measured.ts';
import { readClinicAnswers } from '../slip/clinic-answer.ts';
import { readSlips } from '../slip/slip.ts';
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
  repairOutside,
  repairSex,
  repairText,
  wordOrAbsent,
} from './repairs.ts';

/** A record whose field types the gate has checked. */
type Repaired = Record<string, unknown> & { _id: string };

/** The document that is being read, and its context. */
interface Place {
  readonly raw: RawRecord;
  readonly context: GateContext;
}

/** Repairs a value; undefined when it is missing, null when it is unreadable. */
type Repair = (value: unknown, field: Field, place: Place) => unknown;

function repairWithin(value: unknown, { limits }: Field): number | undefined {
  const number = numberOrAbsent(value);
  if (number === undefined || limits === undefined) return number;
  return isWithin(number, limits) ? number : undefined;
}

/** The sex of the record, or else of the child in its `owner` field. */
function sexOf(value: unknown, field: Field, { raw, context }: Place) {
  const sex = repairSex(value);
  if (sex !== undefined || field.ofChild !== true) return sex;
  const owner = repairText(raw['owner']);
  return owner === undefined ? undefined : context.sexOf?.(owner);
}

/** A measurement; older systems wrote 0 or less for "not measured". */
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
  membership: (value) => (value === undefined ? undefined : repairMemberStatus(value)),
  answer: repairAnswer,
  mark: (value) => (repairAnswer(value) === true ? true : undefined),
  number: (value, field) => repairWithin(value, field),
  measure: repairMeasure,
  override: (value, field) => (value === false ? false : repairWithin(value, field)),
  outside: repairOutside,
  zScores: repairZScores,
  actions: repairActions,
  told: repairTold,
  sameAs: readSameAs,
  consent: readConsent,
  homes: readHomes,
  slips: readSlips,
  clinicAnswers: readClinicAnswers,
  messaged: readMessaged,
  word: (value, field) => wordOrAbsent(field.words ?? [], value),
};

/** The empty value of kinds for a record that lacks a mandatory field. */
const EMPTY: Readonly<Partial<Record<FieldKind, () => unknown>>> = {
  actions: () => [],
  membership: () => 'Unknown',
};

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
  /** Whether the field can get a value although none is stored under its name. */
  readonly isExpected?: boolean;
}

/** Everything the gate needs to read one kind of record. */
export interface RecordShape {
  readonly readers: readonly FieldReader[];
  /** Of each group of fields at least one must be present. */
  readonly oneOf: readonly { readonly names: readonly string[]; readonly code: GateCode }[];
}

/** Prepares a table once, for reading thousands of documents. */
export function shapeOf(table: FieldTable, oneOf: RecordShape['oneOf'] = []): RecordShape {
  const fields = Object.entries(table).map(([name, field]) => ({
    name,
    field,
    read: (stored: unknown, place: Place) => repairField(stored, field, place),
    isExpected: field.always || field.olderPlace !== undefined,
  }));
  // Older field names that are not fields today: their values are moved, so the old names are
  // removed.
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
 * Reads a stored record by its table: repairs each field by its kind and keeps unknown fields.
 * Refuses the record, with all reasons, when a mandatory field is unreadable. Nearly every record
 * is already valid: it is copied whole, and only repaired values are overwritten.
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
