import type { DocumentRefusal, PushedRow } from '@crece/contract';
import { can, kindOfId, REMOVAL_RIGHTS } from '@crece/domain';
import { SyncRefused } from '../../http/sync-refusals.ts';
import type { Replicated, RevisionResult } from '../../store/document-store.ts';
import type { BatchItem } from '../body/batch-parser.ts';
import type { PushedRevision } from '../push-log.ts';
import { removedAmong } from '../removed/removed-among.ts';
import type { UnitRequest } from '../unit-request.ts';
import { type Admitted, admit } from './admit.ts';
import { decisionsOf, type RevisionDecision } from './decisions.ts';
import { mayFollow } from './moves.ts';
import { createPushRule } from './push-rule.ts';
import { type LeavesBrought, type LookedUp, MAX_NODES } from './tree-bounds.ts';

/**
 * At most this many documents of a request are examined; the others are refused for now (retry).
 */
export const MAX_DOCUMENTS = 10_000;
/** A request is refused from one more document on: its answer alone would fill the memory. */
export const MAX_SENT = 100_000;
/** Documents in one transaction; other writers of the unit wait while it runs. */
export const TRANSACTION_DOCUMENTS = 500;
/**
 * The same limit in bytes of the body, because the waiting documents of every open request are held
 * in memory, parsed. 500 documents of our usual size take a quarter of it.
 */
export const TRANSACTION_BYTES = 4 * 1_048_576;
/**
 * Revisions of one record in one transaction, because the revisions of a record are never split
 * over two. They are also limited by the bytes of a transaction and by the ancestors that a tree
 * may hold.
 */
export const MAX_REVISIONS_OF_ONE = 100;

/** The result of a transaction. */
export interface PushOutcome {
  /** New and accepted revisions. */
  taken: readonly PushedRevision[];
  /** Those of `taken` that removed their record. */
  removed: readonly PushedRevision[];
  /** Decisions about records of one child that were accepted. */
  decided: readonly PushedRevision[];
  /** Deletions that were stored already. */
  knownDeletions: readonly PushedRevision[];
  /** Ids of records that were removed before and live again by this. */
  putBack: readonly string[];
}

/** Side effects of each transaction of a push. */
export interface PushEffects {
  /**
   * Called before a transaction; the returned function is awaited right after it, before any other
   * step that may fail.
   */
  offer(
    revisions: readonly PushedRevision[],
    deletions: readonly PushedRevision[],
    decisions: readonly RevisionDecision[],
  ): Promise<(outcome: PushOutcome) => Promise<void>>;
  /** Those revisions of the given records that the account of this push has ever brought. */
  brought(ids: ReadonlySet<string>): Promise<LeavesBrought>;
  /** Decides which records may take a leap now, by id, and notes those that may. */
  mayLeap(leaps: readonly PushedRevision[]): Promise<ReadonlyMap<string, boolean>>;
  /** The records among them that moved, as they say, to a unit that does not have them. */
  withoutHome(revisions: readonly Replicated[]): Promise<ReadonlySet<string>>;
  /** Lets records follow that may have moved away, or whose child may have. */
  follow(ids: readonly string[]): Promise<void>;
  /** Called with the new records of a transaction, before the push is answered. */
  arrived(documents: readonly Replicated['document'][]): Promise<void>;
  /**
   * Called after a transaction that changed something, with its last revision. Must not reject,
   * since the write stands.
   */
  advanced(newest: PushedRevision): Promise<void>;
}

interface Waiting {
  place: number;
  revision: Replicated;
  /** Its length in the body. */
  bytes: number;
}

/** Size of the waiting documents. */
interface Amount {
  documents: number;
  bytes: number;
  /** Number of revisions named: each document's own and its ancestors. */
  revisions: number;
}

const NONE: Amount = { documents: 0, bytes: 0, revisions: 0 };

function plus(amount: Amount, { bytes, revision }: Omit<Waiting, 'place'>): Amount {
  return {
    documents: amount.documents + 1,
    bytes: amount.bytes + bytes,
    revisions: amount.revisions + revision.ancestry.length,
  };
}

function isTooMuch({ documents, bytes }: Amount, mostDocuments: number): boolean {
  return documents > mostDocuments || bytes > TRANSACTION_BYTES;
}

/** Whether this is more than one transaction may hold of one record. */
function isTooMuchOfOne(amount: Amount): boolean {
  return isTooMuch(amount, MAX_REVISIONS_OF_ONE) || amount.revisions > MAX_NODES;
}

interface Written {
  name: PushedRevision;
  document: Replicated['document'];
}

function nameOf({ document: { _id, _rev } }: Replicated): PushedRevision {
  return [_id, _rev];
}

/** Those of the revisions that are also in the other list. */
function namedAmong(
  all: readonly PushedRevision[],
  others: readonly PushedRevision[],
): PushedRevision[] {
  const named = new Set(others.map(([id, rev]) => `${rev} ${id}`));
  return all.filter(([id, rev]) => named.has(`${rev} ${id}`));
}

