import {
  CLINIC_PLACE_MAX,
  type ClinicAnswer,
  firstOfSlip,
  type Home,
  readSlip,
  readSlips,
  tidyText,
  timeZoneOfUnit,
  todayIn,
} from '@crece/domain';
import type { FastifyBaseLogger } from 'fastify';
import PQueue from 'p-queue';
import type { Audit } from '../audit/audit-log.ts';
import type { ErasedRegister } from '../erased/register.ts';
import { homeOf, unitStore } from '../moved/versions.ts';
import type { DocumentStore, StoredDocument, Stores } from '../store/document-store.ts';
import { slipKey } from './slip-key.ts';
import { SlipRegister } from './slip-register.ts';
import { answeredBySlip, type SlipRefusal } from './slip-rule.ts';
import { type WaitingAnswer, WaitingAnswers } from './waiting-answers.ts';

export interface ClinicAnswersOptions {
  readonly stores: Pick<Stores, 'open' | 'has' | 'sequence'>;
  /** Where slips are registered, and answers wait. */
  readonly notes: DocumentStore;
  readonly erased: Pick<ErasedRegister, 'refresh' | 'has'>;
  readonly audit: Audit;
  /** The units of the catalogue. */
  readonly units: () => Promise<readonly string[]>;
  readonly clock: () => Date;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  /** Called after a unit was written. */
  readonly onWritten: (stakeDB: string, store: DocumentStore) => Promise<void>;
}

/** What the holder of a slip says, as it was sent. */
export interface SlipSaid extends Pick<ClinicAnswer, 'outcome' | 'day'> {
  readonly slip: string;
  readonly place?: string | undefined;
}

/** For so many days an answer waits for its screening. */
export const WAITING_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** So long after a call answers join, all that came meanwhile together: no reply waits for one. */
const JOIN_AFTER_MS = 1_000;
const TRIES = 5;
/** Records read at once. */
const AT_ONCE = 200;
/** Characters that nobody sees, and that turn the text beside them about. */
const UNSEEN = /[\p{Cc}\p{Cf}]/gu;
const READ_TO = 'slips_read_to';

/** `waits`: its screening is not here, or not any more. */
type Joined = 'joined' | 'erased' | 'waits' | SlipRefusal;

/**
 * Answers of clinics. Each is kept before the call is replied to and joins its screening afterwards, one
 * after the other, so that the reply says nothing about the slip, not by its time either. One whose
 * screening has not arrived joins when it comes.
 */
export class ClinicAnswers {
  readonly #options: ClinicAnswersOptions;
  readonly #register: SlipRegister;
  readonly #waiting: WaitingAnswers;
  readonly #queue = new PQueue({ concurrency: 1 });
  readonly #taken = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #isClosing = false;

  constructor(options: ClinicAnswersOptions) {
    this.#options = options;
    this.#register = new SlipRegister(options.notes);
    this.#waiting = new WaitingAnswers(options.notes);
  }

  /** Keeps an answer; resolves before it is known whether there is such a slip. */
  async take({ slip: text, outcome, day, place = '' }: SlipSaid, from: string): Promise<void> {
    const slip = readSlip(text);
    const told = tidyText(place.replaceAll(UNSEEN, ' '));
    if (slip === null || told.length > CLINIC_PLACE_MAX) return;
    const key = slipKey(slip);
    const at = this.#options.clock().toISOString();
    const answer = { key, first: firstOfSlip(slip), outcome, day, at, from };
    await this.#waiting.add({ ...answer, ...(told === '' ? {} : { place: told }) });
    this.#taken.add(key);
    this.#timer ??= setTimeout(() => this.#joinTaken(), JOIN_AFTER_MS).unref();
  }

  /**
   * Registers the slips of records that a unit has received, and lets answers join that wait for them.
   * Never rejects: what could not be noted now is found by the next sweep.
   */
  async arrived(stakeDB: string, documents: readonly StoredDocument[]): Promise<void> {
    try {
      const keys = await this.#register.note(stakeDB, documents);
      if (keys.length > 0) this.#later(() => this.#settle(keys));
    } catch (error) {
      this.#options.log.error({ err: error, unit: stakeDB }, 'slips could not be registered');
    }
  }

  /** Goes on with what a stopped server had taken. */
  resume(): void {
    this.#later(() => this.#settleAll());
  }

  /**
   * Drops what is too old, and looks in every unit that changed since the last time for slips that
   * nobody has registered: of an import, a restored unit, another version of this server. Units are
   * read only while an answer waits. Returns how many answers were dropped.
   */
  async sweep(now: Date): Promise<number> {
    const dropped = await this.#queue.add(() => (this.#isClosing ? 0 : this.#dropOld(now)));
    this.#later(async () => {
      if ((await this.#waiting.all()).length === 0) return;
      for (const stakeDB of await this.#options.units()) {
        if (this.#isClosing) return;
        await this.#byItself(() => this.#catchUp(stakeDB));
      }
      await this.#settleAll();
    });
    return dropped;
  }

  /** Forgets the slips of records that were erased for good, and what waits for them. */
  async forgetErased(): Promise<void> {
    const { erased } = this.#options;
    await erased.refresh();
    const keys = new Set(
      await this.#register.drop(({ homes }) =>
        homes.some(({ stakeDB, id }) => erased.has(stakeDB, id)),
      ),
    );
    if (keys.size > 0) await this.#waiting.drop(({ key }) => keys.has(key));
  }

