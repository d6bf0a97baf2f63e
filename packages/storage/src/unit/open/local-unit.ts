import type { Child, Mother, Screening } from '@crece/domain';
import type { Author } from '../../base/author.ts';
import { storageError } from '../../base/faults.ts';
import type { FileMark } from '../../base/file-mark.ts';
import { StorageError } from '../../base/storage-error.ts';
import { whenIdle } from '../../base/when-idle.ts';
import { readKnown } from '../known/known.ts';
import { ProjectionFeed } from '../projection/feed.ts';
import { readFirst } from '../projection/kept-rows.ts';
import type { UnitSnapshot } from '../projection/types.ts';
import { isStored } from '../records/indexeddb-store.ts';
import type { Choice, Task } from '../tasks/types.ts';
import type { Act } from '../writes/provenance.ts';
import type { ChildFile, ScreeningToSave, WriteOptions } from '../writes/types.ts';
import type { Writes } from '../writes/writes.ts';
import {
  databaseNameOf,
  type OpenedUnit,
  type OpenLocalUnitOptions,
  type Release,
} from './opened-unit.ts';
import { Remembering } from './remembering.ts';
import { Shown } from './shown.ts';
import { type Said, Tabs } from './tabs.ts';
import type { Live, LocalSize, LocalUnit } from './types.ts';
import type { EngineCalls, LoadEngine, UnitParts } from './unit-parts.ts';

/** After this time the whole list is read although nobody has asked for it. */
const WHOLE_AFTER_MS = 1_000;

/** A unit that is open in this tab; see `LocalUnit`. */
export class OpenLocalUnit<Engine extends { readonly calls: EngineCalls }> implements LocalUnit {
  readonly stakeDB: string;
  readonly #parts: UnitParts;
  readonly #loadEngine: LoadEngine<Engine>;
  readonly #feed: ProjectionFeed;
  readonly #tabs: Tabs;
  readonly #memory: Remembering;
  readonly #shown = new Shown((id) => this.readChildFile(id));
  readonly #release: Release;
  /** Ends when the kept first rows are shown, or known to be of no use. */
  readonly #beginning: Promise<void>;
  #writes: Writes | null = null;
  #engine: Engine | null = null;
  #isClosed = false;
  #isLettingGo = false;

  static async open<Engine extends { readonly calls: EngineCalls }>(
    stakeDB: string,
    options: OpenLocalUnitOptions,
    release: Release,
    loadEngine: LoadEngine<Engine>,
  ): Promise<OpenLocalUnit<Engine>> {
    const { device } = options;
    const name = databaseNameOf(device, stakeDB);
    // Changes by another tab in the meantime show in the instance id and the sequence.
    const first = readFirst(device.store, name);
    const database = device.units.database(name);
    const tabs = new Tabs(name);
    try {
      await tabs.join();
      const instance = await database.open();
      const known = await readKnown(database, device.id);
      return new OpenLocalUnit(stakeDB, options, release, loadEngine, {
        database,
        tabs,
        instance,
        known,
        first,
      });
    } catch (error) {
      tabs.close();
      await database.close();
      throw error;
    }
  }

