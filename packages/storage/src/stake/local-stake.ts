import type { Child, Mother, Screening } from '@crece/domain';
import type { OpenDevice } from '../device/open-device.ts';
import { storageError } from '../faults.ts';
import { ProjectionFeed } from '../projection/feed.ts';
import type {
  Author,
  ChildFile,
  Live,
  LocalStake,
  OpenStakeOptions,
  ScreeningToSave,
  StakeSnapshot,
  WriteOptions,
} from '../types.ts';
import { UnitDatabase } from '../unit/unit-database.ts';
import { childFileOf } from './child-records.ts';
import type { WriteContext } from './child-writes.ts';
import { rememberDevice } from './device-ids.ts';
import { fillDatabase } from './fill.ts';
import { LiveChildFile } from './live-child-file.ts';
import type { Act } from './provenance.ts';
import { StakeWriter } from './stake-writer.ts';

/** Names of units' databases begin so, that no other database of this origin is ever met. */
const DATABASE_PREFIX = 'crece_unit_';

/** Child files kept for going back and forth between list and child; the oldest unwatched goes. */
const KEPT_FILES = 50;

const LOADING: StakeSnapshot = {
  state: 'loading',
  children: [],
  mothers: [],
  wards: [],
  unreadable: [],
  orphans: [],
  pending: 0,
};

interface OpenLocalStakeOptions extends OpenStakeOptions {
  device: OpenDevice;
}

/** The unit's records on PouchDB; see `LocalStake`. */
export class OpenLocalStake implements LocalStake {
  readonly stakeDb: string;
  readonly #database: UnitDatabase;
  readonly #device: string;
  readonly #timeZone: string;
  readonly #feed: ProjectionFeed;
  readonly #context: WriteContext;
  readonly #channel: BroadcastChannel;
  readonly #listeners = new Set<() => void>();
  readonly #files = new Map<string, LiveChildFile>();
  readonly #release: () => boolean;
  #snapshot: StakeSnapshot = LOADING;
  #isClosed = false;

