import { findUnit, type Groups, isTestUnit, kindOfId } from '@crece/domain';
import type { FastifyBaseLogger } from 'fastify';
import type { AuditLog } from '../audit/audit-log.ts';
import type { CatalogueStore } from '../catalogue/catalogue-store.ts';
import { KeyedMutex } from '../concurrency/keyed-mutex.ts';
import { RetriedQueue } from '../concurrency/retried-queue.ts';
import type { DocumentStore, Stores } from '../store/document-store.ts';
import { endInto, newWards, openAgain } from './joined-places.ts';
import type { Mover } from './mover.ts';
import { groupsOfUnit } from './same-child.ts';
import { awayOf, homeOf, unitStore, versionsById } from './versions.ts';

export interface JoinerOptions {
  readonly stores: Pick<Stores, 'open' | 'has'>;
  /** Where joined units are noted. */
  readonly notes: DocumentStore;
  readonly catalogue: Pick<CatalogueStore, 'current' | 'change'>;
  readonly mover: Pick<Mover, 'moveOneOf' | 'follow'>;
  readonly audit: Pick<AuditLog, 'recordOnce'>;
  readonly clock: () => Date;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  /** How long to wait before a work that failed is tried again. */
  readonly retryMs?: number;
}

/** Who joins or parts units. */
export interface JoinedBy {
  /** User name, and the name that people know. */
  readonly who: string;
  readonly by: string;
  /** Address of the request. */
  readonly address: string | null;
}

/** Two units that are to be one, and by whom. */
export interface JoinAsked extends JoinedBy {
  /** The unit that ends. */
  readonly from: string;
  /** The unit that gets its children. */
  readonly to: string;
}

/** A unit that is, was or is no longer going to be part of another. */
export interface Joining extends JoinAsked {
  /** ISO instant in UTC. */
  readonly at: string;
  readonly state: 'joining' | 'joined' | 'parting';
  /** Wards that the other unit got by it. */
  readonly wards: readonly string[];
}

/** How far the work is that is under way. */
export interface JoinProgress {
  readonly done: number;
  readonly of: number;
}

/** For so many days it can be undone. */
export const UNDO_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** A database that was away may be there again. */
const RETRY_MS = 60_000;

const PREFIX = 'join_';
/** Where joined units are noted. */
export const JOININGS = { from: PREFIX, to: `${PREFIX}\uffff` } as const;
/** How often the unit is looked through again because something arrived meanwhile. */
const ROUNDS = 20;

const isPerson = (id: string): boolean => kindOfId(id) === 'chld' || kindOfId(id) === 'mthr';

/** Children and women who live in a unit. */
async function livingIn(store: DocumentStore): Promise<string[]> {
  const ids: string[] = [];
  for await (const { _id } of store.list()) if (isPerson(_id)) ids.push(_id);
  return ids;
}

/** The server is closing; nothing is wrong. */
class Stopped extends Error {}

/**
 * Joins one unit to another: it ends, and everybody in it moves. The work is noted before it begins, so
 * that a stopped server goes on; whatever a phone sends to the ended unit later moves too. Undone, those
 * move back who came by it and were not moved on or made one with somebody since.
 */
export class Joiner {
  readonly #options: JoinerOptions;
  readonly #queue: RetriedQueue;
  /** One word at a time about what is joined: each is judged by what the one before has noted. */
  readonly #words = new KeyedMutex();
  readonly #joined = new Map<string, Joining>();
  readonly #progress = new Map<string, JoinProgress>();
  /** Units whose next turn has not begun: whatever arrives before it goes along. */
  readonly #waiting = new Set<string>();
  #isClosing = false;

  constructor(options: JoinerOptions) {
    this.#options = options;
    this.#queue = new RetriedQueue(options.retryMs ?? RETRY_MS);
  }

