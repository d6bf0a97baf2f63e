import { todayIn } from '@crece/domain';
import { inOneTab, runWhenIdle } from '../../base/when-idle.ts';
import type { DeviceStore } from '../device/open-device.ts';
import { isStillJudged, judgedBy, type Known } from '../known/known.ts';
import type { Change, Taken, UnitRecords } from '../records/unit-records.ts';
import { BulkTimer } from './bulk-timer.ts';
import type { Filling } from './filling.ts';
import { type FirstPart, restoreFirst } from './first-part.ts';
import { judgeAgain } from './judge-again.ts';
import { readRows } from './kept-rows.ts';
import { Projection, type ProjectionUpdate } from './projection.ts';
import type { ReadingContext, ReadMany } from './read-changes.ts';
import { restoreProjection } from './stored-projection.ts';

/** Changes per read; a save made meanwhile waits for at most one read. */
const BATCH = 500;

/**
 * With fewer changes than this, catching up at the next start is faster than storing the rows again
 * now.
 */
const KEEP_AFTER_CHANGES = 200;

/**
 * Share of the unit's documents: more changes than this cost as much as reading the whole unit,
 * when each child is read again.
 */
const CHANGES_PER_DOCUMENT = 0.2;

/** The code that stores rows is not needed to show them. */
const packing = () => import('./store-projection.ts');

/**
 * The code that reads records and computes screenings is not needed either: kept rows have the
 * results.
 */
const reading = () => import('./read-changes.ts');

interface FeedOptions {
  database: UnitRecords;
  stakeDB: string;
  instance: string;
  store: DeviceStore;
  timeZone: string;
  known: Known;
  /** The kept first rows, when `readFirstRows` has already begun to read them. */
  first?: Promise<unknown>;
  /** Reads again what another tab may have changed in the database. */
  readKnown: () => Promise<Known>;
  clock: () => Date;
  /** Called after the projection changed, with the ids of the changed children; null means all. */
  onChange: (childIds: ReadonlySet<string> | null) => void;
}

/**
 * Keeps the projection up to date: restores it, or builds it from the documents, and then follows
 * the changes of the database since its sequence. Every writer announces its writes; every tab
 * reads them.
 */
