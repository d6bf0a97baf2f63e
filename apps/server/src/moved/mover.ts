import { createHash } from 'node:crypto';
import {
  type Groups,
  type Home,
  idInUnit,
  kindOfId,
  type MovedAway,
  mustFollow,
} from '@crece/domain';
import type { FastifyBaseLogger } from 'fastify';
import PQueue from 'p-queue';
import type { AuditLog } from '../audit/audit-log.ts';
import type { ErasedRegister } from '../erased/register.ts';
import type { DocumentStore, Replicated, Stores } from '../store/document-store.ts';
import {
  type Carried,
  carryRecords,
  type Leaving,
  sha256,
  type UnitSide,
} from './carry-records.ts';
import { recordIdsOf } from './same-child.ts';
import { awayOf, homeOf, unitStore, versionsById } from './versions.ts';

export interface MoverOptions {
  readonly stores: Pick<Stores, 'open' | 'has'>;
  /** Where moves that are under way are noted. */
  readonly notes: DocumentStore;
  readonly erased: Pick<ErasedRegister, 'refresh' | 'has'>;
  readonly audit: Pick<AuditLog, 'recordOnce'>;
  readonly clock: () => Date;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  /** Called after a unit was written. */
  readonly onWritten: (stakeDB: string, store: DocumentStore) => Promise<void>;
}

/** A child that is to be moved, and by whom. */
export interface MoveAsked {
  readonly from: string;
  readonly childId: string;
  /** The unit to which it moves. */
  readonly to: string;
  /** User name, and the name that people know. */
  readonly who: string;
  readonly by: string;
  /** Address of the request. */
  readonly address: string | null;
}

/** Where the child lives, or why it does not move; `moved`: it lives in `home` already. */
export type MoveOutcome =
  | { readonly ok: true; readonly home: Home }
  | { readonly ok: false; readonly code: 'not-found' | 'erased' }
  | { readonly ok: false; readonly code: 'moved'; readonly home: Home };

/** Records that somebody wrote in a unit from which they moved away. */
interface Following {
  readonly stakeDB: string;
  readonly ids: readonly string[];
  /** Whether whoever wrote them may remove children. */
  readonly mayRemove: boolean;
}

type Note = (MoveAsked & { readonly at: string }) | (Following & { readonly at: string });

const PREFIX = 'move_';
const RANGE = { from: PREFIX, to: `${PREFIX}\uffff` } as const;
/** So often records follow a child that moves on and on. */
const MOST_MOVES = 100;

const keyOf = (note: object): string =>
  createHash('sha256').update(JSON.stringify(note)).digest('hex');

const ownerOf = (versions: readonly Replicated[] = []): string | null => {
  const owner = versions.find(({ document }) => document._deleted !== true)?.document['owner'];
  return typeof owner === 'string' ? owner : null;
};

/**
 * Moves children from unit to unit, one after the other. A move is noted before anything is written,
 * so that a server which stops in between goes on at its next start.
 */
export class Mover {
  readonly #options: MoverOptions;
  readonly #queue = new PQueue({ concurrency: 1 });

  constructor(options: MoverOptions) {
    this.#options = options;
  }

