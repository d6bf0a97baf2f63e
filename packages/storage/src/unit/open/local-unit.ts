import type { Child, Home, Mother, OpenedMessage, Screening } from '@crece/domain';
import type { Author } from '../../base/author.ts';
import type { FileMark } from '../../base/file-mark.ts';
import { readKnown } from '../known/known.ts';
import { isUnreadableHere } from '../known/ledger-state.ts';
import { readFirstRows } from '../projection/kept-rows.ts';
import type { UnitSnapshot } from '../projection/types.ts';
import type { Choice, Task } from '../tasks/types.ts';
import type { Act } from '../writes/provenance.ts';
import type {
  ChildFile,
  ChildrenToMerge,
  HoldOptions,
  ScreeningToSave,
  SlipWrites,
  WriteOptions,
} from '../writes/types.ts';
import type { UnitWrites } from '../writes/writes.ts';
import { Following } from './following.ts';
import {
  databaseNameOf,
  type OpenedUnit,
  type OpenLocalUnitOptions,
  type Release,
} from './opened-unit.ts';
import type { MovedKind, MovedRecord, RemovedRecord } from './removed-types.ts';
import { Tabs } from './tabs.ts';
import type { Live, LocalSize, LocalUnit } from './types.ts';
import type { EngineCalls, LoadEngine, UnitParts } from './unit-parts.ts';

/** A unit that is open in this tab; see `LocalUnit`. */
export class OpenLocalUnit<Engine extends { readonly calls: EngineCalls }> implements LocalUnit {
  readonly stakeDB: string;
  readonly #loadEngine: LoadEngine<Engine>;
  readonly #following: Following;
  #writes: UnitWrites | null = null;
  #engine: Engine | null = null;