function isDeletion({ document }: { document: Replicated['document'] }): boolean {
  return document._deleted === true;
}

type Refused = Exclude<Admitted, { ok: true }>;

function refusedRow({ id, rev, reason, details }: Omit<Refused, 'ok'>): PushedRow {
  return { id, rev, error: 'forbidden', reason, ...(details === undefined ? {} : { details }) };
}

function rowOf(result: RevisionResult): PushedRow {
  const { id, rev } = result;
  if (result.ok) return { ok: true, id, rev };
  return refusedRow({ id, rev, reason: result.reason as DocumentRefusal });
}

function isChild({ revision }: Waiting): boolean {
  return kindOfId(revision.document._id) === 'chld';
}

/**
 * Splits the documents into transactions; revisions of one record that came together stay together.
 */
function* batchesOf(waiting: readonly Waiting[]): Generator<readonly Waiting[], void> {
  let start = 0;
  let amount = NONE;
  for (const [place, each] of waiting.entries()) {
    const isOther = waiting[place - 1]?.revision.document._id !== each.revision.document._id;
    amount = plus(amount, each);
    if (place === start || !isOther || !isTooMuch(amount, TRANSACTION_DOCUMENTS)) continue;
    yield waiting.slice(start, place);
    start = place;
    amount = plus(NONE, each);
  }
  if (start < waiting.length) yield waiting.slice(start);
}

function namesOf(admitted: Admitted): { id: string; rev: string } {
  if (!admitted.ok) return admitted;
  const { _id: id, _rev: rev } = admitted.revision.document;
  return { id, rev };
}

/**
 * The documents of one request on their way into a unit. They are written in transactions, and
 * before each the account's right to write is checked again. Makes one row for every document.
 */
export class IncomingPush {
  readonly #unit: UnitRequest;
  readonly #effects: PushEffects;
  readonly #rows: PushedRow[] = [];
  #waiting: Waiting[] = [];
  #amount = NONE;
  /** The waiting amount of each record. */
  #amountOf = new Map<string, Amount>();
  /** Removals that were refused; a living version may still follow in the same request. */
  readonly #refusedRemovals = new Map<string, Waiting[]>();
  #refusedBytes = 0;
  readonly #offeredAgain = new Set<string>();
  readonly #refusedChildren = new Set<string>();
  /**
   * Records of which something in this request was refused unread. Nothing of them is taken: a
   * deletion beside a version that cannot be read would remove the record.
   */
  readonly #unread = new Map<string, Omit<Refused, 'ok' | 'id' | 'rev'>>();

  constructor(unit: UnitRequest, effects: PushEffects) {
    this.#unit = unit;
    this.#effects = effects;
  }

  /** Takes one document of the request; writes when enough are waiting and writing may begin. */
  async add(item: BatchItem, mayWrite: boolean): Promise<void> {
    const place = this.#rows.length;
    if (place >= MAX_SENT) throw new SyncRefused('too-large');
    const admitted = admit(item);
    const { id, rev } = namesOf(admitted);
    if (place >= MAX_DOCUMENTS) {
      this.#refuseUnread({ id, rev, reason: 'batch-too-long' });
      return;
    }
    if (!admitted.ok) {
      this.#refuseUnread(admitted);
      return;
    }
    const waiting = { place, revision: admitted.revision, bytes: item.bytes };
    if (isTooMuchOfOne(plus(this.#amountOf.get(id) ?? NONE, waiting))) {
      this.#rows.push(refusedRow({ id, rev, reason: 'too-many-versions' }));
      return;
    }
    // Never split between two revisions of one record: they are judged together.
    const isOther = this.#waiting.at(-1)?.revision.document._id !== id;
    const isFull = isTooMuch(plus(this.#amount, waiting), TRANSACTION_DOCUMENTS);
    if (mayWrite && isOther && isFull) await this.#writeWaiting();
    if (this.#refusedRemovals.has(id)) this.#offeredAgain.add(id);
    this.#rows.push({ ok: true, id, rev });
    this.#waiting.push(waiting);
    this.#amount = plus(this.#amount, waiting);
    this.#amountOf.set(id, plus(this.#amountOf.get(id) ?? NONE, waiting));
  }

  /** Writes the rest; returns the rows in the order of the documents. */
  async finish(): Promise<readonly PushedRow[]> {
    await this.#writeWaiting();
    this.#waiting = [...this.#offeredAgain].flatMap((id) => this.#refusedRemovals.get(id) ?? []);
    await this.#writeWaiting();
    return this.#rows;
  }

  #refuseUnread({ id, rev, reason, details }: Omit<Refused, 'ok'>): void {
    this.#rows.push(refusedRow({ id, rev, reason, ...(details === undefined ? {} : { details }) }));
    if (id !== '') this.#unread.set(id, { reason, ...(details === undefined ? {} : { details }) });
  }

  /** The waiting documents without those of records of which something could not be read. */
  #readable(): Waiting[] {
    return this.#waiting.filter(({ place, revision }) => {
      const name = nameOf(revision);
      const unread = this.#unread.get(name[0]);
      if (unread === undefined) return true;
      this.#rows[place] = refusedRow({ id: name[0], rev: name[1], ...unread });
      return false;
    });
  }

  async #writeWaiting(): Promise<void> {
    const waiting = this.#readable();
    this.#waiting = [];
    this.#amount = NONE;
    this.#amountOf = new Map();
    for (const batch of batchesOf(waiting)) await this.#write(batch);
  }

