import { missingOf } from '@crece/replication';
import {
  type DocumentChange,
  type Replicated,
  type Snapshot,
  type SnapshotQuery,
  StoreUnavailable,
} from '../document-store.ts';
import type { OpenFiles } from '../sqlite/sqlite-file.ts';
import type { SqliteStore } from '../sqlite/sqlite-store.ts';
import { CopyFile, newestGeneration } from './copy-file.ts';
import type { DatabaseInfo, FeedRow } from './couch-answers.ts';
import type { CouchDatabase } from './couch-database.ts';
import { isDesignId } from './couch-documents.ts';
import { readTrees, UNKNOWN_DOCUMENT } from './revisions.ts';
import { sequenceNumber } from './sequences.ts';

const PAGE_ROWS = 500;
/** How many of a copy's newest changes are checked when CouchDB seems to have lost some. */
const NEWEST_CHANGES = 100;
const MARK = 'copied';

/** How far the copy goes: a sequence of CouchDB, and the database to which it belongs. */
interface Mark {
  sequence: string;
  madeAt: string;
}

/** A copy, and the sequence up to which it has everything. */
interface Followed {
  copy: CopyFile;
  sequence: string;
}

/** The revision of a document that was never edited, with itself as ancestry; `null` for others. */
function firstRevision({ revs, document }: FeedRow): Replicated | null {
  const [rev = ''] = revs;
  const isFirst = revs.length === 1 && rev.startsWith('1-') && document?._rev === rev;
  return isFirst && document !== null ? { document, ancestry: [rev] } : null;
}

async function markOf(store: SqliteStore): Promise<Mark | null> {
  const kept = await store.readLocal(MARK);
  if (kept === null) return null;
  return { sequence: String(kept['sequence']), madeAt: String(kept['madeAt']) };
}

async function setMark(store: SqliteStore, mark: Mark): Promise<void> {
  const kept = await store.readLocal(MARK);
  const rev = kept === null ? {} : { _rev: kept._rev };
  await store.writeLocal({ _id: MARK, ...rev, ...mark });
}

async function newestOf(store: SqliteStore): Promise<DocumentChange[]> {
  const { updateSeq } = await store.info();
  const since = String(Math.max(0, Number(updateSeq) - NEWEST_CHANGES));
  const newest: DocumentChange[] = [];
  for await (const change of store.changes({ since })) newest.push(change);
  return newest;
}

/**
 * A unit's documents in the order of their ids with all leaves, on this machine's disk, because
 * CouchDB has no such list. It follows the feed, and is rebuilt when it does not belong to the
 * database.
 */
export class SnapshotCopy {
  readonly #database: CouchDatabase;
  readonly #name: string;
  readonly #folderOf: () => string;
  readonly #files: OpenFiles;
  #current: CopyFile | null = null;
  /** Generation of the current copy; 0 before the first call. */
  #generation = 0;
  #following: Promise<Followed> | null = null;
  /** Whether it was checked since the start that CouchDB was not restored to an older state. */
  #isChecked = false;

  constructor(
    database: CouchDatabase,
    options: { name: string; folderOf: () => string; files: OpenFiles },
  ) {
    this.#database = database;
    this.#name = options.name;
    this.#folderOf = options.folderOf;
    this.#files = options.files;
  }

