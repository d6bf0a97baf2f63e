import {
  CHILD_FIELD_NAMES,
  CHILD_RECORD_NAMES,
  CHILD_SUMMARY_NAMES,
  type Child,
  cardNumberIssue,
  checkDocument,
  FAMILY_ANSWERS,
  planChildEdit,
  readConsent,
  readDocument,
  type Screening,
  timeZoneOfUnit,
  withoutFields,
} from '@crece/domain';
import { hasSameContent, isContent, type Signature, signedBy } from '@crece/replication';
import { recordIdsOf } from '../../moved/same-child.ts';
import { draftParts, revisionOf } from '../../store/document.ts';
import type { DocumentStore, DraftDocument, StoredDocument } from '../../store/document-store.ts';
import type { PushedRevision } from '../push-log.ts';

export type ReplacedChild =
  | { ok: true; document: StoredDocument }
  | { ok: false; code: 'not-found' | 'conflict' }
  | { ok: false; code: 'validation'; codes: readonly string[] };

export interface ChildReplacement {
  stakeDB: string;
  childId: string;
  body: Readonly<Record<string, unknown>>;
  signature: Signature;
  /**
   * Called before each write with its planned revisions; the returned function, after it, with
   * those written.
   */
  offer: (
    planned: readonly PushedRevision[],
  ) => Promise<(written: readonly PushedRevision[]) => void>;
}

/**
 * Fields that a body cannot change: derived fields, fields of the list only, and fields that keep
 * their first value.
 */
const IGNORED = [
  ...CHILD_SUMMARY_NAMES,
  ...CHILD_RECORD_NAMES,
  'currentBMI',
  'display',
  'backGroundColor',
] as const;

/** How often screenings are written again when other writers change them at the same moment. */
const TRIES = 5;

interface Records {
  child: Child;
  screenings: readonly Screening[];
  documents: ReadonlyMap<string, StoredDocument>;
}

function childOf(raw: unknown, stakeDB: string): Child | null {
  const read = readDocument(raw, { timeZone: timeZoneOfUnit(stakeDB) });
  return read.kind === 'child' ? read.child : null;
}

/**
 * The child with all its screenings. A record behind another one of the same child has none: what
 * leads the child is assessed by.
 */
async function readRecords(
  store: DocumentStore,
  { stakeDB, childId }: ChildReplacement,
): Promise<Records | null> {
  const stored = await store.read(childId);
  const child = stored === null ? null : childOf(stored, stakeDB);
  if (stored === null || child === null) return null;
  const documents = new Map([[childId, stored]]);
  const screenings: Screening[] = [];
  const context = { timeZone: timeZoneOfUnit(stakeDB), sexOf: () => child.gender };
  const recordIds = await recordIdsOf(store, childId);
  if (recordIds[0] !== childId) return { child, screenings, documents };
  for await (const document of store.listBy('owner', recordIds)) {
    const read = readDocument(document, context);
    if (read.kind !== 'screening') continue;
    documents.set(document._id, document);
    screenings.push(read.screening);
  }
  return { child, screenings, documents };
}

function draftsOf(
  records: readonly (Child | Screening)[],
  documents: ReadonlyMap<string, StoredDocument>,
  signature: Signature,
): DraftDocument[] {
  return records.map((record) => signedBy(signature, record, documents.get(record._id)));
}

/** Offers, writes and reports what was written; returns the new revisions by id. */
async function writeAll(
  store: DocumentStore,
  drafts: readonly DraftDocument[],
  offer: ChildReplacement['offer'],
): Promise<ReadonlyMap<string, string>> {
  // In units both back ends give an edit this revision, so it is known before the write.
  const settle = await offer(
    drafts.map((draft) => [draft._id, revisionOf(draftParts(draft), draft._rev ?? null)] as const),
  );
  const results = await store.write(drafts);
  const written = results.flatMap((result) =>
    result.ok ? [[result.id, result.rev] as const] : [],
  );
  settle(written);
  return new Map(written);
}

