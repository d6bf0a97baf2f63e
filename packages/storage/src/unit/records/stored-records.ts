import { REVS_LIMIT } from '@crece/replication';
import { storageError } from '../../base/faults.ts';
import { StorageError } from '../../base/storage-error.ts';
import { runWhenIdle } from '../../base/when-idle.ts';
import { BLOCK_SIZE, type BlockSize } from './block.ts';
import type { CarriedDocument } from './carried-document.ts';
import { type Damaged, readChanges } from './changes.ts';
import type { WriteContext } from './context.ts';
import { carriedLeaf, carriedLeaves, documentOf, type Entry, knows } from './entry.ts';
import { findHead, type Head, readHead } from './head.ts';
import type { KeyValueStore, Transaction } from './key-value.ts';
import { readLocal, writeLocal } from './locals.ts';
import { type Damage, type Directory, lookUp, readDirectory } from './lookup.ts';
import type {
  Changes,
  Document,
  IsSettled,
  LostRange,
  RevisionOf,
  Taken,
  TakeOptions,
  Tidied,
  UnitRecords,
  UnreadEntry,
  WriteDurability,
  Written,
} from './unit-records.ts';

/** IndexedDB takes a 32-bit count; no unit has as many documents as this. */
const MOST_CHANGES = 1_000_000;

/**
 * Up to this many ids (a child's file) are looked up in `docs` and in the blocks at the same time.
 */
const FEW = 48;

export interface StoredRecordsOptions {
  /** Maximum number of revisions kept per leaf. */
  revisionLimit?: number;
  blockSize?: BlockSize;
}

/**
 * The records of a unit in a key-value store. `docs` has one entry for each document that was
 * written here or received alone; `blocks` has documents as a download brings them; a document in
 * `docs` covers its row in a block. See `docs/decisions/0080-a-phone-store-of-our-own.md`.
 */
