import type { Child, Mother, Screening } from '@crece/domain';
import { aMother } from '@crece/domain/testing';
import {
  type LocalUnit,
  openUnit,
  type SyncState,
  type Task,
  type UnreadableDocument,
  type VanishedData,
} from '@crece/storage';
import { newDisk, openPhone, type Phone } from '@crece/storage/testing';
import { onTestFinished } from 'vitest';

type Stored = Child | Screening | Mother;

/** A document as a unit keeps it; bodies that no gate would pass are meant too. */
type RawDocument = Readonly<Record<string, unknown>> & { readonly _id: string };

/** Who removed a record elsewhere, and when. */
export interface Removal {
  removedBy: string;
  removedAt: string;
}

/** What is known of a unit's synchronisation, as the ledger of the unit keeps it. */
export type KnownSync = Partial<Omit<SyncState, 'tasks' | 'vanished'>>;

/** What a test puts into a unit before it looks at a page. */
export interface UnitContent {
  stakeDB?: string;
  children?: readonly Child[];
  screenings?: readonly Screening[];
  mothers?: readonly Mother[];
  /** Documents as they are, such as those that no repair makes readable. */
  raw?: readonly RawDocument[];
  /** Versions from elsewhere that this device did not take, by the ledger. */
  untaken?: readonly UnreadableDocument[];
  /** Ids of records that exist only on this device; the server is known to have the others. */
  pendingIds?: readonly string[];
  /** Differs from a unit that was received whole and never synchronised since. */
  sync?: KnownSync & Partial<Pick<SyncState, 'vanished'>>;
  /** Open conflicts: both versions of each are written as two leaves of its record. */
  tasks?: readonly Task[];
  /** Records that were removed elsewhere: their last content stays readable. */
  removed?: readonly (Stored & Removal)[];
  /** Server clock minus device clock in milliseconds; null: no contact yet. */
  clockDifference?: number | null;
}

const phones = new WeakMap<LocalUnit, Phone>();

function phoneOf(unit: LocalUnit): Phone {
  const phone = phones.get(unit);
  if (phone === undefined) throw new Error('not a unit of openTestUnit');
  return phone;
}

const HASH_LENGTH = 32;
let written = 0;

/** The hash of another revision. `rank` decides which of two leaves of a document wins. */
function newHash(rank = '8'): string {
  written += 1;
  return rank + written.toString(16).padStart(HASH_LENGTH - 1, '0');
}

type Carried = Parameters<Phone['inside']['ledger']['receive']>[0][number];

/** A document as the server hands it over: on top of `ancestors`, the newest first. */
function carried(body: RawDocument, ancestors: readonly string[] = [], rank?: string): Carried {
  const ids = [newHash(rank), ...ancestors];
  const start = ids.length;
  return { ...body, _rev: `${start}-${ids[0] ?? ''}`, _revisions: { start, ids } };
}

/** What a person's removal leaves of a record. */
function removedDocument({ removedBy, removedAt, ...record }: RawDocument & Removal): RawDocument {
  return { ...record, _deleted: true, why: 'removed', removedBy, removedAt };
}

const isProvenance = (field: string): boolean =>
  /^(_.*|stamp|device|updatedAt|updatedBy|rules)$/.test(field);

/** A version's note of the generation that changed each field, given the fields of another version. */
function stampOf(body: RawDocument, other: object, generation: number): Record<string, unknown> {
  const fields = new Set([...Object.keys(body), ...Object.keys(other)]);
  const changed = [...fields].filter(
    (field) => !isProvenance(field) && body[field] !== Reflect.get(other, field),
  );
  const before: unknown = Reflect.get(other, 'stamp');
  return {
    ...(typeof before === 'object' ? before : {}),
    ...Object.fromEntries(changed.map((field) => [field, generation])),
  };
}

/** The two leaves of a conflict. Its first version is the one that lists show: it wins. */
function leavesOf({ first, second }: Task, deviceId: string): Carried[] {
  const ancestors = [newHash()];
  const sides = [
    { side: first, other: second, rank: 'f' },
    { side: second, other: first, rank: '4' },
  ];
  return sides.map(({ side, other, rank }) => {
    const { document, isHere, writtenBy, writtenAt, removed } = side;
    const body = {
      ...document,
      _id: String(document['_id']),
      stamp: stampOf({ ...document, _id: '' }, other.document, 2),
      device: isHere ? deviceId : 'another-device',
      ...(writtenBy === undefined ? {} : { updatedBy: writtenBy }),
      ...(writtenAt === undefined ? {} : { updatedAt: writtenAt }),
    };
    const { by: removedBy = '', at: removedAt = '' } = removed ?? {};
    const leaf = removed === undefined ? body : removedDocument({ ...body, removedBy, removedAt });
    return carried(leaf, ancestors, rank);
  });
}