  private constructor(
    stakeDB: string,
    { device, timeZone, clock = () => new Date() }: OpenLocalUnitOptions,
    release: Release,
    loadEngine: LoadEngine<Engine>,
    { database, tabs, instance, known, first }: OpenedUnit,
  ) {
    this.stakeDB = stakeDB;
    this.#release = release;
    this.#loadEngine = loadEngine;
    const feed = new ProjectionFeed({
      database,
      instance,
      known,
      first,
      stakeDB,
      store: device.store,
      timeZone,
      clock,
      readKnown: () => readKnown(database, device.id),
      onChange: (childIds) => this.#changed(childIds),
    });
    this.#feed = feed;
    this.#tabs = tabs;
    tabs.hear = (said) => this.#hear(said);
    database.onLost = () =>
      void this.#calls()
        .then(({ noteLoss }) => noteLoss())
        .catch(() => undefined);
    if (typeof document !== 'undefined') {
      document.addEventListener('visibilitychange', this.#visibilityChanged);
    }
    this.#parts = {
      stakeDB,
      timeZone,
      clock,
      device,
      database,
      instance,
      feed,
      catchUp: () => this.#catchUp(),
      filesShown: () => this.#shown.settled(),
      told: () => this.#tell('changed'),
      announceBulk: (written) => {
        this.#tell('filling');
        feed.followBulk(written);
      },
      show: (next) => {
        this.#tell('changed');
        return feed.show(next);
      },
      overRemovals: async () => (await this.#calls()).overRemovals,
      endRefusals: async () => (await this.#calls()).endRefusals(),
      stop: () => this.#stopListening(),
    };
    this.#memory = new Remembering(this.#parts, () => this.#changed(new Set()));
    this.#beginning = this.#begin();
    // Writing needs the assessment rules, which a list does not need: load them after the first
    // list and before the first save. A failure here occurs again at the save, which reports it.
    this.#writing().catch(() => undefined);
    // The record of opened units is only a convenience, so a failure is ignored.
    device.recordUnitOpened(stakeDB).catch(() => undefined);
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#shown.subscribe(listener);

  readonly snapshot = (): UnitSnapshot => this.#shown.snapshot;

  async ready(): Promise<void> {
    if (this.snapshot().state !== 'ready') await this.#catchUp();
  }

  async firstRows(): Promise<void> {
    await this.#beginning;
    if (this.snapshot().first === undefined) await this.ready();
  }

  childFile(id: string): Live<ChildFile | null> {
    return this.#shown.childFile(id);
  }

  async readChildFile(id: string): Promise<ChildFile | null> {
    await this.#catchUp();
    const { readChildFile } = await import('../writes/child-records.ts');
    const { database, timeZone } = this.#parts;
    return readChildFile(database, id, this.#feed.projection, timeZone);
  }

  async readMother(id: string): Promise<Mother | null> {
    const { motherOf, context } = await this.#writing();
    return motherOf(await context.writer.document(id), context.timeZone);
  }

  async createChild(
    fields: Parameters<LocalUnit['createChild']>[0],
    author: Author,
    now: Date,
  ): Promise<Child> {
    const act = this.#act(author, now);
    const { createChild, context } = await this.#writing();
    return createChild(context, fields, act);
  }

  async editChild(
    base: Child,
    fields: Parameters<LocalUnit['editChild']>[1],
    author: Author,
    now: Date,
    options: WriteOptions = {},
  ): Promise<Child> {
    const act = this.#act(author, now);
    const { editChild, context } = await this.#writing();
    return editChild(context, base, fields, act, options);
  }

  async removeChild(id: string, author: Author, now: Date): Promise<{ screenings: number }> {
    const act = this.#act(author, now);
    const { removeChild, context } = await this.#writing();
    return removeChild(context, id, act);
  }

  async saveScreening(
    childId: string,
    screening: ScreeningToSave,
    author: Author,
    now: Date,
    options: WriteOptions = {},
  ): Promise<Screening> {
    const act = this.#act(author, now);
    const { saveScreening, context } = await this.#writing();
    return saveScreening(context, childId, screening, act, options);
  }

  async saveReferral(
    base: Screening,
    fields: Parameters<LocalUnit['saveReferral']>[1],
    author: Author,
    now: Date,
  ): Promise<Screening> {
    const act = this.#act(author, now);
    const { saveReferral, context } = await this.#writing();
    return saveReferral(context, base, fields, act);
  }

  async removeScreening(
    childId: string,
    screeningId: string,
    author: Author,
    now: Date,
  ): Promise<void> {
    const act = this.#act(author, now);
    const { removeScreening, context } = await this.#writing();
    return removeScreening(context, childId, screeningId, act);
  }

  async saveMother(
    kind: Parameters<LocalUnit['saveMother']>[0],
    fields: Parameters<LocalUnit['saveMother']>[1],
    author: Author,
    now: Date,
    base?: Mother,
    options: WriteOptions = {},
  ): Promise<Mother> {
    const act = this.#act(author, now);
    const { saveMother, context } = await this.#writing();
    return saveMother(context, kind, fields, act, base, options);
  }

  async removeMother(id: string, author: Author, now: Date): Promise<void> {
    const act = this.#act(author, now);
    const { removeMother, context } = await this.#writing();
    return removeMother(context, id, act);
  }

  async fill(records: readonly (Child | Screening | Mother)[]): Promise<{ written: number }> {
    const { fillDatabase } = await import('../writes/fill.ts');
    const result = await fillDatabase(this.#parts.database, records);
    this.#tell('changed');
    await this.#catchUp();
    // Demonstration records are all the data of the unit; nothing more can arrive.
    await (await this.#calls()).noteWhole();
    return result;
  }

  async readTask(id: string): Promise<Task | null> {
    return (await this.#calls()).readTask(id);
  }

  async choose(task: Task, choice: Choice, author: Author, now: Date): Promise<void> {
    await (await this.#calls()).choose(task, choice, this.#act(author, now));
  }

  async keep(task: Task, choice: Choice, author: Author, now: Date): Promise<void> {
    await (await this.#calls()).keep(task, choice, this.#act(author, now));
  }

  async confirmRemoval(task: Task, author: Author, now: Date): Promise<void> {
    await (await this.#calls()).confirmRemoval(task, this.#act(author, now));
  }

  async putBack(id: string, author: Author, now: Date): Promise<void> {
    await (await this.#calls()).putBack(id, this.#act(author, now));
  }

  async readRemoved(id: string): Promise<Readonly<Record<string, unknown>> | null> {
    return (await this.#calls()).readRemoved(id);
  }

  async readRemovedFile(childId: string, screeningId?: string): Promise<ChildFile | null> {
    return (await this.#calls()).readRemovedFile(childId, screeningId);
  }

  async documents(): Promise<readonly unknown[]> {
    return (await this.#calls()).documents();
  }

  async measure(): Promise<LocalSize> {
    return (await this.#calls()).measure();
  }

  async countLoss(): Promise<number> {
    return (await this.#calls()).countLoss();
  }

  heldBy({ instance, sequence }: FileMark): number {
    if (instance !== this.#parts.instance) return 0;
    const pending = this.#feed.projection?.pending.values() ?? [];
    return [...pending].filter((at) => at <= sequence).length;
  }

  async compact(): Promise<void> {
    await (await this.#calls()).compact();
  }

  async acknowledgeVanished(): Promise<void> {
    await this.#memory.acknowledge();
    this.#tell('changed');
    this.#changed(new Set());
  }

  clockDifference(): number | null {
    return this.#feed.known.ledger.clockDifference;
  }

  async engine(): Promise<Engine> {
    const [openEngine, writes] = await Promise.all([this.#loadEngine(), this.#writing()]);
    this.#engine ??= openEngine(this.#parts, writes);
    return this.#engine;
  }

  async close(): Promise<void> {
    if (this.#isClosed || !this.#release.one()) return;
    this.#isClosed = true;
    this.#stopListening();
    // Rows that could not be stored are caught up at the next start.
    await this.#feed.keep().catch(() => undefined);
    await this.#parts.database.close();
    this.#shown.close();
  }

  #stopListening(): void {
    this.#feed.stop();
    this.#tabs.close();
    if (typeof document !== 'undefined') {
      document.removeEventListener('visibilitychange', this.#visibilityChanged);
    }
  }

  /**
   * Releases the connection, because another tab may remove the records, until the removal has
   * ended.
   */
  async #letGo(): Promise<void> {
    if (this.#isClosed || this.#isLettingGo) return;
    this.#isLettingGo = true;
    const { database } = this.#parts;
    const isStillThere = await database.pause(async () => {
      await this.#tabs.yieldToOthers();
      return isStored(database.name);
    });
    this.#isLettingGo = false;
    if (this.#isClosed) return;
    if (isStillThere) {
      this.#followOthers();
      return;
    }
    this.#isClosed = true;
    this.#release.all();
    this.#stopListening();
    this.#shown.fail(new StorageError('closed'));
  }

  #act(author: Author, now: Date): Act {
    return { author, now, device: this.#parts.device.id };
  }

  /** Loads the code that only writing needs. */
  async #writing(): Promise<Writes> {
    const { createWrites } = await import('../writes/writes.ts');
    this.#writes ??= createWrites(this.#parts);
    return this.#writes;
  }

  /** Loads the code that only conflicts, removed records, sizes and reports need. */
  async #calls(): Promise<EngineCalls> {
    return (await this.engine()).calls;
  }

  #tell(said: Said): void {
    if (!this.#isClosed) this.#tabs.say(said);
  }

  #hear(said: Said): void {
    if (said === 'let-go') void this.#letGo();
    else if (said === 'filling') this.#feed.followBulk(null);
    else this.#followOthers();
  }

  /**
   * Shows the kept first rows. The whole is read when it is asked for, so that it does not delay
   * their drawing, and soon in any case; at once when there are no such rows.
   */
  async #begin(): Promise<void> {
    const first = await this.#feed.first().catch(() => null);
    if (this.#isClosed || this.snapshot().state !== 'loading') return;
    if (first === null) return this.#follow();
    this.#shown.showFirst(first, this.#feed.known);
    setTimeout(() => void this.ready().catch(() => undefined), WHOLE_AFTER_MS);
  }

  /** Reads what this tab or another one has written; a fault shows in the snapshot. */
  #follow(): void {
    this.#catchUp().catch(() => undefined);
  }

  /** Like `#follow`, when another tab may have synchronised. */
  #followOthers(): void {
    this.#feed.distrustKnown();
    this.#memory.distrust();
    this.#follow();
  }

  async #catchUp(): Promise<void> {
    try {
      await this.#feed.catchUp();
      if (this.snapshot().state === 'failed') this.#changed(null);
    } catch (error) {
      const fault = storageError(error);
      // A unit closed on purpose has not failed.
      if (!this.#isClosed) this.#shown.fail(fault);
      throw fault;
    }
  }

  /** Shows the current projection; `null`: any child may have changed. */
  #changed(childIds: ReadonlySet<string> | null): void {
    if (this.#isClosed) return;
    this.#shown.update(this.#feed, this.#memory.vanished, childIds);
    whenIdle(() => this.#rememberQuietly());
  }

  /** Remembers the unit; a failure only means that a later loss may go unnoticed. */
  #rememberQuietly(): void {
    if (!this.#isClosed) this.#memory.remember(this.snapshot).catch(() => undefined);
  }

  /** A hidden tab may miss messages, and may never become visible again. */
  readonly #visibilityChanged = (): void => {
    if (document.visibilityState === 'visible') {
      this.#followOthers();
    } else {
      this.#rememberQuietly();
      this.#feed.keep().catch(() => undefined);
    }
  };
}