  /** Reads what is noted, and goes on with what a stopped server had begun. */
  async resume(): Promise<void> {
    for await (const { joining } of this.#options.notes.list(JOININGS)) {
      const known = joining as Joining;
      this.#joined.set(known.from, known);
    }
    for (const from of this.#joined.keys()) this.#goOn(from);
  }

  /** What became of a unit; null: it was not joined to another. */
  of(stakeDB: string): (Joining & { progress: JoinProgress | null }) | null {
    const joining = this.#joined.get(stakeDB);
    return joining === undefined
      ? null
      : { ...joining, progress: this.#progress.get(stakeDB) ?? null };
  }

  /**
   * Begins; null: one of the units has ended, is part of another, does not exist, or is for practice and
   * the other is not: reports leave such a unit out, and its people are invented.
   */
  begin(asked: JoinAsked): Promise<Joining | null> {
    return this.#inTurn(() => this.#begin(asked));
  }

  async #begin(asked: JoinAsked): Promise<Joining | null> {
    const { from, to } = asked;
    const { catalogue: places } = await this.#options.catalogue.current();
    const [here, there] = [from, to].map((stakeDB) => findUnit(places, stakeDB)?.unit);
    if (here === undefined || there === undefined || here === there) return null;
    if (isTestUnit(from) !== isTestUnit(to)) return null;
    if (there.retired === true || this.#joined.has(from) || this.#joined.has(to)) return null;
    const at = this.#options.clock().toISOString();
    const joining = { ...asked, at, state: 'joining' as const, wards: newWards(here, there) };
    await this.#note(joining);
    this.#goOn(from);
    return joining;
  }

  /** Begins to undo; false: the unit is not joined, or was so too long ago. */
  part(from: string, by: JoinedBy): Promise<boolean> {
    return this.#inTurn(() => this.#beginToPart(from, by));
  }

  async #beginToPart(from: string, by: JoinedBy): Promise<boolean> {
    const joining = this.#joined.get(from);
    if (joining === undefined || joining.state === 'parting') return joining !== undefined;
    const days = (this.#options.clock().getTime() - Date.parse(joining.at)) / DAY_MS;
    if (days > UNDO_DAYS) return false;
    await this.#note({ ...joining, ...by, state: 'parting' });
    this.#goOn(from);
    return true;
  }

  /**
   * Something was written in a unit, by a phone or by a move: in one that ends or has ended it moves
   * on. A turn under way may not see it any more, so another one follows.
   */
  arrived(stakeDB: string): void {
    const state = this.#joined.get(stakeDB)?.state;
    if (state === 'joined' || state === 'joining') this.#goOn(stakeDB);
  }

  /** Resolves when nothing is under way. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }

  /** Stops after the record that is moving now; the next start goes on. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#queue.close();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#words.runExclusive(['joinings'], work);
  }

  #goOn(from: string): void {
    if (this.#waiting.has(from)) return;
    this.#waiting.add(from);
    this.#queue.add(
      async () => {
        this.#waiting.delete(from);
        try {
          const joining = this.#joined.get(from);
          if (joining?.state === 'parting') await this.#part(joining);
          else if (joining !== undefined) await this.#join(joining);
        } catch (error) {
          if (!(error instanceof Stopped)) throw error;
        } finally {
          this.#progress.delete(from);
        }
      },
      (error) =>
        this.#options.log.error(
          { err: error, unit: from },
          'a joined unit waits, and is tried again in a minute',
        ),
    );
  }

  #goesOn(from: string, progress: JoinProgress): void {
    if (this.#isClosing) throw new Stopped();
    this.#progress.set(from, progress);
  }

  async #note(joining: Joining): Promise<void> {
    const { notes } = this.#options;
    const _id = PREFIX + joining.from;
    const before = await notes.read(_id);
    await notes.write([{ _id, ...(before === null ? {} : { _rev: before._rev }), joining }]);
    this.#joined.set(joining.from, joining);
  }

  async #join(joining: Joining): Promise<void> {
    const { from, state } = joining;
    if (state === 'joining') await endInto(this.#options.catalogue, joining);
    const store = await unitStore(this.#options.stores, from);
    for (let round = 0; store !== null && round < ROUNDS; round += 1) {
      const ids = await livingIn(store);
      if (ids.length === 0) break;
      const moved = await this.#moveAll(joining, ids, await groupsOfUnit(store));
      // Whoever was erased there stays where they are; nothing else does.
      if (moved === 0) break;
    }
    if (store !== null) await this.#takeAlong(from, store);
    if (state === 'joined') return;
    await this.#tell(joining, 'units-joined');
    // The log says who it was; the note goes on for as long as phones send to the ended unit.
    await this.#inTurn(async () => {
      // Undone meanwhile: that word stands, and its turn follows.
      if (this.#joined.get(from) !== joining) return;
      await this.#note({ ...joining, who: '', address: null, state: 'joined' });
    });
  }

  /** Screenings whose child has gone without them, as a stop between two writes leaves them. */
  async #takeAlong(stakeDB: string, store: DocumentStore): Promise<void> {
    const ids: string[] = [];
    for await (const { _id } of store.list()) if (kindOfId(_id) === 'scr') ids.push(_id);
    if (ids.length > 0) await this.#options.mover.follow({ stakeDB, ids, mayRemove: true });
  }

  async #moveAll(
    { from, to, who, by, address, at }: Joining,
    ids: readonly string[],
    groups: Groups,
  ): Promise<number> {
    let moved = 0;
    for (const [done, childId] of ids.entries()) {
      this.#goesOn(from, { done, of: ids.length });
      const asked = { from, to, childId, who, by, address };
      const outcome = await this.#options.mover.moveOneOf(asked, groups, at);
      if (outcome.ok) moved += 1;
    }
    return moved;
  }