  static async open<Engine extends { readonly calls: EngineCalls }>(
    stakeDB: string,
    options: OpenLocalUnitOptions,
    release: Release,
    loadEngine: LoadEngine<Engine>,
  ): Promise<OpenLocalUnit<Engine>> {
    const { device } = options;
    const name = databaseNameOf(device, stakeDB);
    // Changes by another tab in the meantime show in the instance id and the sequence.
    const first = readFirstRows(device.store, name);
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
    options: OpenLocalUnitOptions,
    release: Release,
    loadEngine: LoadEngine<Engine>,
    opened: OpenedUnit,
  ) {
    this.stakeDB = stakeDB;
    this.#loadEngine = loadEngine;
    this.#following = new Following(stakeDB, options, release, opened, {
      calls: () => this.#calls(),
      readChildFile: (id) => this.readChildFile(id),
      ended: () => this.#writes?.holds.close(),
    });
    // Writing needs the assessment rules, which a list does not need: load them after the first
    // list and before the first save. A failure here occurs again at the save, which reports it.
    this.#writing().catch(() => undefined);
    // The record of opened units is only a convenience, so a failure is ignored.
    options.device.recordUnitOpened(stakeDB).catch(() => undefined);
  }

  get #parts(): UnitParts {
    return this.#following.parts;
  }

  readonly subscribe = (listener: () => void): (() => void) =>
    this.#following.shown.subscribe(listener);

  readonly snapshot = (): UnitSnapshot => this.#following.shown.snapshot;

  ready(): Promise<void> {
    return this.#following.ready();
  }

  firstRows(): Promise<void> {
    return this.#following.firstRows();
  }

  childFile(id: string): Live<ChildFile | null> {
    return this.#following.shown.childFile(id);
  }

  async readChildFile(id: string): Promise<ChildFile | null> {
    await this.#following.catchUp();
    const { readChildFile } = await import('../writes/writes.ts');
    const { database, feed, timeZone } = this.#parts;
    return readChildFile(database, id, feed.projection, timeZone);
  }

  async readMother(id: string): Promise<Mother | null> {
    const { motherOf, context } = await this.#writing();
    return motherOf(await context.writer.document(id), context.timeZone);
  }

  createChild(
    fields: Parameters<LocalUnit['createChild']>[0],
    author: Author,
    now: Date,
  ): Promise<Child> {
    return this.#write(author, now, (writes, act) =>
      writes.createChild(writes.context, fields, act),
    );
  }

  editChild(
    base: Child,
    fields: Parameters<LocalUnit['editChild']>[1],
    author: Author,
    now: Date,
    options: WriteOptions = {},
  ): Promise<Child> {
    return this.#write(author, now, (writes, act) =>
      writes.editChild(writes.context, base, fields, act, options),
    );
  }

  removeChild(
    id: string,
    author: Author,
    now: Date,
    { hold = false }: HoldOptions = {},
  ): Promise<{ screenings: number }> {
    return this.#write(author, now, (writes, act) =>
      writes.removeChild(writes.context, id, { ...act, isHeld: hold }),
    );
  }

  async mergeChildren(
    merge: ChildrenToMerge,
    author: Author,
    now: Date,
    { hold = false }: HoldOptions = {},
  ): Promise<string> {
    const { mergeChildren } = await import('../writes/merge-writes.ts');
    return this.#write(author, now, ({ context }, act) =>
      mergeChildren(context, merge, { ...act, isHeld: hold }),
    );
  }

  async unmergeChildren(recordId: string, author: Author, now: Date): Promise<void> {
    const { removedByMerge, unmergeChildren } = await import('../writes/merge-writes.ts');
    const { context, holds } = await this.#writing();
    const removed = (await this.removedRecords(null)).flatMap((each) =>
      each.kind === 'screening' ? [{ ...each, owner: each.screening.owner }] : [],
    );
    const typedTwice = await removedByMerge(context, recordId, removed);
    await this.#write(author, now, (writes, act) => unmergeChildren(writes.context, recordId, act));
    await holds.release(recordId);
    for (const id of typedTwice) await this.putBack(id, author, now);
  }

  async keepApart(ids: readonly [string, string], author: Author, now: Date): Promise<void> {
    const { keepApart } = await import('../writes/merge-writes.ts');
    return this.#write(author, now, ({ context }, act) => keepApart(context, ids, act));
  }

  saveScreening(
    childId: string,
    screening: ScreeningToSave,
    author: Author,
    now: Date,
    options: WriteOptions = {},
  ): Promise<Screening> {
    return this.#write(author, now, (writes, act) =>
      writes.saveScreening(writes.context, childId, screening, act, options),
    );
  }

  async saveReferral(
    base: Screening,
    fields: Parameters<LocalUnit['saveReferral']>[1],
    author: Author,
    now: Date,
    { hold = false }: HoldOptions = {},
  ): Promise<Screening> {
    const saved = await this.#write(author, now, (writes, act) =>
      writes.saveReferral(writes.context, base, fields, { ...act, isHeld: hold }),
    );
    // Whoever says something else, or takes it back, has no more to take back.
    if (!hold) await (await this.#writing()).holds.release(base._id);
    return saved;
  }

  async saveDeparture(
    base: Child,
    fields: Parameters<LocalUnit['saveDeparture']>[1],
    author: Author,
    now: Date,
    { hold = false }: HoldOptions = {},
  ): Promise<Child> {
    const saved = await this.#write(author, now, (writes, act) =>
      writes.saveDeparture(writes.context, base, fields, { ...act, isHeld: hold }),
    );
    if (!hold) await (await this.#writing()).holds.release(base._id);
    return saved;
  }

  async slips(author: Author, now: Date): Promise<SlipWrites> {
    return (await this.#writing()).slips(this.#act(author, now));
  }

  saveMessaged(
    childId: string,
    opened: OpenedMessage | null,
    author: Author,
    now: Date,
  ): Promise<void> {
    return this.#write(author, now, (writes, act) =>
      writes.saveMessaged(writes.context, childId, opened, act),
    );
  }

  removeScreening(
    childId: string,
    screeningId: string,
    author: Author,
    now: Date,
    { hold = false }: HoldOptions = {},
  ): Promise<void> {
    return this.#write(author, now, (writes, act) =>
      writes.removeScreening(writes.context, childId, screeningId, { ...act, isHeld: hold }),
    );
  }

  saveMother(
    kind: Parameters<LocalUnit['saveMother']>[0],
    fields: Parameters<LocalUnit['saveMother']>[1],
    author: Author,
    now: Date,
    base?: Mother,
    options: WriteOptions = {},
  ): Promise<Mother> {
    return this.#write(author, now, (writes, act) =>
      writes.saveMother(writes.context, kind, fields, act, base, options),
    );
  }

  removeMother(
    id: string,
    author: Author,
    now: Date,
    { hold = false }: HoldOptions = {},
  ): Promise<void> {
    return this.#write(author, now, (writes, act) =>
      writes.removeMother(writes.context, id, { ...act, isHeld: hold }),
    );
  }

  async fill(records: readonly (Child | Screening | Mother)[]): Promise<{ written: number }> {
    const { fillDatabase } = await import('../writes/fill.ts');
    const result = await fillDatabase(this.#parts.database, records);
    this.#following.tell('changed');
    await this.#following.catchUp();
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
    // Nothing is left to be taken back: the records need not wait any longer.
    await (await this.#writing()).holds.release(id);
  }

  async readRemoved(id: string): Promise<Readonly<Record<string, unknown>> | null> {
    return (await this.#calls()).readRemoved(id);
  }

  async movedTo(id: string): Promise<Home | null> {
    return (await this.#calls()).movedTo(id);
  }

  async removedRecords(fromServer: readonly unknown[] | null): Promise<readonly RemovedRecord[]> {
    return (await this.#calls()).removedRecords(fromServer);
  }

  async movedRecords(kind: MovedKind): Promise<readonly MovedRecord[]> {
    return (await this.#calls()).movedRecords(kind);
  }

  async readRemovedFile(childId: string, screeningId?: string): Promise<ChildFile | null> {
    return (await this.#calls()).readRemovedFile(childId, screeningId);
  }

  async readRemovedMother(id: string): Promise<Mother | null> {
    return (await this.#calls()).readRemovedMother(id);
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
    const { projection, known } = this.#parts.feed;
    // Of what cannot be read here the file holds nothing.
    const isHeld = ([id, at]: readonly [string, number]): boolean =>
      at <= sequence && !isUnreadableHere(known.ledger, id);
    return [...(projection?.pending ?? [])].filter(isHeld).length;
  }

  async compact(): Promise<void> {
    await (await this.#calls()).compact();
  }

  acknowledgeVanished(): Promise<void> {
    return this.#following.acknowledgeVanished();
  }

  clockDifference(): number | null {
    return this.#parts.feed.known.ledger.clockDifference;
  }

  async engine(): Promise<Engine> {
    const [openEngine, writes] = await Promise.all([this.#loadEngine(), this.#writing()]);
    this.#engine ??= openEngine(this.#parts, writes);
    return this.#engine;
  }

  close(): Promise<void> {
    return this.#following.close();
  }

  #act(author: Author, now: Date): Act {
    return { author, now, device: this.#parts.device.id };
  }

  /** Loads the code that only writing needs. */
  async #writing(): Promise<UnitWrites> {
    const { createWrites } = await import('../writes/writes.ts');
    this.#writes ??= createWrites(this.#parts);
    return this.#writes;
  }

  /** Carries out an act of a person. */
  async #write<T>(
    author: Author,
    now: Date,
    write: (writes: UnitWrites, act: Act) => Promise<T>,
  ): Promise<T> {
    return write(await this.#writing(), this.#act(author, now));
  }

  /** Loads the code that only conflicts, removed records, sizes and reports need. */
  async #calls(): Promise<EngineCalls> {
    return (await this.engine()).calls;
  }
}
