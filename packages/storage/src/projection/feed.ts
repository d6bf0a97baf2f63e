import { todayIn } from '@crece/domain';
import type { DeviceStore } from '../device/open-device.ts';
import type { UnitDatabase } from '../unit/unit-database.ts';
import { Projection, type ProjectionUpdate } from './projection.ts';
import { type ReadingContext, type ReadMany, readChanges } from './read-changes.ts';
import { Scan } from './scan.ts';
import { restoreProjection, storeProjection } from './stored-projection.ts';

/** Changes read in one go: a save that comes meanwhile waits for no more than this. */
const BATCH = 500;

/** Catching up by so many changes at the next start is quicker than keeping the rows again now. */
const KEEP_AFTER_CHANGES = 200;

interface FeedOptions {
  database: UnitDatabase;
  stakeDb: string;
  instance: string;
  store: DeviceStore;
  timeZone: string;
  deviceIds: ReadonlySet<string>;
  clock: () => Date;
  /** Called after the projection changed, with the ids of the children concerned. */
  onChange: (childIds: ReadonlySet<string>) => void;
}

/**
 * Keeps the projection true: restores it, or builds it from the documents, and follows the changes
 * of the database since its sequence. PouchDB's own live feed is not used: it tells other tabs
 * through local storage, which a worker does not have; whoever writes says so and everyone reads.
 */
export class ProjectionFeed {
  readonly #options: FeedOptions;
  readonly #readMany: ReadMany;
  #projection: Projection | null = null;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;
  /** Sequence at which the projection was kept last. */
  #keptSequence = -1;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#readMany = (ids) => options.database.readMany(ids);
  }

  /** The projection; null until the first `catchUp` has ended. */
  get projection(): Projection | null {
    return this.#projection;
  }

  /**
   * Takes in everything written until now. Calls while one runs share the run after it, because the
   * running one may have read already.
   */
  catchUp(): Promise<void> {
    if (this.#next === null) {
      const before = this.#running.catch(() => undefined);
      const next = before.then(() => {
        this.#next = null;
        this.#running = next;
        return this.#run();
      });
      this.#next = next;
    }
    return this.#next;
  }

  /** Keeps the projection for the next start, when it lies ahead of what was kept. */
  async keep(): Promise<void> {
    const projection = this.#projection;
    if (projection === null || projection.sequence === this.#keptSequence) return;
    const { store, stakeDb, instance, database } = this.#options;
    this.#keptSequence = projection.sequence;
    await inOneTab(`crece_projection_${stakeDb}`, () =>
      store.put('projections', database.name, storeProjection(projection, stakeDb, instance)),
    );
  }

  async #run(): Promise<void> {
    const projection = await this.#current();
    const touched = new Set<string>();
    const context = this.#context();
    if (projection.today !== context.today) {
      await this.#readDay(projection, context, touched);
    }
    for (;;) {
      const { changes, sequence } = await this.#options.database.changesSince(
        projection.sequence,
        BATCH,
      );
      if (changes.length > 0) {
        const update = await readChanges(projection, changes, context, this.#readMany);
        this.#apply(projection, update, touched);
      }
      projection.sequence = sequence;
      if (changes.length < BATCH) break;
    }
    const isFirst = this.#projection === null;
    this.#projection = projection;
    if (isFirst || touched.size > 0) this.#options.onChange(touched);
    if (projection.sequence - this.#keptSequence >= KEEP_AFTER_CHANGES) {
      // Packing ten thousand rows takes a while: not before whatever the person waits for.
      whenIdle(() => void this.#keepQuietly());
    }
  }

  /** A failure to keep costs a slower start and nothing else. */
  async #keepQuietly(): Promise<void> {
    await this.keep().catch(() => undefined);
  }

  #context(): ReadingContext {
    const { timeZone, deviceIds, clock } = this.#options;
    return { timeZone, deviceIds, today: todayIn(timeZone, clock()) };
  }

  #apply(projection: Projection, update: ProjectionUpdate, touched: Set<string>): void {
    projection.apply(update);
    for (const id of update.entries.keys()) touched.add(id);
    for (const id of update.mothers.keys()) touched.add(id);
    for (const id of update.pending.keys()) touched.add(id);
  }

  /** Another day: screenings that were dated too far ahead may count now, or the other way round. */
  async #readDay(
    projection: Projection,
    context: ReadingContext,
    touched: Set<string>,
  ): Promise<void> {
    const toCheck = [...projection.childrenToCheck(context.today)];
    if (toCheck.length > 0) {
      const update = await readChanges(projection, [], context, this.#readMany, toCheck);
      this.#apply(projection, update, touched);
    }
    projection.today = context.today;
  }

  /** An empty unit that is being filled is quicker read as a whole than change by change. */
  async #current(): Promise<Projection> {
    if (this.#projection === null) return this.#load();
    if (!this.#projection.isEmpty) return this.#projection;
    const lastSequence = await this.#options.database.lastSequence();
    if (lastSequence - this.#projection.sequence < BATCH) return this.#projection;
    this.#projection = null;
    return this.#build(lastSequence);
  }

  async #load(): Promise<Projection> {
    const { database, stakeDb, instance, store } = this.#options;
    const [stored, lastSequence] = await Promise.all([
      // A device store that cannot be read costs a rebuild and nothing else.
      store.get('projections', database.name).catch(() => undefined),
      database.lastSequence(),
    ]);
    const restored = restoreProjection(stored, stakeDb, instance, lastSequence);
    if (restored === null) return this.#build(lastSequence);
    this.#keptSequence = restored.sequence;
    const missing = [...restored.entries].flatMap(([id, { row }]) =>
      row === undefined ? [id] : [],
    );
    if (missing.length > 0) {
      const context = { ...this.#context(), today: restored.today };
      restored.apply(await readChanges(restored, [], context, this.#readMany, missing));
    }
    return restored;
  }

  /** Reads every document up to a sequence; what changes meanwhile is caught up afterwards. */
  async #build(lastSequence: number): Promise<Projection> {
    const context = this.#context();
    const scan = new Scan(context);
    let sequence = 0;
    while (sequence < lastSequence) {
      const batch = await this.#options.database.changesSince(sequence, BATCH);
      // A document beyond the end was changed meanwhile and may have been read already.
      for (const change of batch.changes) if (change.sequence <= lastSequence) scan.add(change);
      if (batch.changes.length < BATCH) break;
      sequence = batch.sequence;
    }
    const projection = new Projection(context.today);
    projection.apply(await scan.finish(this.#readMany));
    projection.sequence = lastSequence;
    return projection;
  }
}

/** A page that is never idle keeps its rows after this many milliseconds all the same. */
const MAX_WAIT_MS = 5000;

function whenIdle(work: () => void): void {
  // A worker has no idle time of its own.
  if (typeof requestIdleCallback === 'undefined') setTimeout(work);
  else requestIdleCallback(work, { timeout: MAX_WAIT_MS });
}

/** Runs the work unless another tab is at it; where there are no locks (plain http) it just runs. */
async function inOneTab(name: string, work: () => Promise<void>): Promise<void> {
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return work();
  await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work();
  });
}