/** Records come from the server, and every list shows them. */
async function receive({ inside }: Phone, documents: readonly Carried[]): Promise<void> {
  if (documents.length > 0) await inside.ledger.receive(documents);
  await inside.announce();
}

/** The newest version of a record with its history; undefined when the unit never had it. */
async function newest({ inside }: Phone, id: string): Promise<Carried | undefined> {
  return (await inside.store.leaves(id))[0];
}

/** The same record with another content, on top of what is there. */
async function nextVersion(phone: Phone, body: RawDocument): Promise<Carried> {
  const before = await newest(phone, body._id);
  const ancestors = before?._revisions.ids ?? [];
  const stamp = stampOf(body, before ?? {}, ancestors.length + 1);
  return carried({ ...body, stamp }, ancestors);
}

/** Writes records as an act on this device does: nobody else has them. */
async function writeHere(
  { inside, device }: Phone,
  records: readonly RawDocument[],
): Promise<void> {
  if (records.length === 0) return;
  const documents = records.map(({ _rev: _old, ...record }) => ({
    ...record,
    _id: String(record['_id']),
    device: device.id,
  }));
  await inside.writer.settle(documents);
}

type Ledger = Phone['inside']['ledger']['state'];

/** What a ledger notes so that the unit shows this of its synchronisation. */
function ledgerOf({ stamp, isIncomplete, arrival, refused }: KnownSync): Partial<Ledger> {
  const waiting: Record<string, Record<string, NonNullable<typeof refused>[number]>> = {};
  for (const each of refused ?? []) waiting[each.id] = { ...waiting[each.id], [each.rev]: each };
  const arriving = { state: 'partial', epoch: 'e', oldest: '1', after: null, done: 1, total: 2 };
  return {
    ...(stamp === undefined ? {} : { stamp, pulledTo: stamp?.serverSequence ?? null }),
    ...(isIncomplete === undefined ? {} : { isPullCut: isIncomplete }),
    ...(arrival === undefined ? {} : { isWhole: arrival === 'whole' }),
    ...(arrival === 'arriving' ? { download: arriving as Ledger['download'] } : {}),
    ...(refused === undefined ? {} : { waiting }),
  };
}

/** Writes into the unit's ledger and shows it. */
async function writeLedger({ inside }: Phone, ledger: Partial<Ledger>): Promise<void> {
  const id = 'crece-sync';
  await inside.ledger.note({});
  const { _id, ...stored } = (await inside.store.readLocal(id)) ?? { _id: id };
  const next = { ...inside.ledger.state, ...ledger };
  await inside.store.writeLocal(id, { ...stored, version: 1, ledger: next });
  await inside.ledger.load();
}

/** A device that remembers that a unit's records had vanished and were not read about yet. */
function diskThatMisses(stakeDB: string, vanished: VanishedData | null) {
  const disk = newDisk();
  if (vanished !== null) {
    disk.stores.values.set(`seen:${disk.prefix}crece_store_${stakeDB}`, {
      instance: 'the one that vanished',
      seenAt: vanished.seenAt,
      hasRecords: false,
      records: 0,
      pending: 0,
      syncedAt: null,
      vanished,
    });
  }
  return disk;
}

/**
 * A unit with this content: the real store on a database in memory, closed when the test ends. Its
 * clock is `Date`, which a test may set.
 */
export async function openTestUnit(content: UnitContent = {}): Promise<LocalUnit> {
  const stakeDB = content.stakeDB ?? 'test_stake_gtm';
  const { vanished = null, madeHere, ...sync } = content.sync ?? {};
  const phone = await openPhone({ stakeDB, disk: diskThatMisses(stakeDB, vanished) });
  onTestFinished(() => phone.close());
  const { unit, inside, device } = phone;
  phones.set(unit, phone);
  const { children = [], screenings = [], mothers = [], tasks = [], removed = [] } = content;
  const contested = new Set(tasks.map(({ id }) => id));
  const isOnlyHere = new Set(content.pendingIds);
  const records: RawDocument[] = [...children, ...screenings, ...mothers]
    .filter(({ _id }) => !contested.has(_id))
    .map((record) => ({ ...record }));
  await inside.ledger.receive(
    [
      ...records.filter(({ _id }) => !isOnlyHere.has(_id)).map((each) => carried(each)),
      ...(content.raw ?? []).map((each) => carried(each)),
      ...removed.map((each) => carried(removedDocument({ ...each }), [newHash()])),
      ...tasks.flatMap((task) => leavesOf(task, device.id)),
    ],
    { clockDifference: content.clockDifference ?? null },
  );
  await writeHere(
    phone,
    records.filter(({ _id }) => isOnlyHere.has(_id)),
  );
  const untaken = (content.untaken ?? []).map((each) => ({ ...each, rev: '1-a' }));
  await writeLedger(phone, { untaken, ...ledgerOf({ arrival: 'whole', ...sync }) });
  if (madeHere !== undefined) await inside.noteMade(madeHere);
  await inside.announce();
  return unit;
}

