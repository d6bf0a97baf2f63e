import { randomUUID } from 'node:crypto';
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
  textOf,
  type Witness,
  withNewer,
} from './epoch-notes.ts';
import { isCounted } from './epoch-sequence.ts';
import { unitStoreName } from './unit-place.ts';

/**
 * The name of this server's history, kept with the accounts. Phones that meet another one offer
 * everything again and read the list of changes from its start.
 */
export interface Epoch {
  /** As this process knows it. */
  current(): string;
  /**
   * As the store has it: another process may have begun a new one. The first time after a start it
   * looks at every unit that was noted.
   */
  read(): Promise<string>;
  /** Begins a new history, kept before it resolves; answers its name. */
  renew(reason: string): Promise<string>;
  /**
   * The same if the history still has this name: of several requests and processes that find the
   * same restore, one begins a new history, and the others learn its name.
   */
  renewFrom(before: string, reason: string): Promise<void>;
  /** How often this process has written in a unit since it started. */
  writes(stakeDB: string): number;
  /**
   * To be awaited before a unit is served. The first time after a start it compares the unit with
   * the highest sequence that was noted: a unit that comes back lower begins a new history. Where
   * sequences are only roughly a measure (`isCounted`), it is one without a revision that was noted.
   */
  opened(stakeDB: string, unit: DocumentStore): Promise<void>;
  /**
   * Remembers how far a unit's sequence has come, and the last revision that a write has brought it;
   * written a little later, together with others.
   */
  noteSequence(stakeDB: string, sequence: string, newest?: Witness): void;
  /** The same after a write, whose last revision is told. A fault is in the log: the write stands. */
  advanced(stakeDB: string, unit: DocumentStore, newest: Witness): Promise<void>;
  /** Writes what was noted and stops; to be awaited before the stores close. */
  close(): Promise<void>;
}

export interface EpochOptions {
  /** The database of the accounts. */
  store: DocumentStore;
  stores: Pick<Stores, 'open' | 'has'>;
  clock: () => Date;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** How long a sequence may wait to be written. */
  noteAfterMs?: number;
}

const EPOCH_ID = 'sync_epoch';
const NOTE_AFTER_MS = 1_000;
const NEW_HISTORY = 'a new history: phones check all that they sent';
/** The epoch replicates with the accounts, the id of their database does not. */
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
    { store, stores, clock, log, noteAfterMs }: EpochOptions,
  ) {
    this.#current = current;
    this.#ownId = ownId;
    this.#store = store;
    this.#stores = stores;
    this.#clock = clock;
    this.#log = log;
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
    this.#current = textOf(await this.#store.read(EPOCH_ID), 'epoch') ?? this.#current;
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
      const named = textOf(kept, 'epoch');
      known = named === null || isDue(named) ? epoch : named;
      if (known !== epoch) return null;
      return { epoch, since, reason, store: textOf(kept, 'store') ?? this.#ownId };
    });
    this.#current = known;
    if (known === epoch) this.#log.warn({ reason, before, epoch }, NEW_HISTORY);
  }

  writes(stakeDB: string): number {
    return this.#writes.get(stakeDB) ?? 0;
  }

  opened(stakeDB: string, unit: DocumentStore): Promise<void> {
    const known = this.#opened.get(stakeDB);
    if (known !== undefined) return known;
    const checking = this.#check(stakeDB, unit);
    this.#opened.set(stakeDB, checking);
    // The next request asks again; the fault is this one's.
    checking.catch(() => this.#opened.delete(stakeDB));
    return checking;
  }

  async #checkAll(): Promise<void> {
    // In this order: whatever was noted was there before.
    const noted = await notedUnits(this.#store);
    for (const stakeDB of noted) {
      const name = unitStoreName(stakeDB);
      // One by one: only an administrator of CouchDB may list what there is.
      const isThere = await this.#stores.has(name);
      try {
        if (isThere) await this.opened(stakeDB, await this.#stores.open(name));
        else await this.#lost(stakeDB);
      } catch (error) {
        // One unit that cannot be read must not keep the others from being served; it is looked at
        // again before it is.
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
    // After the new name is kept: a crash in between only begins one more history.
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
        // With a higher sequence and older revisions the next start would look in the wrong place.
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
   * The revisions that are noted with a sequence: those that writes have told, or else the newest in
   * the feed after what was noted before. A unit of which nothing was noted is read as a whole, once.
   * `null`: the server stops, and does not wait for that.
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
    // Behind is safe: the next batch notes a higher one.
    this.#log.warn({ err: error, stakeDB }, 'the sequence of a unit could not be noted');
  }
}

/**
 * Opens the epoch; an accounts' store without one is given the first. One that was kept by another
 * database than this came with a restored replica: it is renewed.
 */
export async function openEpoch(options: EpochOptions): Promise<Epoch> {
  const { store, clock, log } = options;
  // First of the two: a crash in between leaves no epoch without its partner.
  const ownId = await ownIdOf(store);
  const opened: { before: string | null; current: string } = { before: null, current: '' };
  await replaceEpoch(store, (kept) => {
    const before = textOf(kept, 'epoch');
    const isOwn = before !== null && textOf(kept, 'store') === ownId;
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