  /** `release` tells that one user is done and answers whether it was the last. */
  static async open(
    stakeDb: string,
    options: OpenLocalStakeOptions,
    release: () => boolean,
  ): Promise<OpenLocalStake> {
    const database = new UnitDatabase(DATABASE_PREFIX + stakeDb);
    try {
      const instance = await database.open();
      const deviceIds = await rememberDevice(database, options.device.id);
      return new OpenLocalStake(stakeDb, options, release, { database, instance, deviceIds });
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  private constructor(
    stakeDb: string,
    { device, timeZone, clock = () => new Date() }: OpenLocalStakeOptions,
    release: () => boolean,
    opened: { database: UnitDatabase; instance: string; deviceIds: ReadonlySet<string> },
  ) {
    const { database } = opened;
    this.stakeDb = stakeDb;
    this.#database = database;
    this.#device = device.id;
    this.#timeZone = timeZone;
    this.#release = release;
    this.#feed = new ProjectionFeed({
      ...opened,
      stakeDb,
      store: device.store,
      timeZone,
      clock,
      onChange: (childIds) => this.#changed(childIds),
    });
    const writer = new StakeWriter({
      database,
      timeZone,
      catchUp: () => this.#catchUp(),
      screeningIdsOf: (childId) => this.#feed.projection?.screeningIdsOf(childId) ?? [],
      written: () => this.#tellOtherTabs(),
    });
    this.#context = { stakeDb, timeZone, writer };
    // Our own channel: PouchDB's needs local storage and reaches no worker.
    this.#channel = new BroadcastChannel(database.name);
    this.#channel.onmessage = () => this.#follow();
    if (typeof document !== 'undefined') {
      document.addEventListener('visibilitychange', this.#visibilityChanged);
    }
    this.#follow();
    // Writing needs the rules of assessment, showing a list does not: they come beside the first list
    // and ahead of the first save. A fault is met again, and told, by the save.
    void Promise.allSettled([import('./child-writes.ts'), import('./mother-writes.ts')]);
    // Which units were opened is for convenience only.
    device.recordUnitOpened(stakeDb).catch(() => undefined);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): StakeSnapshot => this.#snapshot;

  async ready(): Promise<void> {
    if (this.#snapshot.state !== 'ready') await this.#catchUp();
  }

  childFile(id: string): Live<ChildFile | null> {
    const known = this.#files.get(id);
    if (known !== undefined) return known;
    const file = new LiveChildFile(() => this.readChildFile(id));
    this.#files.set(id, file);
    for (const [old, { isWatched }] of this.#files) {
      if (this.#files.size <= KEPT_FILES) break;
      if (!isWatched && old !== id) this.#files.delete(old);
    }
    return file;
  }

  async readChildFile(id: string): Promise<ChildFile | null> {
    const records = await this.#context.writer.childRecords(id);
    const pending = this.#feed.projection?.pending;
    return records && childFileOf(records, (each) => pending?.has(each) === true);
  }

  async readMother(id: string): Promise<Mother | null> {
    const { motherOf } = await import('./mother-writes.ts');
    return motherOf(await this.#context.writer.document(id), this.#timeZone);
  }

  async createChild(
    fields: Parameters<LocalStake['createChild']>[0],
    author: Author,
    now: Date,
  ): Promise<Child> {
    const { createChild } = await import('./child-writes.ts');
    return createChild(this.#context, fields, this.#act(author, now));
  }

  async editChild(
    base: Child,
    fields: Parameters<LocalStake['editChild']>[1],
    author: Author,
    now: Date,
    options: WriteOptions = {},
  ): Promise<Child> {
    const { editChild } = await import('./child-writes.ts');
    return editChild(this.#context, base, fields, this.#act(author, now), options);
  }

  async removeChild(id: string, author: Author, now: Date): Promise<{ screenings: number }> {
    const { removeChild } = await import('./child-writes.ts');
    return removeChild(this.#context, id, this.#act(author, now));
  }

  async saveScreening(
    childId: string,
    screening: ScreeningToSave,
    author: Author,
    now: Date,
    options: WriteOptions = {},
  ): Promise<Screening> {
    const act = this.#act(author, now);
    const { saveScreening } = await import('./child-writes.ts');
    return saveScreening(this.#context, childId, screening, act, options);
  }

  async removeScreening(
    childId: string,
    screeningId: string,
    author: Author,
    now: Date,
  ): Promise<void> {
    const act = this.#act(author, now);
    const { removeScreening } = await import('./child-writes.ts');
    return removeScreening(this.#context, childId, screeningId, act);
  }

  async saveMother(
    kind: Parameters<LocalStake['saveMother']>[0],
    fields: Parameters<LocalStake['saveMother']>[1],
    author: Author,
    now: Date,
    base?: Mother,
    options: WriteOptions = {},
  ): Promise<Mother> {
    const act = this.#act(author, now);
    const { saveMother } = await import('./mother-writes.ts');
    return saveMother(this.#context, kind, fields, act, base, options);
  }

  async removeMother(id: string, author: Author, now: Date): Promise<void> {
    const { removeMother } = await import('./mother-writes.ts');
    return removeMother(this.#context, id, this.#act(author, now));
  }

  async fill(records: readonly (Child | Screening | Mother)[]): Promise<{ written: number }> {
    const result = await fillDatabase(this.#database, records);
    this.#tellOtherTabs();
    await this.#catchUp();
    return result;
  }

  async close(): Promise<void> {
    if (this.#isClosed || !this.#release()) return;
    this.#isClosed = true;
    this.#channel.close();
    if (typeof document !== 'undefined') {
      document.removeEventListener('visibilitychange', this.#visibilityChanged);
    }
    // What is not kept is caught up at the next start.
    await this.#feed.keep().catch(() => undefined);
    await this.#database.close();
    this.#listeners.clear();
  }

  #act(author: Author, now: Date): Act {
    return { author, now, device: this.#device };
  }

  #tellOtherTabs(): void {
    if (!this.#isClosed) this.#channel.postMessage('changed');
  }

  /** Takes in what was written, here or in another tab; a fault shows in the snapshot. */
  #follow(): void {
    this.#catchUp().catch(() => undefined);
  }

  async #catchUp(): Promise<void> {
    try {
      await this.#feed.catchUp();
      if (this.#snapshot.state === 'failed') this.#changed(new Set());
    } catch (error) {
      const fault = storageError(error);
      // A unit that is closed on purpose has not failed.
      if (!this.#isClosed) this.#show({ ...this.#snapshot, state: 'failed', fault });
      throw fault;
    }
  }

  #changed(childIds: ReadonlySet<string>): void {
    const projection = this.#feed.projection;
    if (projection === null || this.#isClosed) return;
    this.#show(projection.snapshot());
    for (const id of childIds) this.#files.get(id)?.changed();
  }

  #show(snapshot: StakeSnapshot): void {
    this.#snapshot = snapshot;
    for (const listener of [...this.#listeners]) listener();
  }

  /** A tab in the background may miss messages; one that goes there may never come back. */
  readonly #visibilityChanged = (): void => {
    if (document.visibilityState === 'visible') this.#follow();
    else this.#feed.keep().catch(() => undefined);
  };
}