  /** Moves a child with its screenings; resolves when it lives in its new home alone. */
  async move(asked: MoveAsked): Promise<MoveOutcome> {
    const note = { ...asked, at: this.#options.clock().toISOString() };
    return this.#inTurn(() => this.#noted(note, () => this.#move(note)));
  }

  /**
   * One of many moves of a work that is noted, resumed and told as a whole. `groups`: the children
   * of the unit that have several records; `begun`: when the work began, by a clock that may have been
   * ahead and was put right since. Nobody left before it.
   */
  async moveOneOf(asked: MoveAsked, groups: Groups, begun = ''): Promise<MoveOutcome> {
    const now = this.#options.clock().toISOString();
    const at = now < begun ? begun : now;
    return this.#inTurn(() => this.#move({ ...asked, at }, { groups }));
  }

  /**
   * Lets records follow that were written in a unit by somebody who did not know that they, or their
   * child, had moved away. Those that did not move are left alone. Never rejects: what could not
   * follow now does so at the next start, and stands in the old unit until then.
   */
  async follow(following: Following): Promise<void> {
    const note = { ...following, at: this.#options.clock().toISOString() };
    try {
      await this.#inTurn(() => this.#noted(note, () => this.#follow(note)));
    } catch (error) {
      this.#options.log.error({ err: error }, 'what was written of a moved child waits');
    }
  }

  /** Does other work while no record is on its way from one unit to another. */
  apart(work: () => Promise<void>): Promise<void> {
    return this.#inTurn(work);
  }

  /** Goes on with what a stopped server had begun. */
  async resume(): Promise<void> {
    const { notes, log } = this.#options;
    for await (const kept of notes.list(RANGE)) {
      const note = kept['note'] as Note;
      try {
        await this.#inTurn(() =>
          this.#noted(note, async () => {
            if ('ids' in note) await this.#follow(note);
            else await this.#move(note, { isResumed: true });
          }),
        );
      } catch (error) {
        log.error({ err: error }, 'a move could not be ended');
      }
    }
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    return (await this.#queue.add(work)) as T;
  }

