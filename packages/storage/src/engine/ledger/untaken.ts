import { kindOfId, readDocument, type Sex } from '@crece/domain';
import { boundOf, generationOf } from '@crece/replication';
import type { LedgerState, Untaken } from '../../unit/known/ledger-state.ts';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import type { UnitRecords } from '../../unit/records/unit-records.ts';
import { isOwnVersion } from './unreadable-here.ts';

/** Reason code for a version whose generation nobody takes. */
export const GENERATION_TOO_HIGH = 'generation-too-high';
/** Reason code for a record whose id names another unit. */
export const OTHER_UNIT = 'id-of-other-unit';
/** Code beside the gate's own: the version was not taken, and the record stays as it was. */
const NOT_TAKEN = 'version-not-taken';
/** So many of the list keep their text; of more the names are enough. */
const MAX_TEXTS = 100;

/** Whether a document is readable depends neither on the zone nor on which sex its child has. */
const ANY_CONTEXT = { timeZone: 'UTC', sexOf: (): Sex => 'Girl' };

/** Whether the generation of a version that the server holds is one that anybody takes. */
export function isInBounds({ _rev, _revisions: { start } }: CarriedDocument): boolean {
  const newest = Math.max(start, generationOf(_rev));
  return boundOf({ highest: null, newest, unjoined: null }, 'server') === 'in-order';
}

/** Why a version cannot be read; empty when it can. Of a deletion nothing is read. */
function faultsOf(document: CarriedDocument): readonly string[] {
  if (!isInBounds(document)) return [GENERATION_TOO_HIGH];
  if (document._deleted === true) return [];
  const read = readDocument(document, ANY_CONTEXT);
  return read.kind === 'unreadable' ? read.codes : [];
}

/** A received version that was not taken. */
interface NotTaken {
  document: CarriedDocument;
  codes: readonly string[];
}

/** What a batch brings of one record, divided. */
interface Divided {
  documents: readonly CarriedDocument[];
  untaken: readonly NotTaken[];
}

/**
 * Divides what came of one record when something of it cannot be read. Where the record is shown
 * here, nothing is taken: a deletion beside the version that replaces it would hide the record. Where
 * it is not, what can be read is taken, without deletions, and else all that can be stored.
 */
async function divided(
  store: UnitRecords,
  group: readonly CarriedDocument[],
  faults: ReadonlyMap<CarriedDocument, readonly string[]>,
): Promise<Divided> {
  const untaken = [...faults].map(([document, codes]) => ({ document, codes }));
  const [winner] = await store.leaves(group[0]?._id ?? '');
  const isShown = winner !== undefined && !winner._deleted && faultsOf(winner).length === 0;
  if (isShown) return { documents: [], untaken };
  const readable = group.filter((each) => !faults.has(each) && each._deleted !== true);
  if (readable.length > 0) return { documents: readable, untaken };
  return {
    documents: group.filter(isInBounds),
    untaken: untaken.filter(({ document }) => !isInBounds(document)),
  };
}

/** Ids of records that name another unit and were never here. */
async function strangersAmong(
  store: UnitRecords,
  given: readonly CarriedDocument[],
  isOfOtherUnit: (id: string) => boolean,
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(given.map(({ _id }) => _id))].filter(isOfOtherUnit);
  const here = await store.leavesOfMany(ids);
  return new Set(ids.filter((_, place) => here[place]?.length === 0));
}

/** Whether no other version of its record is in the batch, in which a record's versions are adjacent. */
function isAlone(given: readonly CarriedDocument[], place: number): boolean {
  const id = given[place]?._id;
  return given[place - 1]?._id !== id && given[place + 1]?._id !== id;
}

/**
 * Separates the documents to be stored from those that cannot be. All that the batch brings of one
 * record is judged together. `isFresh`: nothing of them is here, so that a version which comes alone
 * can hide nothing and is not read; reading all of a first download costs a fourteenth of its time.
 */
export async function sortedOut(
  store: UnitRecords,
  all: readonly CarriedDocument[],
  { isFresh, isOfOtherUnit }: { isFresh: boolean; isOfOtherUnit: (id: string) => boolean },
): Promise<Divided> {
  const strangers = await strangersAmong(store, all, isOfOtherUnit);
  const given = strangers.size === 0 ? all : all.filter(({ _id }) => !strangers.has(_id));
  const astray = all
    .filter(({ _id }) => strangers.has(_id))
    .map((document) => ({ document, codes: [OTHER_UNIT] }));
  const faults = new Map<string, Map<CarriedDocument, readonly string[]>>();
  for (const [place, document] of given.entries()) {
    if (isFresh && isAlone(given, place) && isInBounds(document)) continue;
    const codes = faultsOf(document);
    if (codes.length === 0) continue;
    const ofRecord = faults.get(document._id) ?? new Map<CarriedDocument, readonly string[]>();
    faults.set(document._id, ofRecord.set(document, codes));
  }
  if (faults.size === 0) return { documents: given, untaken: astray };
  const documents = given.filter(({ _id }) => !faults.has(_id));
  const untaken: NotTaken[] = astray;
  for (const [id, ofRecord] of faults) {
    const group = given.filter(({ _id }) => _id === id);
    const part = await divided(store, group, ofRecord);
    documents.push(...part.documents);
    untaken.push(...part.untaken);
  }
  return { documents, untaken };
}

function listed({ document, codes }: NotTaken, hasText: boolean): Untaken {
  const { _revisions, ...raw } = document;
  const { _id: id, _rev: rev } = raw;
  const owner = raw['owner'];
  const isOwn = codes.includes(GENERATION_TOO_HIGH) || codes.includes(OTHER_UNIT);
  return {
    id,
    rev,
    codes: isOwn ? codes : [NOT_TAKEN, ...codes],
    raw: hasText ? raw : { _id: id, _rev: rev },
    ...(typeof owner === 'string' && kindOfId(id) === 'scr' ? { childId: owner } : {}),
  };
}

/**
 * The list of versions that were not taken after a batch: without those that were stored now, and
 * of each record only the last one.
 */
export function withUntaken(before: LedgerState['untaken'], batch: Divided): readonly Untaken[] {
  const { documents, untaken } = batch;
  if (untaken.length === 0 && before.length === 0) return before;
  const stored = new Set(documents.map(({ _id, _rev }) => `${_rev} ${_id}`));
  // What this device itself cannot read ends in `withoutUnreadable`.
  const left = before.filter((each) => isOwnVersion(each) || !stored.has(`${each.rev} ${each.id}`));
  if (untaken.length === 0 && left.length === before.length) return before;
  const list = new Map(left.map((each) => [each.id, each]));
  for (const each of untaken) {
    const { _id: id } = each.document;
    list.set(id, listed(each, list.size < MAX_TEXTS || list.has(id)));
  }
  return [...list.values()];
}
