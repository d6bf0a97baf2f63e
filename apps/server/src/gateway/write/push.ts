import type { DocumentRefusal, PushedRow } from '@crece/contract';
import { kindOfId } from '@crece/domain';
import type { Replicated, RevisionResult } from '../../store/stake-store.ts';
import type { BatchItem } from '../body/batch-parser.ts';
import type { PushedRevision } from '../push-log.ts';
import { SyncRefused, type UnitRequest } from '../unit-request.ts';
import { type Admitted, admit } from './admit.ts';
import { createRemovalRule } from './removal-rule.ts';

/** So many documents of one request are looked at; the others are told to come again. */
export const MAX_DOCUMENTS = 10_000;
/** A request with more is refused from there on: its answer alone would fill the memory. */
export const MAX_ROWS = 100_000;
/** Documents in one transaction: other writers of the unit wait for it. */
const TRANSACTION_DOCUMENTS = 500;
/** Revisions of one record in one transaction; each of them is weighed against the whole tree. */
export const MAX_REVISIONS_OF_ONE = 100;

/** What goes with each transaction of a push. */
export interface PushEffects {
  /** Before it; the answer is told afterwards what was new and taken. */
  offer(revisions: readonly PushedRevision[]): Promise<(taken: readonly PushedRevision[]) => void>;
  /** After it, with the records that it removed. */
  removed(ids: readonly string[]): Promise<void>;
  /** After one that changed something. */
  advanced(): Promise<void>;
}

interface Waiting {
  place: number;
  revision: Replicated;
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

function namesOf(admitted: Admitted): { id: string; rev: string } {
  if (!admitted.ok) return admitted;
  const { _id: id, _rev: rev } = admitted.revision.document;
  return { id, rev };
}

/**
 * The documents of one request on their way into a unit: written in transactions, before each of
 * which it is asked anew whether the account may still write. Makes a row for every document.
 */
export class Push {
  readonly #unit: UnitRequest;
  readonly #effects: PushEffects;
  readonly #rows: PushedRow[] = [];
  #waiting: Waiting[] = [];
  /** How many of those that wait are of which record. */
  #revisionsOf = new Map<string, number>();
  /** Removals that were refused; a living version may still follow in the same request. */
  readonly #refusedRemovals = new Map<string, Waiting[]>();
  readonly #offeredAgain = new Set<string>();
  readonly #refusedChildren = new Set<string>();

  constructor(unit: UnitRequest, effects: PushEffects) {
    this.#unit = unit;
    this.#effects = effects;
  }

  /** Takes one document of the request; writes when enough wait and writing may begin. */
  async add(item: BatchItem, mayWrite: boolean): Promise<void> {
    const place = this.#rows.length;
    if (place >= MAX_ROWS) throw new SyncRefused('too-large');
    const admitted = admit(item);
    const { id, rev } = namesOf(admitted);
    const isTooMany = (this.#revisionsOf.get(id) ?? 0) >= MAX_REVISIONS_OF_ONE;
    if (place >= MAX_DOCUMENTS) {
      this.#rows.push(refusedRow({ id, rev, reason: 'batch-too-long' }));
    } else if (!admitted.ok) this.#rows.push(refusedRow(admitted));
    else if (isTooMany) this.#rows.push(refusedRow({ id, rev, reason: 'too-many-versions' }));
    else {
      // What belongs to one record is judged together.
      const isOther = this.#waiting.at(-1)?.revision.document._id !== id;
      if (mayWrite && isOther && this.#waiting.length >= TRANSACTION_DOCUMENTS) {
        await this.#writeWaiting();
      }
      if (this.#refusedRemovals.has(id)) this.#offeredAgain.add(id);
      this.#rows.push({ ok: true, id, rev });
      this.#waiting.push({ place, revision: admitted.revision });
      this.#revisionsOf.set(id, (this.#revisionsOf.get(id) ?? 0) + 1);
    }
  }

  /** Writes the rest; answers the rows in the order of the documents. */
  async finish(): Promise<readonly PushedRow[]> {
    await this.#writeWaiting();
    this.#waiting = [...this.#offeredAgain].flatMap((id) => this.#refusedRemovals.get(id) ?? []);
    await this.#writeWaiting();
    return this.#rows;
  }

  async #writeWaiting(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#revisionsOf = new Map();
    for (let start = 0; start < waiting.length; ) {
      let end = start + TRANSACTION_DOCUMENTS;
      const last = waiting[end - 1]?.revision.document._id;
      while (last !== undefined && waiting[end]?.revision.document._id === last) end += 1;
      await this.#write(waiting.slice(start, end));
      start = end;
    }
  }

  /** One transaction: all of it or, when it fails or the right is gone, nothing. */
  async #write(waiting: readonly Waiting[]): Promise<void> {
    // Children first: what is decided about a child holds for the visits that go with it.
    const batch = waiting.toSorted((a, b) => Number(isChild(b)) - Number(isChild(a)));
    const refusal = await this.#unit.recheck();
    if (refusal !== null) throw new SyncRefused(refusal);
    const revisions = batch.map(({ revision }) => revision);
    const settle = await this.#effects.offer(
      revisions.map(({ document: { _id, _rev } }) => [_id, _rev] as const),
    );
    const removed = new Set<string>();
    const rule = createRemovalRule(this.#unit, {
      onRemoval: (id) => removed.add(id),
      refusedChildren: this.#refusedChildren,
    });
    const results = await this.#unit.store.writeRevisions(revisions, rule);
    const taken: PushedRevision[] = [];
    for (const [i, result] of results.entries()) {
      const written = batch[i];
      if (written === undefined) continue;
      this.#rows[written.place] = rowOf(result);
      if (result.ok && !result.known) taken.push([result.id, result.rev]);
      if (!result.ok && result.reason === 'removal') this.#keepRefused(result.id, written);
    }
    settle(taken);
    if (taken.length > 0) await this.#effects.advanced();
    const removals = [...removed].filter((id) => taken.some(([taker]) => taker === id));
    if (removals.length > 0) await this.#effects.removed(removals);
  }

  #keepRefused(id: string, waiting: Waiting): void {
    const kept = this.#refusedRemovals.get(id);
    if (kept !== undefined) kept.push(waiting);
    else if (this.#refusedRemovals.size < TRANSACTION_DOCUMENTS) {
      this.#refusedRemovals.set(id, [waiting]);
    }
  }
}
