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

/** A document as a unit stores it; it may also have content that no validation accepts. */
type RawDocument = Readonly<Record<string, unknown>> & { readonly _id: string };

/** Who removed a record on another phone, and when. */
export interface Removal {
  removedBy: string;
  removedAt: string;
  /** Where it lives now: it was not removed, but moved. */
  movedTo?: { stakeDB: string; id: string };
}

/** What is known about a unit's synchronisation, as the unit's ledger stores it. */
export type KnownSync = Partial<Omit<SyncState, 'tasks' | 'vanished'>>;

/** The records and the state that a test puts into a unit before it renders a page. */
export interface UnitContent {
  stakeDB?: string;
  children?: readonly Child[];
  screenings?: readonly Screening[];
  mothers?: readonly Mother[];
  /** Documents stored unchanged, such as those that no repair makes readable. */
  raw?: readonly RawDocument[];
  /** Versions from other devices that this device did not accept, from the ledger. */
  untaken?: readonly UnreadableDocument[];
  /** Ids of records that exist only on this device; the server is known to have all others. */
  pendingIds?: readonly string[];
  /** Differences from a unit that was received completely and not synchronised since. */
  sync?: KnownSync & Partial<Pick<SyncState, 'vanished'>>;
  /** Open conflicts: both versions of each are written as two leaves of its record. */
  tasks?: readonly Task[];
  /** Records that were removed on another phone: their last content stays readable. */
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

/** Hash for another revision. `rank` decides which of two leaves of a document wins. */
function newHash(rank = '8'): string {
  written += 1;
  return rank + written.toString(16).padStart(HASH_LENGTH - 1, '0');
}

type Carried = Parameters<Phone['engine']['ledger']['receive']>[0][number];

/** A document as the server sends it, on top of `ancestors`, newest first. */
function carried(body: RawDocument, ancestors: readonly string[] = [], rank?: string): Carried {
  const ids = [newHash(rank), ...ancestors];
  const start = ids.length;
  return { ...body, _rev: `${start}-${ids[0] ?? ''}`, _revisions: { start, ids } };
}

/** The tombstone that a person's removal leaves of a record. */
function removedDocument({ removedBy, removedAt, ...record }: RawDocument & Removal): RawDocument {
  const why = record.movedTo === undefined ? 'removed' : 'moved';
  return { ...record, _deleted: true, why, removedBy, removedAt };
}

const isProvenance = (field: string): boolean =>
  /^(_.*|stamp|device|updatedAt|updatedBy|rules)$/.test(field);

/**
 * The stamp of a version: the generation that changed each field, compared with the fields of
 * another version.
 */
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

/** The two leaves of a conflict. The first version wins: lists show it. */
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

/** Receives records from the server, so that every list shows them. */
async function receive({ engine }: Phone, documents: readonly Carried[]): Promise<void> {
  if (documents.length > 0) await engine.ledger.receive(documents);
  await engine.announce();
}

/**
 * The newest version of a record with its history; undefined when the unit never had the record.
 */
async function newest({ engine }: Phone, id: string): Promise<Carried | undefined> {
  return (await engine.store.leaves(id))[0];
}

/** The same record with other content, on top of the newest version. */
async function nextVersion(phone: Phone, body: RawDocument): Promise<Carried> {
  const before = await newest(phone, body._id);
  const ancestors = before?._revisions.ids ?? [];
  const stamp = stampOf(body, before ?? {}, ancestors.length + 1);
  return carried({ ...body, stamp }, ancestors);
}

/** Writes records as a person's act on this device does: no other device has them. */
async function writeHere(
  { engine, device }: Phone,
  records: readonly RawDocument[],
): Promise<void> {
  if (records.length === 0) return;
  const documents = records.map(({ _rev: _old, ...record }) => ({
    ...record,
    _id: String(record['_id']),
    device: device.id,
  }));
  await engine.writer.settle(documents);
}

type Ledger = Phone['engine']['ledger']['state'];

/** The ledger entries that make the unit show this state of its synchronisation. */
function ledgerOf({ stamp, isIncomplete, arrival, refused, erasedAt }: KnownSync): Partial<Ledger> {
  const waiting: Record<string, Record<string, NonNullable<typeof refused>[number]>> = {};
  for (const each of refused ?? []) waiting[each.id] = { ...waiting[each.id], [each.rev]: each };
  const arriving = { state: 'partial', epoch: 'e', oldest: '1', after: null, done: 1, total: 2 };
  return {
    ...(stamp === undefined ? {} : { stamp, pulledTo: stamp?.serverSequence ?? null }),
    ...(isIncomplete === undefined ? {} : { isPullCut: isIncomplete }),
    ...(erasedAt === undefined ? {} : { erasedAt }),
    ...(arrival === undefined ? {} : { isWhole: arrival === 'whole' }),
    ...(arrival === 'arriving' ? { download: arriving as Ledger['download'] } : {}),
    ...(refused === undefined ? {} : { waiting }),
  };
}

/** Writes into the unit's ledger and updates the snapshot. */
async function writeLedger({ engine }: Phone, ledger: Partial<Ledger>): Promise<void> {
  const id = 'crece-sync';
  await engine.ledger.note({});
  const { _id, ...stored } = (await engine.store.readLocal(id)) ?? { _id: id };
  const next = { ...engine.ledger.state, ...ledger };
  await engine.store.writeLocal(id, { ...stored, version: 1, ledger: next });
  await engine.ledger.load();
}

/** A device on which vanished records of a unit are noted and the notice was not read yet. */
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
  const { unit, engine, device } = phone;
  phones.set(unit, phone);
  const { children = [], screenings = [], mothers = [], tasks = [], removed = [] } = content;
  const contested = new Set(tasks.map(({ id }) => id));
  const isOnlyHere = new Set(content.pendingIds);
  const records: RawDocument[] = [...children, ...screenings, ...mothers]
    .filter(({ _id }) => !contested.has(_id))
    .map((record) => ({ ...record }));
  await engine.ledger.receive(
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
  if (madeHere !== undefined) await engine.noteMade(madeHere);
  await engine.announce();
  return unit;
}

/**
 * Opens the unit a second time, as several parts of a tab do: when one of them closes its own, the
 * others keep it.
 */
export function openAgain(unit: LocalUnit): Promise<LocalUnit> {
  const { device } = phoneOf(unit);
  return openUnit(unit.stakeDB, { device, timeZone: 'America/Guatemala' });
}

/**
 * Closes a unit, so that its rows are kept, and holds back all but the first of them when it is
 * opened again, until the returned function is called.
 */
export async function holdRest(unit: LocalUnit): Promise<() => void> {
  const { store } = phoneOf(unit).device;
  await unit.close();
  const { get } = store;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  store.get = async (name, key) => {
    if (name === 'projections' && !key.endsWith('/first')) await held;
    return get(name, key);
  };
  return () => letGo();
}

/** Writes a record as another phone's version that has arrived on this device. */
export async function changeElsewhere(unit: LocalUnit, record: Stored): Promise<void> {
  const phone = phoneOf(unit);
  await receive(phone, [await nextVersion(phone, { ...record })]);
}

/** The versions of a record in conflict, the one that is shown first. */
async function versionsOf({ engine }: Phone, id: string): Promise<readonly [Carried, Carried]> {
  const leaves = await engine.store.leaves(id);
  const [first, second] = [...leaves].sort((a, b) => (a._rev < b._rev ? 1 : -1));
  if (first === undefined || second === undefined) throw new Error('not contested');
  return [first, second];
}

/**
 * Adds another phone's version of a record in conflict: on top of the second version, or as a third
 * one.
 */
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

/** Ends a conflict as another person: the second version is no longer open. */
export async function settleElsewhere(unit: LocalUnit, id: string): Promise<void> {
  const phone = phoneOf(unit);
  const [, { _revisions }] = await versionsOf(phone, id);
  await receive(phone, [carried({ _id: id, _deleted: true, why: 'merged' }, _revisions.ids)]);
}

/** Removes a child with its screenings, or one screening, as another phone does. */
export async function removeElsewhere(
  unit: LocalUnit,
  id: string,
  removal: Removal,
): Promise<void> {
  const phone = phoneOf(unit);
  const gone: Carried[] = [];
  for (const each of [id, ...phone.engine.screeningIdsOf(id)]) {
    const record = await newest(phone, each);
    if (record === undefined) continue;
    const { _rev, _revisions, ...body } = record;
    gone.push(carried(removedDocument({ ...body, ...removal }), _revisions.ids));
  }
  await receive(phone, gone);
}

/** Changes what is known about the synchronisation, as the end of a run does. */
export async function changeSync(unit: LocalUnit, next: KnownSync): Promise<void> {
  const phone = phoneOf(unit);
  await writeLedger(phone, ledgerOf(next));
  if (next.madeHere !== undefined) await phone.engine.noteMade(next.madeHere);
  await phone.engine.announce();
}

/** Makes the next write fail on the disk with this fault; it changes nothing. */
export function failNextWrite(unit: LocalUnit, fault: unknown): void {
  phoneOf(unit).failNextWrite(fault);
}

/** The error of a disk without free space. */
export const FULL_DISK = new DOMException('no room', 'QuotaExceededError');

/**
 * Makes this number of records exist only on this device: registers women, or marks everything as
 * received by the server.
 */
export async function setPending(unit: LocalUnit, count: number): Promise<void> {
  const phone = phoneOf(unit);
  const { engine } = phone;
  const missing = count - unit.snapshot().pending;
  if (missing < 0) {
    await engine.ledger.settle({ offered: await engine.store.lastSequence(), now: new Date() });
    await engine.announce();
    return setPending(unit, count);
  }
  const women = Array.from({ length: missing }, (_, index) => ({
    ...aMother(),
    _id: `mthr_${unit.stakeDB}_1746878400000_p${newHash().slice(-4)}${index % 10}`,
  }));
  await writeHere(phone, women);
}