  /**
   * One transaction. Records that are full, or leap, are tried once more with what is looked up
   * about them.
   */
  async #write(waiting: readonly Waiting[]): Promise<void> {
    let lookedUp: LookedUp = { brought: null, mayLeap: new Map() };
    for (let open = waiting; open.length > 0; ) {
      const leaps = await this.#writeOnce(open, lookedUp);
      const full = lookedUp.brought === null ? open.filter((each) => this.#isFull(each)) : [];
      const ids = new Set(full.map(({ revision }) => revision.document._id));
      open = open.filter(
        ({ revision: { document } }) => ids.has(document._id) || leaps.has(document._id),
      );
      const { brought, mayLeap } = lookedUp;
      lookedUp = {
        brought: ids.size > 0 ? await this.#effects.brought(ids) : brought,
        mayLeap:
          leaps.size > 0
            ? new Map([...mayLeap, ...(await this.#effects.mayLeap([...leaps]))])
            : mayLeap,
      };
    }
  }

  #isFull({ place }: Waiting): boolean {
    const row = this.#rows[place];
    return row !== undefined && 'reason' in row && row.reason === 'too-many-versions';
  }

  /**
   * Writes all of it, or nothing when it fails or the right is gone. Returns the leaps that were
   * refused only because they were not looked up: the highest of each record.
   */
  async #writeOnce(
    waiting: readonly Waiting[],
    lookedUp: LookedUp,
  ): Promise<ReadonlyMap<string, string>> {
    // Children first: the decision about a child also holds for the screenings that go with it.
    const batch = waiting.toSorted((a, b) => Number(isChild(b)) - Number(isChild(a)));
    const refusal = await this.#unit.recheck();
    if (refusal !== null) throw new SyncRefused(refusal);
    const revisions = batch.map(({ revision }) => revision);
    const deletions = revisions.filter(isDeletion);
    const { account, place, store } = this.#unit;
    const decisions = await decisionsOf(store, revisions, can(account, REMOVAL_RIGHTS.chld, place));
    const settle = await this.#effects.offer(
      revisions.map(nameOf),
      deletions.map(nameOf),
      decisions.made,
    );
    const removals = new Map<string, Set<string>>();
    const leaps = new Map<string, string>();
    const wereDeleted = new Set<string>();
    const rule = createPushRule(this.#unit, {
      lookedUp,
      decisions,
      withoutHome: await this.#effects.withoutHome(revisions),
      onDeletedBefore: (id) => wereDeleted.add(id),
      onLeap: (id, rev) => leaps.set(id, rev),
      onRemoval: (id, rev) => removals.set(id, new Set(removals.get(id)).add(rev)),
      refusedChildren: this.#refusedChildren,
    });
    const gone = await removedAmong(store, revisions);
    const results = await store.writeRevisions(revisions, rule);
    const taken: Written[] = [];
    const known: Written[] = [];
    for (const [i, result] of results.entries()) {
      const written = batch[i];
      if (written === undefined) continue;
      this.#rows[written.place] = rowOf(result);
      if (!result.ok && result.reason === 'removal') this.#keepRefused(result.id, written);
      if (!result.ok) continue;
      const { document } = written.revision;
      (result.known ? known : taken).push({ name: nameOf(written.revision), document });
    }
    const names = (list: readonly Written[]) => list.map(({ name }) => name);
    await settle({
      taken: names(taken),
      removed: names(taken).filter(([id, rev]) => removals.get(id)?.has(rev) === true),
      decided: namedAmong(
        names(taken),
        decisions.made.map(({ revision }) => revision),
      ),
      knownDeletions: names(known.filter(isDeletion)),
      putBack: names(taken.filter((each) => !isDeletion(each)))
        .map(([id]) => id)
        .filter((id) => gone.has(id)),
    });
    // The store writes deletions last, so the newest revision is a deletion if there is any.
    const newest = taken.findLast(isDeletion) ?? taken.at(-1);
    if (newest !== undefined) await this.#effects.advanced(newest.name);
    const bodies = taken.map(({ document }) => document);
    await this.#effects.arrived(bodies);
    const following = await mayFollow(store, bodies, wereDeleted);
    if (following.length > 0) await this.#effects.follow(following);
    return leaps;
  }

  #keepRefused(id: string, waiting: Waiting): void {
    const bytes = this.#refusedBytes + waiting.bytes;
    const kept = this.#refusedRemovals.get(id);
    if (bytes > TRANSACTION_BYTES) return;
    if (kept === undefined && this.#refusedRemovals.size >= TRANSACTION_DOCUMENTS) return;
    this.#refusedRemovals.set(id, [...(kept ?? []), waiting]);
    this.#refusedBytes = bytes;
  }
}
