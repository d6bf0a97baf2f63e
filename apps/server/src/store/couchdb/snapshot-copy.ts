import { rmSync } from 'node:fs';
import type { History } from '../sqlite/batch.ts';
import { openInFile } from '../sqlite/open-sqlite-stores.ts';
import { type OpenFiles, SqliteFile } from '../sqlite/sqlite-file.ts';
import type { SqliteStore } from '../sqlite/sqlite-store.ts';
import type { Replicated, Snapshot, SnapshotQuery } from '../stake-store.ts';
import { StoreUnavailable } from '../stake-store.ts';
import type { FeedRow } from './couch-answers.ts';
import type { CouchDatabase } from './couch-database.ts';
import { isDesign } from './couch-documents.ts';
import { numberOf } from './sequences.ts';

/** A copy needs leaves with their ancestry, and no body of what was replaced. */
const OF_COPIES: History = { revsLimit: 1_000, keepsReplaced: false };
const PAGE_ROWS = 500;
const MARK = 'copied';
const FILES_OF_SQLITE = ['', '-wal', '-shm'];

/** How far the copy goes: a sequence of CouchDB, and which database it belongs to. */
interface Mark {
  sequence: string;
  madeAt: string;
}

/** The only revision of a document that was never edited: its ancestry is itself. */
function firstRevision({ revs, document }: FeedRow): Replicated | null {
  const [rev = ''] = revs;
  const isFirst = revs.length === 1 && rev.startsWith('1-') && document?._rev === rev;
  return isFirst && document !== null ? { document, ancestry: [rev] } : null;
}

/**
 * A unit's documents in the order of their ids with all leaves, on this machine's disk: CouchDB has
 * no such list. It follows the feed, and is made anew when it does not belong to the database.
 */
export class SnapshotCopy {
  readonly #database: CouchDatabase;
  readonly #name: string;
  readonly #pathOf: () => string;
  readonly #files: OpenFiles;
  #opening: Promise<SqliteStore> | null = null;
  #file: SqliteFile | null = null;
  #following: Promise<string> | null = null;
  /** Whether the database was asked, since the start, if it was put back to an older state. */
  #isChecked = false;

  constructor(
    database: CouchDatabase,
    options: { name: string; pathOf: () => string; files: OpenFiles },
  ) {
    this.#database = database;
    this.#name = options.name;
    this.#pathOf = options.pathOf;
    this.#files = options.files;
  }

  /** Brings the copy up to date; answers the sequence up to which it has everything. */
  follow(): Promise<string> {
    this.#following ??= this.#follow().finally(() => {
      this.#following = null;
    });
    return this.#following;
  }

  snapshot(query: SnapshotQuery): Snapshot {
    let following: Promise<string> | null = null;
    const sequence = () => {
      following ??= this.follow();
      return following;
    };
    const read = async function* (copy: SnapshotCopy): AsyncGenerator<readonly Replicated[]> {
      await sequence();
      yield* (await copy.#open()).snapshot(query);
    };
    return { sequence, [Symbol.asyncIterator]: () => read(this) };
  }

  async #follow(): Promise<string> {
    const { madeAt, updateSeq } = await this.#database.info();
    const mark = await this.#mark();
    const isOther = mark !== null && mark.madeAt !== madeAt;
    // Once after a start, as in a cluster the numbers differ a little between the copies of the data.
    const isBehind = !this.#isChecked && numberOf(mark?.sequence ?? '0') > numberOf(updateSeq);
    if (isOther || isBehind) await this.#reset();
    this.#isChecked = true;
    const sequence = await this.#readFeed(madeAt);
    if (!(await this.#hasTooMany())) return sequence;
    // CouchDB was put back to an older state: what the copy has beyond it is not there any more.
    await this.#reset();
    return this.#readFeed(madeAt);
  }

  async #readFeed(madeAt: string): Promise<string> {
    const copy = await this.#open();
    let since = (await this.#mark())?.sequence ?? '0';
    for (;;) {
      const { rows, lastSeq } = await this.#database.changesPage(since, PAGE_ROWS, true);
      await copy.writeRevisions(await this.#revisionsOf(rows));
      if (lastSeq !== since) await this.#setMark({ sequence: lastSeq, madeAt });
      since = lastSeq;
      if (rows.length < PAGE_ROWS) return since;
    }
  }

  async #revisionsOf(rows: readonly FeedRow[]): Promise<Replicated[]> {
    const own = rows.filter(({ id }) => !isDesign(id));
    const edited = own.filter((row) => firstRevision(row) === null);
    const asked = edited.flatMap(({ id, revs }) => revs.map((rev) => ({ id, rev })));
    // A leaf that was replaced and compacted meanwhile is absent; its document comes again.
    const found = await this.#database.revisions(asked);
    return own.flatMap((row) => firstRevision(row) ?? found.get(row.id) ?? []);
  }

  async #hasTooMany(): Promise<boolean> {
    const [info, designs, copy] = await Promise.all([
      this.#database.info(),
      this.#database.designCount(),
      (await this.#open()).info(),
    ]);
    const there = info.docCount - designs + info.deletedCount;
    return copy.docCount + copy.deletedCount > there;
  }

  async #mark(): Promise<Mark | null> {
    const kept = await (await this.#open()).readLocal(MARK);
    if (kept === null) return null;
    return { sequence: String(kept['sequence']), madeAt: String(kept['madeAt']) };
  }

  async #setMark(mark: Mark): Promise<void> {
    const copy = await this.#open();
    const kept = await copy.readLocal(MARK);
    const rev = kept === null ? {} : { _rev: kept._rev };
    await copy.writeLocal({ _id: MARK, ...rev, ...mark });
  }

  #open(): Promise<SqliteStore> {
    if (this.#opening === null) {
      this.#file = new SqliteFile(this.#pathOf(), this.#files);
      this.#opening = openInFile(this.#file, this.#name, OF_COPIES);
      // A file that cannot be used is made anew next time: everything in it can be had again.
      this.#opening.catch((error: unknown) => {
        this.#opening = null;
        if (error instanceof StoreUnavailable) this.#remove();
      });
    }
    return this.#opening;
  }

  async #reset(): Promise<void> {
    await this.#file?.close();
    this.#opening = null;
    this.#remove();
  }

  #remove(): void {
    const path = this.#pathOf();
    for (const end of FILES_OF_SQLITE) rmSync(`${path}${end}`, { force: true });
  }
}