export class StoredRecords implements UnitRecords {
  readonly name: string;
  readonly #store: KeyValueStore;
  readonly #limit: number;
  readonly #size: BlockSize;
  onLost: () => void = () => undefined;
  onClosed: () => void = () => undefined;
  onTaken: (taken: Taken) => void = () => undefined;
  #instance: string | null = null;
  #directory: Directory | null = null;
  #isClosed = false;
  /** Set while the connection is released for another tab that may remove the database. */
  #pause: Promise<void> | null = null;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(store: KeyValueStore, options: StoredRecordsOptions = {}) {
    this.name = store.name;
    this.#store = store;
    store.onClosed = () => this.onClosed();
    this.#limit = options.revisionLimit ?? REVS_LIMIT;
    this.#size = options.blockSize ?? BLOCK_SIZE;
  }

  open(): Promise<string> {
    if (this.#instance === null) {
      // Load the chunk early, so that a person's first save finds it. A failure here occurs again
      // at the save, which reports it.
      runWhenIdle(() => void import('./changing.ts').catch(() => null));
      return this.#run(() => this.#opened());
    }
    // The id was known before, but the database may have been removed since.
    return this.#read(async (_, head) => (await head).instance);
  }

  lastSequence(): Promise<number> {
    return this.#read(async (_, head) => (await head).sequence);
  }

  async read(id: string): Promise<Document | null> {
    return (await this.readMany([id])).get(id) ?? null;
  }

  async readMany(ids: readonly string[]): Promise<Map<string, Document>> {
    const entries = await this.#entries(ids);
    const living = [...entries.values()].filter(({ deleted }) => !deleted);
    return new Map(living.map((entry) => [entry.id, documentOf(entry)]));
  }

  async leaves(id: string): Promise<CarriedDocument[]> {
    return (await this.leavesOfMany([id])).flat();
  }

  async leavesOfMany(ids: readonly string[]): Promise<CarriedDocument[][]> {
    const entries = await this.#entries(ids);
    return ids.map((id) => {
      const entry = entries.get(id);
      return entry === undefined ? [] : carriedLeaves(entry);
    });
  }

  async revisions(asked: readonly RevisionOf[]): Promise<CarriedDocument[]> {
    const entries = await this.#entries(asked.map(({ id }) => id));
    return asked.flatMap(({ id, rev }) => {
      const entry = entries.get(id);
      return (entry && carriedLeaf(entry, rev)) ?? [];
    });
  }

  async missing(asked: ReadonlyMap<string, readonly string[]>): Promise<Map<string, string[]>> {
    const entries = await this.#entries([...asked.keys()]);
    const missing = new Map<string, string[]>();
    for (const [id, revs] of asked) {
      const entry = entries.get(id);
      const unknown = revs.filter((rev) => entry === undefined || !knows(entry, rev));
      if (unknown.length > 0) missing.set(id, unknown);
    }
    return missing;
  }

  async changesSince(since: number, limit: number): Promise<Changes> {
    const { changes, sequence, damaged } = await this.#read(async (transaction, head) =>
      readChanges(transaction, await head, since, Math.min(limit, MOST_CHANGES)),
    );
    await this.#setAside(damaged);
    return { changes, sequence };
  }

  async write(documents: readonly Document[], durability: WriteDurability): Promise<Written[]> {
    if (documents.length === 0) return [];
    return this.#run(async () => {
      const { draftOf, writeDrafts } = await import('./changing.ts');
      const drafts = documents.map(draftOf);
      return this.#transact(durability, (context, attempt) =>
        writeDrafts(context, drafts, attempt > 1),
      );
    });
  }

  async take(
    documents: readonly CarriedDocument[],
    { isOnServer = false, durability = 'relaxed' }: Partial<TakeOptions> = {},
  ): Promise<Taken> {
    if (documents.length === 0) return { written: 0, changes: [], range: null };
    const taken = await this.#packing(async () => {
      const { carriedRevision, followed, grouped, takeRevisions } = await import('./changing.ts');
      const groups = grouped(documents.map(carriedRevision));
      return this.#transact(durability, (before) =>
        followed(before, (context) => takeRevisions(context, groups, isOnServer)),
      );
    });
    if (taken.written > 0) this.onTaken(taken);
    return taken;
  }

  readLocal(id: string): Promise<Document | null> {
    return this.#readMeta((transaction) => readLocal(transaction, id));
  }

  writeLocal(
    id: string,
    document: Omit<Document, '_id'>,
    durability: WriteDurability = 'strict',
  ): Promise<void> {
    return this.#write(durability, ({ transaction }) => writeLocal(transaction, id, document));
  }

  async tidy(isSettled: IsSettled, after: string): Promise<Tidied> {
    return this.#packing(async () => {
      const { followed, tidyStretch } = await import('./changing.ts');
      return this.#transact('relaxed', (before) =>
        followed(before, (context) => tidyStretch(context, isSettled, after)),
      );
    });
  }

  async erase(ids: readonly string[]): Promise<Taken> {
    return this.#packing(async () => {
      const { eraseEntries, followed } = await import('./erasing.ts');
      return this.#transact('strict', (before) =>
        followed(before, (context) => eraseEntries(context, ids)),
      );
    });
  }

  async lost(): Promise<LostRange[]> {
    return this.#readMeta((await import('./changing.ts')).readLost);
  }

  async unread(): Promise<UnreadEntry[]> {
    return this.#readMeta((await import('./changing.ts')).readUnread);
  }

  async inspect(): Promise<void> {
    const { inspected, repair } = await import('./changing.ts');
    const found = await this.#read(async (transaction, head) => inspected(transaction, await head));
    if (found.head !== null) await this.#write('strict', repair);
    if (found.isLost) this.onLost();
  }

  async forgetLost(range: LostRange): Promise<void> {
    const { forgetLost } = await import('./changing.ts');
    return this.#write('relaxed', async ({ transaction }) => forgetLost(transaction, range));
  }

  async pause(over: () => Promise<boolean>): Promise<boolean> {
    let goOn: () => void = () => undefined;
    this.#pause = new Promise((resolve) => {
      goOn = resolve;
    });
    try {
      await Promise.allSettled(this.#underWay);
      await this.#store.disconnect();
      // When `over` fails, the next read shows whether the database still exists.
      const isThere = await over().catch(() => true);
      this.#isClosed ||= !isThere;
    } finally {
      this.#pause = null;
      goOn();
    }
    try {
      // Throws `closed` when the database was removed and created again meanwhile.
      await this.lastSequence();
    } catch (error) {
      if (storageError(error).code === 'closed') this.#isClosed = true;
    }
    return !this.#isClosed;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#store.close();
  }

  async destroy(): Promise<void> {
    await this.#run(() => this.#store.destroy());
    this.#isClosed = true;
  }

  /** Entries by id, from `docs` and from the blocks. */
  async #entries(asked: readonly string[]): Promise<ReadonlyMap<string, Entry>> {
    if (asked.length === 0) return new Map();
    const ids = [...new Set(asked)].sort();
    const { entries, damages } = await this.#read(async (transaction, head) => {
      const remembered = ids.length <= FEW ? this.#directory : null;
      if (remembered !== null) {
        // The remembered directory is nearly always valid: read head, documents and blocks in one
        // round.
        const reading = lookUp(transaction, remembered, ids, 'at-once');
        const [{ blocks }, found] = await Promise.all([head, reading]);
        if (blocks === remembered.version) return found;
      }
      return lookUp(transaction, await this.#directoryOf(transaction, await head), ids);
    });
    await this.#setAside(damages);
    return entries;
  }

  async #directoryOf(transaction: Transaction, head: Head): Promise<Directory> {
    this.#directory = await readDirectory(transaction, head, this.#directory);
    return this.#directory;
  }

  async #setAside(damaged: readonly Damaged[]): Promise<void> {
    if (damaged.length === 0) return;
    const { setAsideStillDamaged } = await import('./changing.ts');
    const count = await this.#write('strict', (context) => setAsideStillDamaged(context, damaged));
    if (count > 0) this.onLost();
  }

  /**
   * Runs a reading operation. It must await the head before it ends, because reading the head
   * detects a removed database.
   */
  #read<T>(operation: (transaction: Transaction, head: Promise<Head>) => Promise<T>): Promise<T> {
    return this.#run(async () => {
      const instance = await this.#opened();
      return this.#store.read((transaction) =>
        operation(transaction, readHead(transaction, instance)),
      );
    });
  }

  #readMeta<T>(operation: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#read(async (transaction, head) => {
      await head;
      return operation(transaction);
    });
  }

  /** Runs an operation that changes blocks, and keeps the directory that it leaves. */
  async #packing<T extends { damages: readonly Damage[] }>(
    operation: () => Promise<T & { directory: Directory }>,
  ): Promise<Omit<T, 'damages' | 'directory'>> {
    const { damages, directory, ...result } = await this.#run(operation);
    // Only now: a transaction that failed has changed nothing.
    this.#directory = directory;
    if (damages.length > 0) this.onLost();
    return result;
  }

  #write<T>(
    durability: WriteDurability,
    operation: (context: WriteContext) => Promise<T>,
  ): Promise<T> {
    return this.#run(() => this.#transact(durability, operation));
  }

  /** Runs a writing transaction; call it within `#run`. */
  async #transact<T>(
    durability: WriteDurability,
    operation: (context: WriteContext, attempt: number) => Promise<T>,
  ): Promise<T> {
    const instance = await this.#opened();
    return this.#store.write(durability, async (transaction, attempt) => {
      const head = await readHead(transaction, instance);
      const directory = await this.#directoryOf(transaction, head);
      const [size, limit] = [this.#size, this.#limit];
      return operation({ transaction, head, directory, size, limit }, attempt);
    });
  }

  /** The instance id of the database, which is created when it is missing. */
  async #opened(): Promise<string> {
    if (this.#instance !== null) return this.#instance;
    const found = await this.#store.read(findHead);
    if (found === null) {
      const { makeHead } = await import('./changing.ts');
      const made = await this.#store.write('strict', makeHead);
      this.#instance ??= made.instance;
    } else this.#instance ??= found.instance;
    return this.#instance;
  }

  async #run<T>(operation: () => Promise<T>): Promise<T> {
    // Without a pause, no await comes before `#underWay.add`: the call counts as running at once.
    while (this.#pause !== null) await this.#pause;
    if (this.#isClosed) throw new StorageError('closed');
    const running = operation();
    this.#underWay.add(running);
    try {
      return await running;
    } catch (error) {
      throw storageError(this.#isClosed ? new StorageError('closed', { cause: error }) : error);
    } finally {
      this.#underWay.delete(running);
    }
  }
}
