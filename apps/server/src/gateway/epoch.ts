import { randomUUID } from 'node:crypto';
import { isCounted } from '@crece/replication';
import type { FastifyBaseLogger } from 'fastify';
import type { DocumentStore, DraftDocument, Stores } from '../store/document-store.ts';
import {
  dropNote,
  hasAll,
  type Next,
  newestWitnesses,
  notedUnits,
  ownIdOf,
  readNote,
  replaceDocument,
  replaceNote,
  type SequenceNote,
  textFieldOf,
  type Witness,
  withNewer,
} from './epoch-notes.ts';
import { unitStoreName } from './unit-place.ts';

/**
 * The name of this server's history, stored with the accounts. A phone that finds another name than
 * the one it knows offers all its revisions again and reads the change feed from its start.
 */
export interface Epoch {
  /** The name as this process knows it. */
  current(): string;
  /**
   * The name as the store has it, since another process may have begun a new history. The first
   * call after a start compares every unit that has a note.
   */
  read(): Promise<string>;
  /** Begins a new history; resolves with its name after it is stored. */
  renew(reason: string): Promise<string>;
  /**
   * Begins a new history only if the stored name is still `before`: when several requests and
   * processes find the same restore, one begins the new history and the others learn its name.
   */
  renewFrom(before: string, reason: string): Promise<void>;
  /** How many writes in a unit this process has noted since it started. */
  writes(stakeDB: string): number;
  /**
   * Must be awaited before a unit is served. The first call after a start compares the unit with
   * the highest noted sequence; a unit that comes back lower begins a new history. Where sequences
   * are only a rough count (see `isCounted`), a missing noted revision begins it instead.
   */
  opened(stakeDB: string, unit: DocumentStore): Promise<void>;
  /**
   * Notes how far a unit's sequence has come, and the last revision of the write that brought it
   * there. Written to the store a little later, together with other notes.
   */
  noteSequence(stakeDB: string, sequence: string, newest?: Witness): void;
  /**
   * Notes the unit's present sequence after a write, with its last revision. Never rejects: a
   * failure is logged, because the write itself stands.
   */
  advanced(stakeDB: string, unit: DocumentStore, newest: Witness): Promise<void>;
  /** Writes the outstanding notes and stops; must be awaited before the stores close. */
  close(): Promise<void>;
}

export interface EpochOptions {
  /** The database of the accounts. */
  store: DocumentStore;
  stores: Pick<Stores, 'open' | 'has'>;
  clock: () => Date;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Called when this process began a new history. */
  onRenewed?: () => void;
  /** How long a noted sequence may wait until it is written, in milliseconds. */
  noteAfterMs?: number;
}

const EPOCH_ID = 'sync_epoch';
const NOTE_AFTER_MS = 1_000;
const NEW_HISTORY = 'a new history: phones check all that they sent';
/** The epoch document replicates with the accounts; the id of their database does not. */
const FOREIGN = 'the accounts come from a replica, or from a version that did not look';

function replaceEpoch(store: DocumentStore, next: Next): Promise<void> {
  const write = async (draft: DraftDocument) => (await store.write([draft]))[0];
  return replaceDocument(EPOCH_ID, () => store.read(EPOCH_ID), write, next);
}

class KeptEpoch implements Epoch {
  readonly #store: DocumentStore;
  readonly #stores: EpochOptions['stores'];
  readonly #clock: () => Date;
  readonly #log: EpochOptions['log'];
  readonly #onRenewed: () => void;
  readonly #noteAfterMs: number;
  #current: string;
  readonly #ownId: string;
  readonly #opened = new Map<string, Promise<void>>();
  readonly #units = new Map<string, DocumentStore>();
  readonly #noted = new Map<string, SequenceNote>();
  readonly #writes = new Map<string, number>();
  #all: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #isClosing = false;

  constructor(
    current: string,
    ownId: string,
    { store, stores, clock, log, onRenewed, noteAfterMs }: EpochOptions,
  ) {
    this.#current = current;
    this.#ownId = ownId;
    this.#store = store;
    this.#stores = stores;
    this.#clock = clock;
    this.#log = log;
    this.#onRenewed = onRenewed ?? (() => undefined);
    this.#noteAfterMs = noteAfterMs ?? NOTE_AFTER_MS;
  }