export class ProjectionFeed {
  readonly #options: FeedOptions;
  readonly #readMany: ReadMany;
  #known: Known;
  /** Set when another tab may have changed what is known. */
  #isKnownStale = false;
  #projection: Projection | null = null;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;
  /** Sequence at which the projection was last stored. */
  #keptSequence = -1;
  /** Documents whose leaves must all be read. */
  readonly #toRead = new Set<string>();
  /**
   * Records with an open or just made choice: the rows of their children must be computed again.
   */
  readonly #contested = new Set<string>();
  #filling: Filling | null = null;
  /** A fault of an update is ignored here: the next `catchUp` meets and reports it. */
  readonly #bulk = new BulkTimer(
    () => void this.catchUp().catch(() => undefined),
    () => {
      this.#filling = null;
      runWhenIdle(() => void this.#keepQuietly());
    },
  );

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#known = options.known;
    this.#readMany = (ids) => options.database.readMany(ids);
  }

  /** The projection; null until the first `catchUp` has ended. */
  get projection(): Projection | null {
    return this.#projection;
  }

  get known(): Known {
    return this.#known;
  }

  /**
   * The kept first rows, when they are what the whole list begins with now; otherwise null. The list
   * shows them before the whole is read.
   */
  async first(): Promise<FirstPart | null> {
    const { database, stakeDB, instance, first } = this.#options;
    const [stored, lastSequence] = await Promise.all([first, database.lastSequence()]);
    return restoreFirst(stored, { stakeDB, instance, lastSequence, ...this.#context() });
  }

  /**
   * Reads everything written until now. Calls during a run share the next run, because the current
   * one may already have read past their change.
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

  /**
   * Notes that another tab may have synchronised: what is known is read again with the next
   * changes.
   */
  distrustKnown(): void {
    this.#isKnownStale = true;
  }

  /** Follows a bulk load at intervals. `written` is what this tab wrote. */
  followBulk(written: Taken | null): void {
    if (written !== null) this.#filling?.hand(written);
    this.#bulk.noteBatch();
  }

  /** Takes knowledge about records that are about to be written; it is shown together with them. */
  know(known: Known): void {
    this.#known = known;
  }

  /**
   * Judges pending records again by new knowledge. No document is read for an acknowledgement; a
   * ledger that was reset makes the unit be read again.
   */
  async show(known: Known): Promise<void> {
    const factsBefore = this.#known.ledger.facts;
    this.#known = known;
    const projection = this.#projection;
    if (projection === null) return;
    if (!isStillJudged(projection.judged, known)) return this.catchUp();
    const { ledger } = known;
    if (ledger.facts !== factsBefore) {
      for (const { id } of ledger.facts) if (projection.pending.has(id)) this.#toRead.add(id);
    }
    this.#options.onChange(judgeAgain(projection, known));
    if (this.#toRead.size > 0) await this.catchUp();
  }

  /** Stores the projection for the next start, if it is ahead of the stored one. */
  async keep(): Promise<void> {
    const projection = this.#projection;
    if (projection === null || projection.sequence === this.#keptSequence) return;
    // What is still to be read is not stored, so it would be lost.
    if (this.#toRead.size + this.#contested.size > 0) return;
    const { store, stakeDB, instance, database } = this.#options;
    this.#keptSequence = projection.sequence;
    const { keptRecords } = await packing();
    await inOneTab(`crece_projection_${database.name}`, async () => {
      // Throws when the database was removed: then nothing of its records may be stored.
      await database.open();
      const records = keptRecords(projection, { stakeDB, instance, name: database.name });
      await store.change('projections', records);
    });
  }

  /** Stops following changes. */
  stop(): void {
    this.#bulk.stop();
  }

  async #run(): Promise<void> {
    if (this.#isKnownStale) {
      this.#isKnownStale = false;
      this.#known = await this.#options.readKnown();
    }
    const shown = this.#projection;
    await this.#prepareBulk();
    const projection = await this.#current();
    const touched = new Set<string>();
    const context = this.#context();
    if (projection.today !== context.today) {
      this.#filling = null;
      await this.#readDay(projection, context, touched);
    }
    await this.#follow(projection, context, touched);
    // Leaves that cannot be read now are read at the next time; until then the document counts as
    // unsent.
    await this.#readLeaves(projection, touched).catch(() => undefined);
    for (const id of judgeAgain(projection, this.#known)) touched.add(id);
    this.#projection = projection;
    this.#options.onChange(projection === shown ? touched : null);
    // Load early: a page being hidden may have no time left to load the code that stores its rows,
    // and a save must not wait for the code that reads it.
    if (shown === null)
      runWhenIdle(() => void Promise.all([packing(), reading()]).catch(() => null));
    const isFar = projection.sequence - this.#keptSequence >= KEEP_AFTER_CHANGES;
    // Packing ten thousand rows takes a while, so wait until the page is idle.
    if (isFar && this.#filling === null) runWhenIdle(() => void this.#keepQuietly());
  }

  async #follow(projection: Projection, context: ReadingContext, touched: Set<string>) {
    const { database } = this.#options;
    const apply = (update: ProjectionUpdate): void => this.#apply(projection, update, touched);
    if (this.#filling !== null) {
      const readMany = this.#readMany;
      const changes = await this.#filling.follow(projection, {
        database,
        context,
        readMany,
        apply,
      });
      this.#noteLeaves(projection, changes);
      return;
    }
    for (;;) {
      const { changes, sequence } = await database.changesSince(projection.sequence, BATCH);
      if (changes.length > 0) {
        apply(await this.#readChanges(projection, changes, context));
        this.#noteLeaves(projection, changes);
      }
      projection.sequence = sequence;
      if (changes.length < BATCH) return;
    }
  }

  /** A document with several leaves is read leaf by leaf; one with a single leaf has no task. */
  #noteLeaves(projection: Projection, changes: readonly Change[]): void {
    for (const { id, leaves } of changes) {
      if (leaves.length > 1) this.#toRead.add(id);
      else {
        projection.several.delete(id);
        if (projection.versions.delete(id)) this.#contested.add(id);
      }
    }
  }

  async #readLeaves(projection: Projection, touched: Set<string>): Promise<void> {
    const ids = [...this.#toRead];
    if (ids.length > 0) {
      const { readSeveral } = await import('./several-leaves.ts');
      const { database } = this.#options;
      const { marked, contested } = await readSeveral(projection, database, ids, this.#known);
      for (const id of ids) this.#toRead.delete(id);
      for (const id of marked) touched.add(id);
      for (const id of contested) this.#contested.add(id);
    }
    await this.#readContested(projection, touched);
  }

  /** Computes the rows of children with an open or just made choice again, by current knowledge. */
  async #readContested(projection: Projection, touched: Set<string>): Promise<void> {
    const ids = [...this.#contested];
    const owners = ids.map((id) => projection.ownerOf(id) ?? projection.leadOf(id));
    const children = new Set(owners.filter((id) => projection.entries.has(id)));
    for (const id of ids) this.#contested.delete(id);
    if (children.size === 0) return;
    const update = await this.#readChanges(projection, [], this.#context(), children);
    this.#apply(projection, update, touched);
  }

  async #readChanges(
    projection: Projection,
    changes: readonly Change[],
    context: ReadingContext,
    alsoTouched?: Iterable<string>,
  ): Promise<ProjectionUpdate> {
    const { effectOfChanges } = await reading();
    return effectOfChanges(projection, changes, context, this.#readMany, alsoTouched);
  }

  /** A failure to store only makes the next start slower. */
  async #keepQuietly(): Promise<void> {
    await this.keep().catch(() => undefined);
  }

  #context(): ReadingContext {
    const { timeZone, clock } = this.#options;
    return { timeZone, known: this.#known, today: todayIn(timeZone, clock()) };
  }

  #apply(projection: Projection, update: ProjectionUpdate, touched: Set<string>): void {
    projection.apply(update);
    for (const id of update.entries.keys()) touched.add(id);
    for (const id of update.mothers.keys()) touched.add(id);
    for (const id of update.pending.keys()) touched.add(id);
  }

  /** On a new day, screenings dated after tomorrow may begin to count, or the reverse. */
  async #readDay(
    projection: Projection,
    context: ReadingContext,
    touched: Set<string>,
  ): Promise<void> {
    const toCheck = [...projection.childrenToCheck(context.today)];
    if (toCheck.length > 0) {
      const update = await this.#readChanges(projection, [], context, toCheck);
      this.#apply(projection, update, touched);
    }
    projection.today = context.today;
  }

  /**
   * Prepares for a unit that is being filled: reading it as a whole once and then following
   * additions is faster. Loaded when a bulk load begins.
   */
  async #prepareBulk(): Promise<void> {
    const projection = this.#projection;
    if (!this.#bulk.isRunning || this.#filling !== null || projection === null) return;
    const behind = (await this.#options.database.lastSequence()) - projection.sequence;
    const isLarge = behind > projection.documents * CHANGES_PER_DOCUMENT;
    if (!projection.isEmpty && (behind < BATCH || !isLarge)) return;
    const { Filling: New } = await import('./filling.ts');
    const filling = new New();
    // Set before the reading, so that changes written meanwhile are handed over.
    this.#filling = filling;
    this.#projection = await this.#build(await this.#options.database.lastSequence(), filling);
  }

  async #current(): Promise<Projection> {
    const projection = this.#projection ?? (await this.#load());
    const { database } = this.#options;
    if (isStillJudged(projection.judged, this.#known)) {
      if (!projection.isEmpty || this.#filling !== null) return projection;
      const lastSequence = await database.lastSequence();
      if (lastSequence - projection.sequence < BATCH) return projection;
      return this.#build(lastSequence);
    }
    this.#filling = null;
    return this.#build(await database.lastSequence());
  }

  async #load(): Promise<Projection> {
    const { database, stakeDB, instance, store } = this.#options;
    const [stored, lastSequence] = await Promise.all([
      readRows(store, database.name),
      database.lastSequence(),
    ]);
    const restored = restoreProjection(stored, stakeDB, instance, lastSequence);
    if (restored === null) return this.#build(lastSequence);
    this.#keptSequence = restored.sequence;
    const missing = [...restored.entries].flatMap(([id, { row }]) =>
      row === undefined ? [id] : [],
    );
    if (missing.length > 0) {
      const context = { ...this.#context(), today: restored.today };
      restored.apply(await this.#readChanges(restored, [], context, missing));
    }
    return restored;
  }

  async #build(lastSequence: number, filling?: Filling): Promise<Projection> {
    const { database } = this.#options;
    const context = this.#context();
    if (lastSequence === 0) return new Projection(context.today, judgedBy(context.known));
    const { buildProjection } = await import('./build-projection.ts');
    return buildProjection({
      database,
      context,
      readMany: this.#readMany,
      lastSequence,
      onRead: (projection, changes) => this.#noteLeaves(projection, changes),
      reader: filling,
    });
  }
}
