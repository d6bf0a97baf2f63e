import {
  canonical,
  forbiddenNames,
  type GateCode,
  hasEscapedName,
  isRecord,
  kindOfId,
  PROTOCOL_NAMES,
  type RawRecord,
  type ReadDocument,
  type RecordKind,
  readDocument,
  type Sex,
  unitOfId,
  withoutFields,
} from '@crece/domain';
import { type Repair, repairsOf } from './repairs-of.ts';

/** The result for one document, before comparing it with what is stored. */
export type DocumentVerdict =
  /** Every field is valid as stored. */
  | 'taken'
  /** Accepted unchanged; some fields are repaired whenever it is read. */
  | 'repaired'
  /** Kept unchanged, and listed as unreadable wherever records are shown. */
  | 'unreadable'
  /** Not a record: a design document, a deletion, or a document of another kind. */
  | 'left-out'
  /** Cannot be stored, or not in this unit: the person who moves the records must check it. */
  | 'refused';

/** Why a document is unreadable, left out or refused, or a remark about an accepted one. */
export type DocumentReason =
  | GateCode
  | 'not-utf8'
  | 'not-json'
  | 'too-long'
  | 'too-large'
  | 'id-invalid'
  | 'row-without-document'
  | 'design-document'
  | 'deleted'
  | 'other-unit'
  | 'attachments-left-out'
  | 'other-versions-left-out'
  /** The unit's own version is unreadable; this one replaces it. */
  | 'replaces-unreadable'
  | 'no-child'
  | 'unreadable-child'
  /** The child's sex was missing; all its screenings say the same one. */
  | 'gender-of-screenings';

/** What is known of a child, in the file or in the unit. */
export type KnownChild = Sex | 'unreadable' | undefined;

export interface ExamineContext {
  readonly stakeDB: string;
  readonly timeZone: string;
  readonly childOf: (childId: string) => KnownChild;
  /** The sex that all screenings of a child say; undefined when they say none, or both. */
  readonly sexSaidOf: (childId: string) => Sex | undefined;
  /** Whether the catalogue has a unit with this database. */
  readonly isUnit: (stakeDB: string) => boolean;
  /** Whether documents whose id names another unit are accepted. */
  readonly takesOtherUnits: boolean;
  /** Whether a database accepts a document with this id. */
  readonly canHaveId: (id: string) => boolean;
  /** Maximum bytes of a document's JSON; a phone could not change a larger one. */
  readonly largest: number;
}

/** One document of the file with its result and all reasons. */
export interface ExaminedDocument {
  readonly id: string;
  readonly kind: RecordKind | null;
  readonly verdict: DocumentVerdict;
  readonly reasons: readonly DocumentReason[];
  readonly repairs: readonly Repair[];
  /** The document to store, without the replication's own fields; null when it is not stored. */
  readonly document: (RawRecord & { readonly _id: string }) | null;
}

/** The document of a line: a row of `_all_docs` has it in `doc`, where `null` means "deleted". */
function unwrapped(value: unknown): RawRecord | DocumentReason {
  if (!isRecord(value)) return 'not-an-object';
  if (Object.hasOwn(value, '_id')) return value;
  if (isRecord(value['doc'])) return value['doc'];
  if (value['doc'] === null || value['error'] === 'not_found') return 'deleted';
  return Object.hasOwn(value, 'key') ? 'row-without-document' : 'id-missing';
}

function idOf(value: unknown): string {
  if (!isRecord(value)) return '';
  const id = value['_id'] ?? value['id'];
  return typeof id === 'string' ? id : '';
}

/** The document without fields of the replication of its former database. */
function content(raw: RawRecord): RawRecord {
  const names = PROTOCOL_NAMES.filter((name) => name !== '_id');
  return withoutFields(raw, [...names, '_attachments']);
}

function hasOtherVersions({ _conflicts: conflicts }: RawRecord): boolean {
  return Array.isArray(conflicts) && conflicts.length > 0;
}

/** Parts that are removed from a stored document, reported so that nobody looks for them later. */
function leftOut(raw: RawRecord): DocumentReason[] {
  return [
    ...(isRecord(raw['_attachments']) ? (['attachments-left-out'] as const) : []),
    ...(hasOtherVersions(raw) ? (['other-versions-left-out'] as const) : []),
  ];
}

/** Why a document is not a record of the programme; null for a record. */
function whyLeftOut(id: string, raw: RawRecord): DocumentReason | null {
  if (id.startsWith('_design/')) return 'design-document';
  if (raw['_deleted'] === true) return 'deleted';
  return kindOfId(id) === null ? 'unknown-kind' : null;
}

function bytesOf(document: RawRecord): number {
  return new TextEncoder().encode(JSON.stringify(document)).length;
}

