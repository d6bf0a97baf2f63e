import { storageError } from '../../base/faults.ts';
import { StorageError } from '../../base/storage-error.ts';
import { runWhenIdle } from '../../base/when-idle.ts';
import { readKnown } from '../known/known.ts';
import { ProjectionFeed } from '../projection/feed.ts';
import { isStored } from '../records/indexeddb-store.ts';
import type { ChildFile } from '../writes/types.ts';
import type { OpenedUnit, OpenLocalUnitOptions, Release } from './opened-unit.ts';
import { Remembering } from './remembering.ts';
import { Shown } from './shown.ts';
import type { TabMessage, Tabs } from './tabs.ts';
import type { EngineCalls, UnitParts } from './unit-parts.ts';

/** After this time the whole list is read although nobody has asked for it. */
const WHOLE_AFTER_MS = 1_000;

/** What an open unit does that following its records needs. */
interface Calls {
  calls: () => Promise<EngineCalls>;
  readChildFile: (id: string) => Promise<ChildFile | null>;
  /** Ends what waits for this tab. */
  ended: () => void;
}

/**
 * Keeps what screens show of an open unit up to date with what this tab and others write, until the
 * unit is closed or its records leave this device.
 */
export class Following {
  readonly shown: Shown;
  readonly #memory: Remembering;
  readonly parts: UnitParts;
  readonly #feed: ProjectionFeed;
  readonly #tabs: Tabs;
  readonly #release: Release;
  readonly #ended: () => void;
  /** Ends when the kept first rows are shown, or known to be of no use. */
  readonly #beginning: Promise<void>;
  #isClosed = false;
  #isLettingGo = false;
  #isInspected = false;

  constructor(
    stakeDB: string,
    { device, timeZone, clock = () => new Date() }: OpenLocalUnitOptions,
    release: Release,
    { database, tabs, instance, known, first }: OpenedUnit,
    { calls, readChildFile, ended }: Calls,
  ) {
    this.#release = release;
    this.#ended = ended;
    this.shown = new Shown(readChildFile);
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
      void calls()
        .then(({ noteLoss }) => noteLoss())
        .catch(() => undefined);
    database.onClosed = () => void this.#letGo();
    if (typeof document !== 'undefined') {
      document.addEventListener('visibilitychange', this.#visibilityChanged);
    }
    this.parts = {
      stakeDB,
      timeZone,
      clock,
      device,
      database,
      instance,
      feed,
      catchUp: () => this.catchUp(),
      filesShown: () => this.shown.settled(),
      told: () => this.tell('changed'),
      announceBulk: (written) => {
        this.tell('filling');
        feed.followBulk(written);
      },
      show: (next) => {
        this.tell('changed');
        return feed.show(next);
      },
      overRemovals: async () => (await calls()).overRemovals,
      endRefusals: async () => (await calls()).endRefusals(),
      stop: () => this.#stopListening(),
    };
    this.#memory = new Remembering(this.parts, () => this.#changed(new Set()));
    this.#beginning = this.#begin();
  }

  async ready(): Promise<void> {
    if (this.shown.snapshot.state !== 'ready') await this.catchUp();
  }

  async firstRows(): Promise<void> {
    await this.#beginning;
    if (this.shown.snapshot.first === undefined) await this.ready();
  }

  /** Shows everything written until now; a fault shows in the snapshot, too. */
  async catchUp(): Promise<void> {
    try {
      await this.#feed.catchUp();
      if (this.shown.snapshot.state === 'failed') this.#changed(null);
    } catch (error) {
      const fault = storageError(error);
      // A unit closed on purpose has not failed.
      if (!this.#isClosed) this.shown.fail(fault);
      throw fault;
    }
  }

  /** Informs the other tabs of the unit. */
  tell(said: TabMessage): void {
    if (!this.#isClosed) this.#tabs.say(said);
  }

  /** The person has read that records vanished. */
  async acknowledgeVanished(): Promise<void> {
    await this.#memory.acknowledge();
    this.tell('changed');
    this.#changed(new Set());
  }

  async close(): Promise<void> {
    if (this.#isClosed || !this.#release.one()) return;
    this.#isClosed = true;
    this.#stopListening();
    // Rows that could not be stored are caught up at the next start.
    await this.#feed.keep().catch(() => undefined);
    await this.parts.database.close();
    this.shown.close();
  }

  #stopListening(): void {
    this.#feed.stop();
    this.#tabs.close();
    this.#ended();
    if (typeof document !== 'undefined') {
      document.removeEventListener('visibilitychange', this.#visibilityChanged);
    }
  }

  /**
   * Releases the connection, because another tab may remove the records, until the removal has
   * ended; or because the browser closed it, as when site data is cleared.
   */
  async #letGo(): Promise<void> {
    if (this.#isClosed || this.#isLettingGo) return;
    this.#isLettingGo = true;
    const { database } = this.parts;
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
    this.shown.fail(new StorageError('closed'));
  }

  #hear(said: TabMessage): void {
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
    if (this.#isClosed || this.shown.snapshot.state !== 'loading') return;
    if (first === null) return this.#follow();
    this.shown.showFirst(first, this.#feed.known);
    setTimeout(() => void this.ready().catch(() => undefined), WHOLE_AFTER_MS);
  }

  /** Reads what this tab or another one has written; a fault shows in the snapshot. */
  #follow(): void {
    this.catchUp().catch(() => undefined);
  }

  /** Like `#follow`, when another tab may have synchronised. */
  #followOthers(): void {
    this.#feed.distrustKnown();
    this.#memory.distrust();
    this.#follow();
  }

  /** Shows the current projection; `null`: any child may have changed. */
  #changed(childIds: ReadonlySet<string> | null): void {
    if (this.#isClosed) return;
    this.shown.update(this.#feed, this.#memory.vanished, childIds);
    runWhenIdle(() => this.#rememberQuietly());
  }

  /** Remembers the unit; a failure only means that a later loss may go unnoticed. */
  #rememberQuietly(): void {
    if (this.#isClosed) return;
    this.#memory.remember(() => this.shown.snapshot).catch(() => undefined);
    if (this.#isInspected || this.shown.snapshot.state !== 'ready') return;
    this.#isInspected = true;
    this.parts.database.inspect().catch(() => undefined);
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
