import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { KeyedMutex } from '../concurrency/keyed-mutex.ts';
import type { DocumentStore, DraftDocument, StoredDocument } from '../store/document-store.ts';
import type { Epoch } from './epoch.ts';

/**
 * Marks: random names that are stored in a unit's own database and sent with each answer about it.
 * A phone that presents a mark which is not stored there has seen a later state of this database,
 * so the database was restored from a backup. See docs/decisions/0070-a-restore-is-noticed.md.
 */
export interface Marks {
  /**
   * Must be awaited before a request that brings a mark is served. A mark with our signature that
   * the unit does not know begins a new history; a mark not signed for this unit and history is
   * ignored. Returns true when only the phone that brought it must check everything, because the
   * mark is older than the stored ones.
   */
  present(stakeDB: string, unit: DocumentStore, mark: string): Promise<boolean>;
  /**
   * The mark to send with an answer. It is stored after everything that this process has written in
   * the unit. `null`: it cannot be stored now, and the phone keeps its former mark.
   */
  handOut(stakeDB: string, unit: DocumentStore): Promise<string | null>;
}

export interface MarksOptions {
  /** The server's secret; the signing key of marks is derived from it. */
  secret: string;
  epoch: Pick<Epoch, 'current' | 'renewFrom' | 'writes'>;
  clock: () => Date;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** How many names a unit keeps. */
  maxKept?: number;
}

/** A unit that has changed gets a new name after this time. */
export const NAME_LIFE_MS = 10 * 60_000;
/** Enough for a week of uninterrupted writing; for most units, months. */
const MAX_KEPT = 1_000;

const PREFIX = 'sync_mark_';
const NAME_BYTES = 9;
const SIGNATURE_LENGTH = 22;
const MARK = /^(([A-Za-z0-9_-]{12})\.(\d{1,12})\.(\d{1,12}))\.([A-Za-z0-9_-]{22})$/;
const PUT_BACK = 'was put back: it does not know a mark that it has handed out';

/** One name as it is stored; made by one process after one start. */
interface Kept {
  /** The history in which the name was made. */
  readonly epoch: string;
  /** Position in the order in which names were made; clocks are not reliable enough for that. */
  readonly number: number;
  /** Rises with each write while the name is in use. */
  readonly count: number;
}

/** The name in use by this process. */
interface Current extends Kept {
  readonly name: string;
  /**
   * `Epoch.writes` of the unit, read before the mark was stored; `sequence` is the unit's at that
   * time.
   */
  readonly writes: number;
  readonly sequence: string;
  /** When the unit was last looked at for this name, in milliseconds. */
  readonly lookedAt: number;
}

function keptIn(document: StoredDocument): Kept {
  const { epoch, number, count } = document;
  return { epoch: String(epoch), number: Number(number), count: Number(count) };
}

class KeptMarks implements Marks {
  readonly #options: MarksOptions;
  readonly #key: Buffer;
  readonly #mutex = new KeyedMutex();
  readonly #current = new Map<string, Current>();

  constructor(options: MarksOptions) {
    this.#options = options;
    this.#key = createHmac('sha256', options.secret).update('crece sync marks').digest();
  }

  async present(stakeDB: string, unit: DocumentStore, mark: string): Promise<boolean> {
    const { epoch } = this.#options;
    const history = epoch.current();
    const [, said = '', name = '', number, count, signature = ''] = MARK.exec(mark) ?? [];
    if (!this.#isOurs(stakeDB, history, said, signature)) return false;
    const kept = await unit.readLocal(PREFIX + name);
    if (kept !== null && keptIn(kept).count >= Number(count)) return false;
    if (kept === null) {
      const oldest = await this.#oldest(unit, history);
      if (oldest !== null && Number(number) < oldest) return true;
    }
    await epoch.renewFrom(history, `the unit ${stakeDB} ${PUT_BACK}`);
    return false;
  }

  async handOut(stakeDB: string, unit: DocumentStore): Promise<string | null> {
    try {
      const current =
        this.#true(stakeDB) ??
        (await this.#mutex.runExclusive([stakeDB], () => this.#next(stakeDB, unit)));
      return this.#signed(stakeDB, current);
    } catch (error) {
      // A full disk must not keep phones from reading.
      this.#options.log.warn({ err: error, stakeDB }, 'a mark could not be kept');
      return null;
    }
  }

  /** The mark in use, if it covers everything written up to now. */
  #true(stakeDB: string): Current | null {
    const { epoch } = this.#options;
    const current = this.#current.get(stakeDB);
    if (current === undefined || !this.#isYoung(current)) return null;
    const isSame = current.writes === epoch.writes(stakeDB) && current.epoch === epoch.current();
    return isSame ? current : null;
  }

  #isYoung({ lookedAt }: Current): boolean {
    return Math.abs(this.#options.clock().getTime() - lookedAt) < NAME_LIFE_MS;
  }

  /** A mark that covers everything written up to now, stored before it is returned. */
  async #next(stakeDB: string, unit: DocumentStore): Promise<Current> {
    // A caller that waited for the mutex may find a current mark made by the one before it.
    const done = this.#true(stakeDB);
    if (done !== null) return done;
    const { epoch, clock } = this.#options;
    const lookedAt = clock().getTime();
    const known = this.#current.get(stakeDB);
    let next: Current | null = null;
    if (known?.epoch === epoch.current()) {
      next = this.#isYoung(known)
        ? await this.#counted(stakeDB, unit, known)
        : await this.#kept(stakeDB, unit, { ...known, lookedAt });
    }
    next ??= await this.#begun(stakeDB, unit, lookedAt);
    this.#current.set(stakeDB, next);
    return next;
  }

  /** The same name once more; `null` when somebody has written in the unit since it was made. */
  async #kept(stakeDB: string, unit: DocumentStore, known: Current): Promise<Current | null> {
    const writes = this.#options.epoch.writes(stakeDB);
    const { updateSeq } = await unit.info();
    return updateSeq === known.sequence ? { ...known, writes } : null;
  }