/** Every reason why a document cannot be stored in this unit. */
function whyRefused(id: string, kept: RawRecord, context: ExamineContext): DocumentReason[] {
  const reasons: DocumentReason[] = [...forbiddenNames(kept)];
  if (reasons.length === 0 && hasEscapedName(kept)) reasons.push('name-characters');
  if (!context.canHaveId(id)) reasons.push('id-invalid');
  // The size of a document that is nested too deeply is not calculated.
  if (reasons.length === 0 && bytesOf(kept) > context.largest) reasons.push('too-large');
  const unit = unitOfId(id);
  if (unit !== null && unit !== context.stakeDB && context.isUnit(unit)) {
    if (!context.takesOtherUnits) reasons.push('other-unit');
  }
  return reasons;
}

function childReason(owner: unknown, { childOf }: ExamineContext): DocumentReason[] {
  const child = typeof owner === 'string' ? childOf(owner) : undefined;
  if (child === undefined) return ['no-child'];
  return child === 'unreadable' ? ['unreadable-child'] : [];
}

function recordOf(read: ReadDocument): object | null {
  if (read.kind === 'child') return read.child;
  if (read.kind === 'screening') return read.screening;
  return read.kind === 'mother' ? read.mother : null;
}

function readAt(kept: RawRecord, { timeZone, childOf }: ExamineContext): ReadDocument {
  const sexOf = (childId: string): Sex | undefined => {
    const child = childOf(childId);
    return child === 'unreadable' ? undefined : child;
  };
  return readDocument(kept, { timeZone, sexOf });
}

/** Whether a record does not say boy or girl at all; a word that cannot be read stays as it is. */
function lacksSex({ gender }: RawRecord): boolean {
  return gender === undefined || gender === null || gender === '';
}

/** Examines one document of an older system, from a line of a file or a row of `_all_docs`. */
export function examineDocument(value: unknown, context: ExamineContext): ExaminedDocument {
  const raw = unwrapped(value);
  if (typeof raw === 'string') {
    const verdict = raw === 'deleted' ? 'left-out' : 'refused';
    const id = idOf(value);
    return { id, kind: null, verdict, reasons: [raw], repairs: [], document: null };
  }
  const id = idOf({ _id: raw['_id'] });
  const kind = kindOfId(id);
  const not = (verdict: DocumentVerdict, reasons: readonly DocumentReason[]): ExaminedDocument => ({
    id,
    kind,
    verdict,
    reasons,
    repairs: [],
    document: null,
  });
  if (id === '') return not('refused', ['id-missing']);
  const foreign = whyLeftOut(id, raw);
  if (foreign !== null || kind === null) return not('left-out', [foreign ?? 'unknown-kind']);
  const bare: RawRecord & { readonly _id: string } = { ...content(raw), _id: id };
  const said = kind === 'chld' && lacksSex(bare) ? context.sexSaidOf(id) : undefined;
  const kept = said === undefined ? bare : { ...bare, gender: said };
  const completed = said === undefined ? [] : (['gender-of-screenings'] as const);
  const refusals = whyRefused(id, kept, context);
  if (refusals.length > 0) return not('refused', refusals);

  const read = readAt(kept, context);
  const record = recordOf(read);
  const ofChild = kind === 'scr' ? childReason(kept['owner'], context) : [];
  const found = { id, kind, document: canonical(kept) };
  if (read.kind === 'unreadable' || record === null) {
    const codes = read.kind === 'unreadable' ? read.codes : [];
    const reasons = [...codes, ...completed, ...ofChild, ...leftOut(raw)];
    return { ...found, verdict: 'unreadable', reasons, repairs: [] };
  }
  const repairs = repairsOf(kind, kept, { ...record });
  const verdict = repairs.length === 0 ? 'taken' : 'repaired';
  return { ...found, verdict, reasons: [...completed, ...ofChild, ...leftOut(raw)], repairs };
}

/**
 * Id and sex of a child's document, needed for the screenings whose owner it is; null for other
 * documents.
 */
export function childIn(value: unknown, timeZone: string): { id: string; sex: Sex | null } | null {
  const raw = unwrapped(value);
  if (typeof raw === 'string' || raw['_deleted'] === true) return null;
  const id = idOf({ _id: raw['_id'] });
  if (kindOfId(id) !== 'chld') return null;
  const read = readDocument({ ...content(raw), _id: id }, { timeZone });
  return { id, sex: read.kind === 'child' ? read.child.gender : null };
}

/** The owner of a screening's document and the sex that it repeats; null for other documents. */
export function ownerIn(value: unknown): { id: string; sex: Sex } | null {
  const raw = unwrapped(value);
  if (typeof raw === 'string' || raw['_deleted'] === true) return null;
  if (kindOfId(idOf({ _id: raw['_id'] })) !== 'scr') return null;
  const { owner, gender } = raw;
  return typeof owner === 'string' && (gender === 'Boy' || gender === 'Girl')
    ? { id: owner, sex: gender }
    : null;
}
