import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { DraftDocument, StakeStore, Stores } from '../store/stake-store.ts';
import {
  dropNote,
  hasWitness,
  type Next,
  newWitness,
  notedUnits,
  readNote,
  replaceDocument,
  replaceNote,
  textOf,
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
   * To be awaited before a unit is served. The first time after a start it compares the unit with
   * the highest sequence that was noted: a unit that comes back lower begins a new history. Where
   * sequences are only roughly a measure (`isCounted`), a revision noted with it must be gone too.
   */
  opened(stakeDb: string, unit: StakeStore): Promise<void>;
  /** Remembers how far a unit's sequence has come; written a little later, together with others. */
  noteSequence(stakeDb: string, sequence: string): void;
  /** Writes what was noted and stops; to be awaited before the stores close. */
  close(): Promise<void>;
}

export interface EpochOptions {
  /** The database of the accounts. */
  store: StakeStore;
  stores: Pick<Stores, 'open' | 'names'>;
  clock: () => Date;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** How long a sequence may wait to be written. */
  noteAfterMs?: number;
}

const EPOCH_ID = 'sync_epoch';
const NOTE_AFTER_MS = 1_000;

function replaceEpoch(store: StakeStore, next: Next): Promise<void> {
  const write = async (draft: DraftDocument) => (await store.write([draft]))[0];
  return replaceDocument(EPOCH_ID, () => store.read(EPOCH_ID), write, next);
}

class KeptEpoch implements Epoch {
  readonly #store: StakeStore;
  readonly #stores: EpochOptions['stores'];
  readonly #clock: () => Date;
  readonly #log: EpochOptions['log'];
  readonly #noteAfterMs: number;
  #current: string;
  readonly #opened = new Map<string, Promise<void>>();
  readonly #units = new Map<string, StakeStore>();
  readonly #noted = new Map<string, string>();
  #all: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(current: string, { store, stores, clock, log, noteAfterMs }: EpochOptions) {
    this.#current = current;
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
    const epoch = randomUUID();
    const before = this.#current;
    const since = this.#clock().toISOString();
    await replaceEpoch(this.#store, () => ({ epoch, since, reason }));
    this.#current = epoch;
    this.#log.warn({ reason, before, epoch }, 'a new history: phones check all that they sent');
    return epoch;
  }

  opened(stakeDb: string, unit: StakeStore): Promise<void> {
    const known = this.#opened.get(stakeDb);
    if (known !== undefined) return known;
    const checking = this.#check(stakeDb, unit);
    this.#opened.set(stakeDb, checking);
    // The next request asks again; the fault is this one's.
    checking.catch(() => this.#opened.delete(stakeDb));
    return checking;
  }

  async #checkAll(): Promise<void> {
    // In this order: whatever was noted was there before.
    const noted = await notedUnits(this.#store);
    const there = new Set(await this.#stores.names());
    for (const stakeDb of noted) {
      try {
        const name = unitStoreName(stakeDb);
        if (there.has(name)) await this.opened(stakeDb, await this.#stores.open(name));
        else await this.#lost(stakeDb);
      } catch (error) {
        // One unit that cannot be read must not keep the others from being served; it is looked at
        // again before it is.
        this.#log.warn({ err: error, stakeDb }, 'a unit could not be looked at');
      }
    }
  }

  async #lost(stakeDb: string): Promise<void> {
    await this.renew(`the unit ${stakeDb} is gone`);
    await dropNote(this.#store, stakeDb);
  }

  async #check(stakeDb: string, unit: StakeStore): Promise<void> {
    const note = await readNote(this.#store, stakeDb);
    const { updateSeq } = await unit.info();
    this.#units.set(stakeDb, unit);
    const difference = note === null ? 1 : unit.compareSequences(updateSeq, note.sequence);
    if (difference > 0) this.noteSequence(stakeDb, updateSeq);
    if (note === null || difference >= 0) return;
    const { sequence, witness } = note;
    const isRough = !isCounted(updateSeq);
    if (isRough && witness !== null && (await hasWitness(unit, witness))) return;
    await this.renew(`the unit ${stakeDb} came back at ${updateSeq}, it was at ${sequence}`);
    // After the new name is kept: a crash in between only begins one more history.
    await replaceNote(this.#store, stakeDb, () => ({ sequence: updateSeq, witness: null }));
  }

  noteSequence(stakeDb: string, sequence: string): void {
    const noted = this.#noted.get(stakeDb);
    if (noted !== undefined && !this.#isHigher(stakeDb, sequence, noted)) return;
    this.#noted.set(stakeDb, sequence);
    this.#timer ??= setTimeout(() => void this.#flush(), this.#noteAfterMs).unref();
  }

  async close(): Promise<void> {
    await this.#flush();
  }

  #isHigher(stakeDb: string, sequence: string, than: string): boolean {
    return (this.#units.get(stakeDb)?.compareSequences(sequence, than) ?? 1) > 0;
  }

  #flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const noted = [...this.#noted];
    this.#noted.clear();
    this.#writing = this.#writing.then(async () => {
      for (const [stakeDb, sequence] of noted) await this.#keep(stakeDb, sequence);
    });
    return this.#writing;
  }

  async #keep(stakeDb: string, sequence: string): Promise<void> {
    try {
      const unit = this.#units.get(stakeDb);
      const isRough = unit !== undefined && !isCounted(sequence);
      const witness = isRough ? await newWitness(unit, await readNote(this.#store, stakeDb)) : null;
      await replaceNote(this.#store, stakeDb, (kept) => {
        const isNews = kept === null || this.#isHigher(stakeDb, sequence, kept.sequence);
        if (isNews) return { sequence, witness: witness ?? kept?.witness ?? null };
        return witness === null ? null : { ...kept, witness };
      });
    } catch (error) {
      // Behind is safe: the next batch notes a higher one.
      this.#log.warn({ err: error, stakeDb }, 'the sequence of a unit could not be noted');
    }
  }
}

/** Opens the epoch; an accounts' store without one is given the first. */
export async function openEpoch(options: EpochOptions): Promise<Epoch> {
  const { store, clock } = options;
  let current = '';
  await replaceEpoch(store, (kept) => {
    const known = textOf(kept, 'epoch');
    current = known ?? randomUUID();
    return known === null
      ? { epoch: current, since: clock().toISOString(), reason: 'first start' }
      : null;
  });
  return new KeptEpoch(current, options);
}