/** Assesses a child's screenings again for the stored child, and writes those that differ. */
async function settle(store: DocumentStore, replacement: ChildReplacement): Promise<void> {
  for (let i = 0; i < TRIES; i += 1) {
    const records = await readRecords(store, replacement);
    if (records === null) return;
    const { child, screenings, documents } = records;
    const other: Child = { ...child, gender: child.gender === 'Boy' ? 'Girl' : 'Boy' };
    const plan = planChildEdit(other, child, screenings);
    const wrong = [...plan.screenings, plan.child].filter((record) => {
      const known = [child, ...screenings].find(({ _id }) => _id === record._id);
      return known !== undefined && !hasSameContent(known, record);
    });
    if (wrong.length === 0) return;
    const drafts = draftsOf(wrong, documents, replacement.signature);
    const { size } = await writeAll(store, drafts, replacement.offer);
    if (size === drafts.length) return;
  }
}

/** The stored answers of the family about which a body says nothing that can be read: no silence takes a no back. */
function keptAnswers(content: Readonly<Record<string, unknown>>, stored: StoredDocument) {
  const names = FAMILY_ANSWERS.filter(
    (name) => readConsent(content[name]) === undefined && stored[name] !== undefined,
  );
  return Object.fromEntries(names.map((name) => [name, stored[name]]));
}

/**
 * The stored child with the body's fields: typed fields are replaced as a whole, but for the family's
 * answers; those and unknown fields only where the body names them.
 */
function editedChild(
  { stakeDB, childId, body }: ChildReplacement,
  stored: StoredDocument,
): { ok: true; child: Child } | { ok: false; codes: readonly string[] } {
  const checked = checkDocument({ ...body, _id: childId });
  if (!checked.ok) return checked;
  const content = Object.fromEntries(Object.entries(body).filter(([name]) => isContent(name)));
  const next = {
    ...withoutFields(stored, CHILD_FIELD_NAMES),
    ...withoutFields(content, IGNORED),
    ...keptAnswers(content, stored),
    _id: childId,
  };
  const child = childOf(next, stakeDB);
  if (child === null) return { ok: false, codes: ['not-a-child'] };
  const card = cardNumberIssue(child.cardNumber, childOf(stored, stakeDB)?.cardNumber);
  return card === null ? { ok: true, child } : { ok: false, codes: [card.code] };
}

/**
 * Replaces the current revision of one child. When sex or birth date change, its screenings are
 * assessed again, and its derived fields with them.
 */
export async function replaceChild(
  store: DocumentStore,
  replacement: ChildReplacement,
): Promise<ReplacedChild> {
  const { stakeDB, childId, body, signature } = replacement;
  const stored = await store.read(childId);
  if (stored === null) return { ok: false, code: 'not-found' };
  if (body['_rev'] !== stored._rev) return { ok: false, code: 'conflict' };
  const edited = editedChild(replacement, stored);
  if (!edited.ok) return { ok: false, code: 'validation', codes: edited.codes };
  const before = childOf(stored, stakeDB);
  const isAssessedAgain =
    before !== null &&
    (before.gender !== edited.child.gender || before.birthDate !== edited.child.birthDate);
  const records = isAssessedAgain ? await readRecords(store, replacement) : null;
  const plan =
    records === null
      ? { child: edited.child, screenings: [] }
      : planChildEdit(records.child, edited.child, records.screenings);

  const documents = new Map([...(records?.documents ?? []), [childId, stored]]);
  const drafts = draftsOf([...plan.screenings, plan.child], documents, signature);
  const revs = await writeAll(store, drafts, replacement.offer);
  if (revs.size < drafts.length) await settle(store, replacement);
  const rev = revs.get(childId);
  if (rev === undefined) return { ok: false, code: 'conflict' };
  const main = drafts.find(({ _id }) => _id === childId);
  return { ok: true, document: { ...main, _id: childId, _rev: rev } };
}