/**
 * One more use of a unit, as everybody in a tab opens it: whoever closes theirs leaves it to the
 * others.
 */
export function openAgain(unit: LocalUnit): Promise<LocalUnit> {
  const { device } = phoneOf(unit);
  return openUnit(unit.stakeDB, { device, timeZone: 'America/Guatemala' });
}

/** A record is written as another phone's version, and has arrived. */
export async function changeElsewhere(unit: LocalUnit, record: Stored): Promise<void> {
  const phone = phoneOf(unit);
  await receive(phone, [await nextVersion(phone, { ...record })]);
}

/** The versions of a contested record, the one that is shown first. */
async function versionsOf({ inside }: Phone, id: string): Promise<readonly [Carried, Carried]> {
  const leaves = await inside.store.leaves(id);
  const [first, second] = [...leaves].sort((a, b) => (a._rev < b._rev ? 1 : -1));
  if (first === undefined || second === undefined) throw new Error('not contested');
  return [first, second];
}

/** Another phone's version of a contested record: on top of the second one, or beside both. */
export async function addVersion(
  unit: LocalUnit,
  record: Stored,
  place: 'on-second' | 'beside',
): Promise<void> {
  const phone = phoneOf(unit);
  const [first, second] = await versionsOf(phone, record._id);
  const { ids } = second._revisions;
  const ancestors = place === 'on-second' ? ids : ids.slice(1);
  const other = place === 'on-second' ? second : first;
  const stamp = stampOf({ ...record }, other, ancestors.length + 1);
  await receive(phone, [carried({ ...record, stamp }, ancestors, '0')]);
}

/** Somebody else has ended a conflict: the second version is no longer one. */
export async function settleElsewhere(unit: LocalUnit, id: string): Promise<void> {
  const phone = phoneOf(unit);
  const [, { _revisions }] = await versionsOf(phone, id);
  await receive(phone, [carried({ _id: id, _deleted: true, why: 'merged' }, _revisions.ids)]);
}

/** A child with its screenings, or one screening, was removed on another phone. */
export async function removeElsewhere(
  unit: LocalUnit,
  id: string,
  removal: Removal,
): Promise<void> {
  const phone = phoneOf(unit);
  const gone: Carried[] = [];
  for (const each of [id, ...phone.inside.screeningIdsOf(id)]) {
    const record = await newest(phone, each);
    if (record === undefined) continue;
    const { _rev, _revisions, ...body } = record;
    gone.push(carried(removedDocument({ ...body, ...removal }), _revisions.ids));
  }
  await receive(phone, gone);
}

/** What is known of the synchronisation changes, as when a run has ended. */
export async function changeSync(unit: LocalUnit, next: KnownSync): Promise<void> {
  const phone = phoneOf(unit);
  await writeLedger(phone, ledgerOf(next));
  if (next.madeHere !== undefined) await phone.inside.noteMade(next.madeHere);
  await phone.inside.announce();
}

/** The next write fails on the disk with this, and changes nothing. */
export function failNextWrite(unit: LocalUnit, fault: unknown): void {
  phoneOf(unit).failNextWrite(fault);
}

/** A disk without room. */
export const FULL_DISK = new DOMException('no room', 'QuotaExceededError');

/** So many records exist only on this device: women are registered, or the server takes all it lacks. */
export async function setPending(unit: LocalUnit, count: number): Promise<void> {
  const phone = phoneOf(unit);
  const { inside } = phone;
  const missing = count - unit.snapshot().pending;
  if (missing < 0) {
    await inside.ledger.settle({ offered: await inside.store.lastSequence(), now: new Date() });
    await inside.announce();
    return setPending(unit, count);
  }
  const women = Array.from({ length: missing }, (_, index) => ({
    ...aMother(),
    _id: `mthr_${unit.stakeDB}_1746878400000_p${newHash().slice(-4)}${index % 10}`,
  }));
  await writeHere(phone, women);
}