  async #noted<T>(note: Note, work: () => Promise<T>): Promise<T> {
    const { notes } = this.#options;
    const _id = PREFIX + keyOf(note);
    await notes.write([{ _id, note }]);
    const result = await work();
    const kept = await notes.read(_id);
    if (kept !== null) await notes.write([{ _id, _rev: kept._rev, _deleted: true }]);
    return result;
  }

  async #sideOf(stakeDB: string): Promise<UnitSide> {
    return { stakeDB, store: await this.#options.stores.open(`unit_${stakeDB}`) };
  }

  async #move(
    asked: MoveAsked & { at: string },
    { isResumed = false, groups }: { isResumed?: boolean; groups?: Groups } = {},
  ): Promise<MoveOutcome> {
    const { stores, erased } = this.#options;
    const { childId, from, to, at, by } = asked;
    const source = await unitStore(stores, from);
    const versions = source === null ? undefined : await versionsById(source, [childId]);
    const away = awayOf(versions?.get(childId));
    if (away !== null) {
      const home = (await homeOf(stores, { stakeDB: from, id: childId })) ?? away.home;
      // A move that a stopped server had ended but for its line in the log.
      if (isResumed && home.stakeDB === to) await this.#tell(asked, home);
      return home.stakeDB === to ? { ok: true, home } : { ok: false, code: 'moved', home };
    }
    const isLiving = versions?.get(childId)?.some(({ document }) => document._deleted !== true);
    if (source === null || isLiving !== true) return { ok: false, code: 'not-found' };
    const children = await recordIdsOf(source, childId, groups);
    const documents = [...(await source.readMany(children)).values()];
    for await (const screening of source.listBy('owner', children)) {
      if (kindOfId(screening._id) === 'scr') documents.push(screening);
    }
    const ids = new Map(documents.map((each) => [each._id, idInUnit(each, to, sha256)]));
    await erased.refresh();
    if ([...ids.values()].some((id) => erased.has(to, id))) return { ok: false, code: 'erased' };
    const home = { stakeDB: to, id: ids.get(childId) ?? '' };
    const sides = { from: { stakeDB: from, store: source }, to: await this.#sideOf(to) };
    await this.#carry({ ...sides, ids }, { at, by });
    if (groups === undefined) await this.#tell(asked, home);
    return { ok: true, home };
  }

  async #carry(carried: Carried, leaving: Leaving): Promise<void> {
    await carryRecords(carried, leaving);
    for (const { stakeDB, store } of [carried.to, carried.from]) {
      await this.#options.onWritten(stakeDB, store);
    }
  }

  async #follow(following: Following & { at: string }, moves = 0): Promise<void> {
    const { stakeDB, ids, at, mayRemove } = following;
    const { stores } = this.#options;
    const store = await unitStore(stores, stakeDB);
    if (store === null || moves > MOST_MOVES) return;
    const named = await versionsById(store, ids);
    const owners = [...named.values()].flatMap((each) => ownerOf(each) ?? []);
    const families = await versionsById(store, [...new Set([...owners, ...ids])]);
    const gone = [...families].flatMap(([id, versions]) => (awayOf(versions) === null ? [] : [id]));
    // All that is left of a child goes along, also what an earlier attempt did not take.
    const left: string[] = [];
    for await (const { _id } of store.listBy('owner', gone)) left.push(_id);
    const records = new Map([...named, ...(await versionsById(store, left))]);
    const going = new Map<string, Map<string, MovedAway>>();
    for (const [id, versions] of records) {
      const own = awayOf(versions);
      const away = own ?? withOwner(versions, awayOf(families.get(ownerOf(versions) ?? '')));
      if (away === null || !versions.some(({ document }) => mustFollow(document, away))) continue;
      const { stakeDB: to } = away.home;
      going.set(to, (going.get(to) ?? new Map<string, MovedAway>()).set(id, away));
    }
    for (const [to, away] of going) {
      await this.#followTo({ stakeDB, store }, to, { away, families, at, mayRemove });
      const next = [...away.values()].map(({ home }) => home.id);
      await this.#follow({ stakeDB: to, ids: next, at, mayRemove }, moves + 1);
    }
  }

  async #followTo(
    from: UnitSide,
    to: string,
    {
      away,
      families,
      at,
      mayRemove,
    }: {
      away: ReadonlyMap<string, MovedAway>;
      families: ReadonlyMap<string, Replicated[]>;
      at: string;
      mayRemove: boolean;
    },
  ): Promise<void> {
    const { erased } = this.#options;
    await erased.refresh();
    const left = [...away].filter(([, { home }]) => !erased.has(to, home.id));
    const owners = new Map(
      [...families].flatMap(([id, versions]) => {
        const home = awayOf(versions)?.home;
        return home?.stakeDB === to ? [[id, home.id] as const] : [];
      }),
    );
    const ids = new Map(left.map(([id, { home }]) => [id, home.id]));
    const side = await this.#sideOf(to);
    for (const [owner, id] of await formerOwners(side, families, owners)) owners.set(owner, id);
    await this.#carry(
      { from, to: side, ids, owners, away: new Map(left), mayRemove },
      { at, by: '' },
    );
  }

  async #tell({ from, to, childId, who, address, at }: MoveAsked & { at: string }, home: Home) {
    const key = `m${keyOf([from, childId, to])}`;
    const entry = { what: 'child-moved' as const, who, from: address, at, key };
    await this.#options.audit.recordOnce([
      { ...entry, whom: from, detail: `${childId} → ${to} ${home.id}` },
    ]);
  }
}

/**
 * The ids that children which live in the old unit had in the new one: a screening that goes where its
 * child is no longer names it as that unit knows it, and follows it back from there.
 */
async function formerOwners(
  to: UnitSide,
  families: ReadonlyMap<string, Replicated[]>,
  known: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const former = new Map<string, string>();
  for (const [id, versions] of families) {
    const [version] = versions;
    if (known.has(id) || version === undefined || kindOfId(id) !== 'chld') continue;
    former.set(id, idInUnit(version.document, to.stakeDB, sha256));
  }
  const there = await versionsById(to.store, [...former.values()]);
  return new Map([...former].filter(([, id]) => there.has(id)));
}

/** Where a screening belongs whose child moved away without it; null: it lives where its child does. */
function withOwner(versions: readonly Replicated[], owner: MovedAway | null): MovedAway | null {
  const living = versions.find(({ document }) => document._deleted !== true)?.document;
  if (owner === null || living === undefined) return null;
  const { stakeDB } = owner.home;
  const home = { stakeDB, id: idInUnit(living, stakeDB, sha256) };
  return { home, moves: Number.POSITIVE_INFINITY };
}