  async #part(joining: Joining): Promise<void> {
    const { from, to, who, by, address } = joining;
    const { stores, catalogue, mover, notes } = this.#options;
    await openAgain(catalogue, joining);
    const there = await unitStore(stores, to);
    const ids = there === null ? [] : await this.#cameBy(joining);
    const groups =
      there === null ? new Map<string, readonly string[]>() : await groupsOfUnit(there);
    const back = new Set(ids);
    for (const [done, childId] of ids.entries()) {
      this.#goesOn(from, { done, of: ids.length });
      // Made one with a child of the other unit since: they stay together.
      if (groups.get(childId)?.some((id) => !back.has(id)) === true) continue;
      await mover.moveOneOf({ from: to, to: from, childId, who, by, address }, groups);
    }
    await this.#tell(joining, 'units-parted');
    const note = await notes.read(PREFIX + from);
    if (note !== null) await notes.write([{ _id: note._id, _rev: note._rev, _deleted: true }]);
    this.#joined.delete(from);
  }

  /** Who moved by it, by the ids in the other unit, where they still live. */
  async #cameBy({ from, to, at }: Joining): Promise<string[]> {
    const { stores } = this.#options;
    const store = await unitStore(stores, from);
    if (store === null) return [];
    const gone: string[] = [];
    for await (const { id, deleted } of store.changes({ since: '0' })) {
      if (deleted && isPerson(id)) gone.push(id);
    }
    const came: string[] = [];
    for (const [id, versions] of await versionsById(store, gone)) {
      const isByIt = versions.some(
        ({ document: { removedAt } }) => typeof removedAt === 'string' && removedAt >= at,
      );
      if (awayOf(versions)?.home.stakeDB !== to || !isByIt) continue;
      const home = await homeOf(stores, { stakeDB: from, id });
      if (home?.stakeDB === to) came.push(home.id);
    }
    return came;
  }

  async #tell({ from, to, who, address, at }: Joining, what: 'units-joined' | 'units-parted') {
    const now = this.#options.clock().toISOString();
    const entry = { what, who, whom: from, from: address, at: now, detail: to };
    await this.#options.audit.recordOnce([{ ...entry, key: `${what} ${from} ${at}` }]);
  }
}
