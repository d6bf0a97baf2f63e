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
import { PROVENANCE_NAMES, repairProvenance } from './provenance.ts';
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

function repairField(name: string, field: Field, place: Place): unknown {
  const { raw } = place;
  const repair = REPAIRS[field.kind];
  const value = repair(raw[name], field, place);
  if (value !== undefined || field.olderPlace === undefined) return value;
  return repair(olderValue(raw, field.olderPlace), field, place);
}

/** What the gate knows of one kind of record. */
export interface RecordShape {
  readonly fields: readonly (readonly [string, Field])[];
  /** Every name that is read, moved or written anew; any other stays as it came. */
  readonly names: ReadonlySet<string>;
  /** Of each group of fields one must be there. */
  readonly oneOf: readonly { readonly names: readonly string[]; readonly code: GateCode }[];
}

/** Makes a table ready for reading thousands of documents by it. */
export function shapeOf(table: FieldTable, oneOf: RecordShape['oneOf'] = []): RecordShape {
  const fields = Object.entries(table);
  const older = fields.flatMap(([, { olderPlace }]) => olderPlace?.[0] ?? []);
  return {
    fields,
    names: new Set<string>([...fields.map(([name]) => name), ...older, ...PROVENANCE_NAMES]),
    oneOf,
  };
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== '';
}

/**
 * Reads a stored record by its table: each field repaired as its kind tells, unknown fields as they
 * came. Refused with every reason when a field that it cannot do without cannot be read.
 */
export function readRecord(
  { fields, names, oneOf }: RecordShape,
  id: string,
  raw: RawRecord,
  context: GateContext,
): GateResult<Repaired> {
  const record: Repaired = { _id: id };
  for (const [name, value] of Object.entries(raw)) {
    if (!names.has(name) && name !== '_id') record[name] = value;
  }
  Object.assign(record, repairProvenance(raw));
  const codes: GateCode[] = [];
  const place = { raw, context };
  for (const [name, field] of fields) {
    const value = repairField(name, field, place);
    if (value !== undefined && value !== null) record[name] = value;
    else if (field.refusal !== undefined && (value === null || field.always)) {
      codes.push(field.refusal);
    } else if (field.always) record[name] = EMPTY[field.kind]?.();
  }
  const missing = oneOf.flatMap((group) =>
    group.names.some((name) => isThere(record[name])) ? [] : [group.code],
  );
  codes.unshift(...missing);
  return codes.length > 0 ? { ok: false, codes } : { ok: true, record };
}
