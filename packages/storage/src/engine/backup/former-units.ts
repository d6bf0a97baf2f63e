import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import { requested } from '../../unit/records/connection.ts';
import { lineOf } from './entries.ts';
import { headerOf, SALT_BYTES } from './format.ts';
import type { MadeBackup } from './make-backup.ts';
import { canEncrypt, deriveKey, isTooShort } from './passphrase.ts';
import { SealedWriter } from './sealed-writer.ts';

/** Names of the databases in which PouchDB kept units for the first builds. */
const FORMER = '_pouch_crece_unit_';
/** A database beside a unit's own, with what could be worked out again from it. */
const OF_VIEWS = '-mrview-';

/** Records read at once. */
const PAGE = 200;

/** A unit that an early build of the application left on this device; nothing reads it any more. */
export interface FormerUnit {
  readonly stakeDB: string;
  /** Number of records, removed ones too. */
  readonly records: number;
}

/** A revision with those that came after it, as PouchDB keeps them. */
type Node = [hash: string, about: { status?: string; deleted?: boolean }, after: Node[]];

async function namesOfFormer(): Promise<string[]> {
  // A browser that cannot list its databases never ran those builds.
  if (typeof indexedDB === 'undefined' || !('databases' in indexedDB)) return [];
  const databases = await indexedDB.databases();
  return databases.flatMap(({ name }) => (name?.startsWith(FORMER) ? [name] : []));
}

/** Opens a database as it is; null when it has not these stores. */
async function opened(name: string): Promise<IDBDatabase | null> {
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => request.transaction?.abort();
  const database = await requested(request);
  const hasStores = ['document-store', 'by-sequence'].every((store) =>
    database.objectStoreNames.contains(store),
  );
  if (hasStores) return database;
  database.close();
  return null;
}

/** The units of early builds that lie on this device. */
export async function formerUnits(): Promise<readonly FormerUnit[]> {
  const units: FormerUnit[] = [];
  for (const name of await namesOfFormer()) {
    if (name.includes(OF_VIEWS)) continue;
    const database = await opened(name);
    const store = database?.transaction('document-store').objectStore('document-store');
    const records = store === undefined ? 0 : await requested(store.count());
    database?.close();
    units.push({ stakeDB: name.slice(FORMER.length), records });
  }
  return units;
}

/** The leaves below a revision, each with its ancestry, newest first. */
function* leavesIn(
  generation: number,
  [hash, { status, deleted }, after]: Node,
  before: readonly string[] = [],
): Generator<{ generation: number; ids: string[]; deleted: boolean }> {
  const ids = [hash, ...before];
  if (after.length === 0 && status !== 'missing') {
    yield { generation, ids, deleted: deleted === true };
  }
  for (const next of after) yield* leavesIn(generation + 1, next, ids);
}

/** Every open version of the records of a page. */
async function documentsOf(
  database: IDBDatabase,
  stored: readonly { id: string; data: string }[],
): Promise<CarriedDocument[]> {
  const index = database.transaction('by-sequence').objectStore('by-sequence').index('_doc_id_rev');
  const found = stored.flatMap(({ id, data }) => {
    const { rev_tree: roots } = JSON.parse(data) as { rev_tree: { pos: number; ids: Node }[] };
    return roots.flatMap(({ pos, ids }) =>
      [...leavesIn(pos, ids)].map(async (leaf) => {
        const _rev = `${leaf.generation}-${leaf.ids[0]}`;
        const body: unknown = await requested(index.get(`${id}::${_rev}`));
        if (typeof body !== 'object' || body === null) return [];
        const { _doc_id_rev, ...fields } = body as Record<string, unknown>;
        const document: CarriedDocument = {
          ...fields,
          _id: id,
          _rev,
          _revisions: { start: leaf.generation, ids: leaf.ids },
        };
        return leaf.deleted ? [{ ...document, _deleted: true }] : [document];
      }),
    );
  });
  return (await Promise.all(found)).flat();
}

/** All records of a unit with their ancestry, in pages. */
async function* recordsOf(database: IDBDatabase): AsyncGenerator<readonly CarriedDocument[]> {
  for (let after = ''; ; ) {
    const store = database.transaction('document-store').objectStore('document-store');
    const range = IDBKeyRange.lowerBound(after, true);
    const page = (await requested(store.getAll(range, PAGE))) as { id: string; data: string }[];
    yield await documentsOf(
      database,
      page.filter(({ id }) => !id.startsWith('_design/')),
    );
    const last = page.at(-1)?.id;
    if (page.length < PAGE || last === undefined) return;
    after = last;
  }
}

/**
 * Makes a backup file of everything in the databases of early builds. What of it the server has is
 * not known any more, so all is in the file; loading it changes nothing that is the same.
 */
export async function backUpFormer(passphrase: string, now: Date): Promise<MadeBackup> {
  if (!canEncrypt()) return { ok: false, code: 'not-available' };
  if (isTooShort(passphrase)) return { ok: false, code: 'passphrase-too-short' };
  const header = headerOf(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
  const writer = new SealedWriter(header, await deriveKey(passphrase, header));
  await writer.add(lineOf({ kind: 'backup', madeAt: now.toISOString() }));
  const units = [];
  for (const { stakeDB } of await formerUnits()) {
    const database = await opened(FORMER + stakeDB);
    if (database === null) continue;
    const ids = new Set<string>();
    await writer.add(lineOf({ kind: 'unit', stakeDB, devices: [], madeHere: [] }));
    for await (const documents of recordsOf(database)) {
      for (const document of documents) {
        ids.add(document._id);
        await writer.add(lineOf({ kind: 'revision', document }));
      }
    }
    database.close();
    units.push({ stakeDB, records: ids.size, mark: { instance: '', sequence: 0 } });
  }
  return { ok: true, file: await writer.finish(), units };
}

/** Removes the databases of early builds from this device. */
export async function removeFormer(): Promise<void> {
  for (const name of await namesOfFormer()) await requested(indexedDB.deleteDatabase(name));
}