  /**
   * The same name with a higher count; `null` when the unit was restored while this process runs.
   */
  async #counted(stakeDB: string, unit: DocumentStore, known: Current): Promise<Current | null> {
    const { epoch } = this.#options;
    const writes = epoch.writes(stakeDB);
    const id = PREFIX + known.name;
    const kept = await unit.readLocal(id);
    if (kept === null || keptIn(kept).count < known.count) {
      await epoch.renewFrom(known.epoch, `the unit ${stakeDB} ${PUT_BACK}`);
      return null;
    }
    // The stored count is higher than the known one when an answer of CouchDB was lost.
    const count = keptIn(kept).count + 1;
    await this.#keep(unit, { ...kept, _id: id, count });
    return { ...known, writes, count };
  }

  async #begun(stakeDB: string, unit: DocumentStore, lookedAt: number): Promise<Current> {
    const { epoch, maxKept = MAX_KEPT } = this.#options;
    const writes = epoch.writes(stakeDB);
    const { updateSeq: sequence } = await unit.info();
    const history = epoch.current();
    const documents: StoredDocument[] = [];
    for await (const document of unit.listLocal(PREFIX)) documents.push(document);
    const oldestFirst = documents.sort((a, b) => keptIn(a).number - keptIn(b).number);
    const newest = oldestFirst.at(-1);
    const number = newest === undefined ? 1 : keptIn(newest).number + 1;
    const name = randomBytes(NAME_BYTES).toString('base64url');
    const kept: Kept = { epoch: history, number, count: 0 };
    await this.#keep(unit, { ...kept, _id: PREFIX + name });
    const ofHistory = oldestFirst.filter((each) => keptIn(each).epoch === history);
    const others = oldestFirst.filter((each) => keptIn(each).epoch !== history);
    const tooMany = ofHistory.slice(0, Math.max(0, ofHistory.length + 1 - maxKept));
    for (const { _id, _rev } of [...others, ...tooMany]) {
      await unit.writeLocal({ _id, _rev, _deleted: true });
    }
    return { ...kept, name, writes, sequence, lookedAt };
  }

  async #keep(unit: DocumentStore, draft: DraftDocument): Promise<void> {
    const { ok } = await unit.writeLocal(draft);
    if (!ok) throw new Error(`somebody else writes ${draft._id}`);
  }

  /** The lowest stored number of a history; `null` when none is stored. */
  async #oldest(unit: DocumentStore, history: string): Promise<number | null> {
    let oldest: number | null = null;
    for await (const document of unit.listLocal(PREFIX)) {
      const { epoch, number } = keptIn(document);
      if (epoch === history) oldest = Math.min(number, oldest ?? number);
    }
    return oldest;
  }

  #signed(stakeDB: string, { epoch, name, number, count }: Current): string {
    const said = `${name}.${number}.${count}`;
    return `${said}.${this.#signatureOf(stakeDB, epoch, said)}`;
  }

  #signatureOf(stakeDB: string, history: string, said: string): string {
    const signed = createHmac('sha256', this.#key).update(`${stakeDB}\n${history}\n${said}`);
    return signed.digest('base64url').slice(0, SIGNATURE_LENGTH);
  }

  #isOurs(stakeDB: string, history: string, said: string, signature: string): boolean {
    if (signature === '') return false;
    const own = this.#signatureOf(stakeDB, history, said);
    return timingSafeEqual(Buffer.from(own), Buffer.from(signature));
  }
}

export function createMarks(options: MarksOptions): Marks {
  return new KeptMarks(options);
}