  /** Brings the copy up to date; returns the sequence up to which it has everything. */
  async follow(): Promise<string> {
    return (await this.#follow()).sequence;
  }

  /** Deletes the copy, when its last reader has ended; the next call makes another. */
  async discard(): Promise<void> {
    await this.#following?.catch(() => undefined);
    // Also one of an earlier run that was not opened yet.
    this.#copy();
    await this.#replace();
  }

  snapshot(query: SnapshotQuery): Snapshot {
    let following: Promise<Followed> | null = null;
    const follow = () => {
      following ??= this.#follow();
      return following;
    };
    // Rows and sequence are from the same copy; otherwise an error, since the next copy may be half
    // filled.
    const rows = async function* (): AsyncGenerator<readonly Replicated[]> {
      yield* (await follow()).copy.rows(query);
    };
    return {
      sequence: async () => (await follow()).sequence,
      [Symbol.asyncIterator]: rows,
    };
  }

  #follow(): Promise<Followed> {
    this.#following ??= this.#bringUpToDate().finally(() => {
      this.#following = null;
    });
    return this.#following;
  }

  async #bringUpToDate(): Promise<Followed> {
    if (this.#current?.isGone === true) await this.#replace();
    const { madeAt, updateSeq } = await this.#database.info();
    const store = await this.#store();
    const mark = await markOf(store);
    let newest = await newestOf(store);
    const isOther = mark !== null && mark.madeAt !== madeAt;
    const isBehind = sequenceNumber(mark?.sequence ?? '0') > sequenceNumber(updateSeq);
    const isDoubtful = isBehind || !this.#isChecked;
    if (isOther || (isDoubtful && (await this.#isPutBack(newest)))) {
      await this.#replace();
      newest = [];
    }
    this.#isChecked = true;
    const followed = await this.#readFeed(madeAt);
    if (!(await this.#hasTooMany(await this.#database.info()))) return followed;
    if (!(await this.#isPutBack(newest))) return followed;
    await this.#replace();
    return this.#readFeed(madeAt);
  }

  async #readFeed(madeAt: string): Promise<Followed> {
    const store = await this.#store();
    const copy = this.#copy();
    let sequence = (await markOf(store))?.sequence ?? '0';
    for (;;) {
      const { rows, lastSeq } = await this.#database.changesPage(sequence, PAGE_ROWS, true);
      await store.writeRevisions(await this.#revisionsOf(rows));
      if (lastSeq !== sequence) await setMark(store, { sequence: lastSeq, madeAt });
      sequence = lastSeq;
      if (rows.length < PAGE_ROWS) return { copy, sequence };
    }
  }

  async #revisionsOf(rows: readonly FeedRow[]): Promise<Replicated[]> {
    const own = rows.filter(({ id }) => !isDesignId(id));
    const edited = own.filter((row) => firstRevision(row) === null);
    const asked = edited.flatMap(({ id, revs }) => revs.map((rev) => ({ id, rev })));
    // A leaf that was replaced and compacted meanwhile is missing; its document comes again in the
    // feed.
    const found = await this.#database.revisions(asked);
    return own.flatMap((row) => firstRevision(row) ?? found.get(row.id) ?? []);
  }

  async #hasTooMany(info: DatabaseInfo): Promise<boolean> {
    const [designs, copy] = await Promise.all([
      this.#database.designCount(),
      (await this.#store()).info(),
    ]);
    return copy.docCount + copy.deletedCount > info.docCount - designs + info.deletedCount;
  }

  /**
   * Whether CouchDB was restored to an older state: it lacks the newest changes of the copy. The
   * counts alone only raise a suspicion, because a lagging server of a cluster counts less; this
   * check asks a majority of the copies of the data.
   */
  async #isPutBack(newest: readonly DocumentChange[]): Promise<boolean> {
    const trees = await readTrees(
      this.#database,
      newest.map(({ id }) => id),
    );
    return newest.some(({ id, leaves }) => {
      const { tree } = trees.get(id) ?? UNKNOWN_DOCUMENT;
      const revs = leaves.map(({ rev }) => rev);
      return missingOf(tree, revs).missing.length > 0;
    });
  }

  #copy(): CopyFile {
    if (this.#current !== null) return this.#current;
    const folder = this.#folderOf();
    if (this.#generation === 0) this.#generation = newestGeneration(folder, this.#name);
    const options = { name: this.#name, generation: this.#generation, files: this.#files };
    this.#current = new CopyFile(folder, options);
    return this.#current;
  }

  async #store(): Promise<SqliteStore> {
    try {
      return await this.#copy().open();
    } catch (error) {
      // An unusable file is rebuilt next time: everything in it can be read from CouchDB again.
      if (error instanceof StoreUnavailable && !this.#files.isClosed) await this.#replace();
      throw error;
    }
  }

  async #replace(): Promise<void> {
    const copy = this.#current;
    this.#current = null;
    this.#generation += 1;
    await copy?.replace();
  }
}