  current(): string {
    return this.#current;
  }

  async read(): Promise<string> {
    this.#all ??= this.#checkAll().catch((error: unknown) => {
      this.#all = null;
      throw error;
    });
    await this.#all;
    this.#current = textFieldOf(await this.#store.read(EPOCH_ID), 'epoch') ?? this.#current;
    return this.#current;
  }

  async renew(reason: string): Promise<string> {
    await this.#replace(reason, () => true);
    return this.#current;
  }

  renewFrom(before: string, reason: string): Promise<void> {
    return this.#replace(reason, (kept) => kept === before);
  }

  async #replace(reason: string, isDue: (kept: string) => boolean): Promise<void> {
    const epoch: string = randomUUID();
    const before = this.#current;
    const since = this.#clock().toISOString();
    let known = epoch;
    await replaceEpoch(this.#store, (kept) => {
      const named = textFieldOf(kept, 'epoch');
      known = named === null || isDue(named) ? epoch : named;
      if (known !== epoch) return null;
      return { epoch, since, reason, store: textFieldOf(kept, 'store') ?? this.#ownId };
    });
    this.#current = known;
    if (known !== epoch) return;
    this.#log.warn({ reason, before, epoch }, NEW_HISTORY);
    this.#onRenewed();
  }

  writes(stakeDB: string): number {
    return this.#writes.get(stakeDB) ?? 0;
  }

  opened(stakeDB: string, unit: DocumentStore): Promise<void> {
    const known = this.#opened.get(stakeDB);
    if (known !== undefined) return known;
    const checking = this.#check(stakeDB, unit);
    this.#opened.set(stakeDB, checking);
    // Forget the failed check, so that the next request tries it again.
    checking.catch(() => this.#opened.delete(stakeDB));
    return checking;
  }

  async #checkAll(): Promise<void> {
    // Notes first, databases afterwards: a noted unit has existed, so if it is missing it was lost.
    const noted = await notedUnits(this.#store);
    for (const stakeDB of noted) {
      const name = unitStoreName(stakeDB);
      // Ask for each database by name: in CouchDB only an administrator may list all databases.
      const isThere = await this.#stores.has(name);
      try {
        if (isThere) await this.opened(stakeDB, await this.#stores.open(name));
        else await this.#lost(stakeDB);
      } catch (error) {
        // One unreadable unit must not keep the others from being served. `opened` checks it again
        // before it is served.
        this.#log.warn({ err: error, stakeDB }, 'a unit could not be looked at');
      }
    }
  }

  async #lost(stakeDB: string): Promise<void> {
    await this.renew(`the unit ${stakeDB} is gone`);
    await dropNote(this.#store, stakeDB);
  }

  async #check(stakeDB: string, unit: DocumentStore): Promise<void> {
    const note = await readNote(this.#store, stakeDB);
    const { updateSeq } = await unit.info();
    this.#units.set(stakeDB, unit);
    const difference = note === null ? 1 : unit.compareSequences(updateSeq, note.sequence);
    const witnesses = isCounted(updateSeq) ? [] : (note?.witnesses ?? []);
    const isWhole = witnesses.length === 0 ? difference >= 0 : await hasAll(unit, witnesses);
    if (isWhole) {
      if (difference > 0) this.noteSequence(stakeDB, updateSeq);
      return;
    }
    await this.renew(
      `the unit ${stakeDB} came back at ${updateSeq}, it was at ${note?.sequence ?? '0'}`,
    );
    // Only after the new name is stored: a crash in between merely begins one more history.
    await replaceNote(this.#store, stakeDB, () => ({ sequence: updateSeq, witnesses: [] }));
    this.noteSequence(stakeDB, updateSeq);
  }

  noteSequence(stakeDB: string, sequence: string, newest?: Witness): void {
    this.#writes.set(stakeDB, this.writes(stakeDB) + 1);
    const noted = this.#noted.get(stakeDB);
    const isNews = noted === undefined || this.#isHigher(stakeDB, sequence, noted.sequence);
    this.#noted.set(stakeDB, {
      sequence: isNews ? sequence : noted.sequence,
      witnesses: withNewer(newest === undefined ? [] : [newest], noted?.witnesses ?? []),
    });
    this.#timer ??= setTimeout(() => void this.#flush(), this.#noteAfterMs).unref();
  }

  async advanced(stakeDB: string, unit: DocumentStore, newest: Witness): Promise<void> {
    this.#writes.set(stakeDB, this.writes(stakeDB) + 1);
    try {
      this.noteSequence(stakeDB, (await unit.info()).updateSeq, newest);
    } catch (error) {
      this.#tellUnnoted(error, stakeDB);
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#flush();
  }

  #isHigher(stakeDB: string, sequence: string, than: string): boolean {
    return (this.#units.get(stakeDB)?.compareSequences(sequence, than) ?? 1) > 0;
  }

  #flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const noted = [...this.#noted];
    this.#noted.clear();
    this.#writing = this.#writing.then(async () => {
      for (const [stakeDB, note] of noted) await this.#keep(stakeDB, note);
    });
    return this.#writing;
  }

  async #keep(stakeDB: string, note: SequenceNote): Promise<void> {
    try {
      const { sequence } = note;
      const newest = isCounted(sequence) ? [] : await this.#witnesses(stakeDB, note);
      await replaceNote(this.#store, stakeDB, (kept) => {
        const older = kept?.witnesses ?? [];
        // A higher sequence beside older revisions would let the next start look in the wrong
        // place.
        if (newest === null && older.length > 0) return null;
        const isNews = kept === null || this.#isHigher(stakeDB, sequence, kept.sequence);
        const found = newest ?? [];
        if (!isNews && found.length === 0) return null;
        return { sequence: isNews ? sequence : kept.sequence, witnesses: withNewer(found, older) };
      });
    } catch (error) {
      this.#tellUnnoted(error, stakeDB);
    }
  }

  /**
   * The revisions to note with a sequence: those that writes have reported, or else the newest
   * change in the feed after the stored note. A unit without a note is read as a whole, once.
   * `null`: the server is stopping and does not wait for the feed.
   */
  async #witnesses(
    stakeDB: string,
    { sequence, witnesses }: SequenceNote,
  ): Promise<readonly Witness[] | null> {
    const unit = this.#units.get(stakeDB);
    if (witnesses.length > 0 || unit === undefined) return witnesses;
    const kept = await readNote(this.#store, stakeDB);
    const hasNone = kept === null || kept.witnesses.length === 0;
    if (!hasNone && !this.#isHigher(stakeDB, sequence, kept.sequence)) return [];
    return newestWitnesses(unit, hasNone ? '0' : kept.sequence, () => this.#isClosing);
  }

  #tellUnnoted(error: unknown, stakeDB: string): void {
    // A note that is too low is safe: the next batch notes a higher one.
    this.#log.warn({ err: error, stakeDB }, 'the sequence of a unit could not be noted');
  }
}

/**
 * Opens the epoch, and creates it in a new accounts' database. An epoch that was stored under
 * another database's id came with a restored replica, so it is renewed.
 */
export async function openEpoch(options: EpochOptions): Promise<Epoch> {
  const { store, clock, log } = options;
  // Before the epoch: a crash in between then leaves no epoch without the id it belongs to.
  const ownId = await ownIdOf(store);
  const opened: { before: string | null; current: string } = { before: null, current: '' };
  await replaceEpoch(store, (kept) => {
    const before = textFieldOf(kept, 'epoch');
    const isOwn = before !== null && textFieldOf(kept, 'store') === ownId;
    const epoch = isOwn ? before : randomUUID();
    Object.assign(opened, { before, current: epoch });
    if (isOwn) return null;
    const reason = before === null ? 'first start' : FOREIGN;
    return { epoch, since: clock().toISOString(), reason, store: ownId };
  });
  const { before, current } = opened;
  if (before !== null && before !== current) {
    log.warn({ reason: FOREIGN, before, epoch: current }, NEW_HISTORY);
  }
  return new KeptEpoch(current, ownId, options);
}