  /** Resolves when everything that was taken has joined, or waits. */
  settled(): Promise<void> {
    this.#joinTaken();
    return this.#queue.onIdle();
  }

  /** Ends after the answer or the unit under way; the next start goes on with what is kept. */
  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#queue.onIdle();
  }

  async #dropOld(now: Date): Promise<number> {
    const before = new Date(now.getTime() - WAITING_DAYS * DAY_MS).toISOString();
    const dropped = await this.#waiting.drop(({ at }) => at < before);
    const today = now.toISOString().slice(0, 10);
    const forgotten = await this.#register.drop(({ until }) => until < today);
    // What was dropped stays in former bodies until then: places, addresses, names of records.
    if (dropped > 0 || forgotten.length > 0) await this.#options.notes.compact();
    return dropped;
  }

  #joinTaken(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const keys = [...this.#taken];
    this.#taken.clear();
    if (keys.length > 0) this.#later(() => this.#settle(keys));
  }

  #later(work: () => Promise<void>): void {
    void this.#queue.add(async () => {
      if (!this.#isClosing) await this.#byItself(work);
    });
  }

  /** Never rejects: what fails in one unit, as in a damaged one, holds up no answer of another. */
  async #byItself(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#options.log.error({ err: error }, 'an answer of a clinic waits for the next sweep');
    }
  }

  async #settleAll(): Promise<void> {
    await this.#settle(new Set((await this.#waiting.all()).map(({ key }) => key)));
  }

  async #settle(keys: Iterable<string>): Promise<void> {
    for (const key of keys) {
      if (this.#isClosing) return;
      await this.#byItself(() => this.#settleOne(key));
    }
  }

  async #settleOne(key: string): Promise<void> {
    const waiting = await this.#waiting.of(key);
    const homes = waiting.length === 0 ? [] : await this.#register.homesOf(key);
    for (const answer of waiting) {
      const results: Joined[] = [];
      for (const home of homes) results.push(await this.#joinAt(home, answer));
      if (results.some((result) => result !== 'waits')) await this.#waiting.remove(answer);
    }
  }

  /** Adds an answer to the winner of a screening: open versions get it when they are merged. */
  async #joinAt(noted: Home, answer: WaitingAnswer): Promise<Joined> {
    const { stores, erased, onWritten } = this.#options;
    for (let i = 0; i < TRIES; i += 1) {
      const { stakeDB, id } = (await homeOf(stores, noted)) ?? noted;
      await erased.refresh();
      if (erased.has(stakeDB, id) || erased.has(noted.stakeDB, noted.id)) return 'erased';
      const store = await unitStore(stores, stakeDB);
      const stored = (await store?.read(id)) ?? null;
      const slips = readSlips(stored?.['slip']) ?? [];
      if (store === null || stored === null) return 'waits';
      if (!slips.some((slip) => slipKey(slip) === answer.key)) return 'waits';
      const today = todayIn(timeZoneOfUnit(stakeDB), new Date(answer.at));
      const draft = answeredBySlip(stored, answer, { stakeDB, today });
      if (typeof draft === 'string') return draft;
      const [written] = await store.write([draft]);
      if (written?.ok !== true) continue;
      await onWritten(stakeDB, store);
      await this.#tell(stakeDB, answer);
      return 'joined';
    }
    return 'waits';
  }

  /** Only the first letters of a slip: whoever reads the log cannot answer with it. */
  async #tell(stakeDB: string, { first, outcome, day, from }: WaitingAnswer): Promise<void> {
    const detail = `${first} ${outcome} ${day}`;
    const entry = { what: 'clinic-answered' as const, who: null, whom: stakeDB, from, detail };
    await this.#options.audit.record(entry);
  }

  /** Registers the slips of what changed in a unit since the last time. */
  async #catchUp(stakeDB: string): Promise<void> {
    const { stores, notes } = this.#options;
    const kept = await notes.read(READ_TO);
    const readTo = { ...(kept?.['units'] as Readonly<Record<string, string>> | undefined) };
    const since = readTo[stakeDB] ?? '0';
    const now = await stores.sequence(`unit_${stakeDB}`);
    const store = now === since ? null : await unitStore(stores, stakeDB);
    if (store === null) return;
    const { updateSeq } = await store.info();
    let ids: string[] = [];
    const note = async () => {
      await this.#register.note(stakeDB, [...(await store.readMany(ids)).values()]);
      ids = [];
    };
    for await (const { id, deleted } of store.changes({ since })) {
      if (!deleted) ids.push(id);
      if (ids.length === AT_ONCE) await note();
    }
    await note();
    const rev = kept === null ? {} : { _rev: kept._rev };
    // Another process may have written it: then the unit is read once more, the next time.
    await notes.write([{ _id: READ_TO, ...rev, units: { ...readTo, [stakeDB]: updateSeq } }]);
  }
}
