import { isKnown, parseRevision } from '@crece/replication';
import type { KeyedMutex } from '../../concurrency/keyed-mutex.ts';
import { timeSlices } from '../../concurrency/time-slices.ts';
import { type Arrival, arrivalsByDocument, decideArrivals, withArrivals } from '../arrivals.ts';
import { draftParts, type Parts } from '../document.ts';
import {
  type DraftDocument,
  type Replicated,
  type RevisionCheck,
  type RevisionResult,
  StoreUnavailable,
  type WriteResult,
} from '../document-store.ts';
import { type Naming, planDraft } from '../drafts.ts';
import type { ChangeWatch } from './change-watch.ts';
import type { RefusedRow } from './couch-answers.ts';
import type { CouchDatabase } from './couch-database.ts';
import { documentText } from './couch-documents.ts';
import { type KnownDocument, readTrees, UNKNOWN_DOCUMENT } from './revisions.ts';
import { RivalEdits, type TakenEdit } from './rival-edits.ts';

/** How a database treats revisions. */
export interface CouchHistory extends Naming {
  /**
   * Who makes the revisions of new edits. `ours`: `newRevision`, as phones and SQLite do, after
   * reading the leaves; two processes that edit the same leaf at the same moment make a conflict,
   * and both edits stay. `couchdb`: CouchDB, which refuses all but one of them; in a cluster it may
   * accept several, of which `RivalEdits` lets one win.
   */
  namedBy: 'ours' | 'couchdb';
  /** On how many servers each document is stored. */
  copies: number;
}

interface WriteBatch {
  id: string;
  rev: string;
  text: string;
}

const conflict = (id: string): WriteResult => ({ ok: false, id, error: 'conflict' });

function placeOf({ id, rev }: { id: string; rev: string | null }): string {
  return `${rev} ${id}`;
}

/** The refusals of the fence by document and revision; throws for any other refusal. */
function refusalsOf(rows: readonly RefusedRow[]): Map<string, string> {
  const refused = new Map<string, string>();
  for (const row of rows) {
    if (row.error !== 'forbidden') {
      throw new StoreUnavailable(`CouchDB did not take ${row.id} (${row.error}: ${row.reason})`);
    }
    refused.set(placeOf(row), row.reason);
  }
  return refused;
}

/** Splits the edits of a batch into rounds in which no document occurs twice. */
function roundsOf(all: readonly Parts[]): { place: number; parts: Parts }[][] {
  const rounds: { place: number; parts: Parts }[][] = [];
  const times = new Map<string, number>();
  for (const [place, parts] of all.entries()) {
    const round = times.get(parts.id) ?? 0;
    times.set(parts.id, round + 1);
    const entries = rounds[round] ?? [];
    rounds[round] = entries;
    entries.push({ place, parts });
  }
  return rounds;
}

/** The accepted revisions of one document, in the order in which they came. */
interface Taken {
  found: KnownDocument;
  arrivals: readonly Arrival[];
}

function livingOf({ arrivals }: Taken): readonly Arrival[] {
  return arrivals.filter(({ parts }) => !parts.deleted);
}

function deletionsOf({ arrivals }: Taken): readonly Arrival[] {
  return arrivals.filter(({ parts }) => parts.deleted);
}

/** Writes to one database of CouchDB. */
export class CouchWriter {
  readonly #database: CouchDatabase;
  readonly #history: CouchHistory;
  readonly #watch: ChangeWatch;
  readonly #mutex: KeyedMutex;
  readonly #rivals: RivalEdits;

  constructor(
    database: CouchDatabase,
    history: CouchHistory,
    { watch, mutex, rivalMs }: { watch: ChangeWatch; mutex: KeyedMutex; rivalMs: number },
  ) {
    this.#database = database;
    this.#history = history;
    this.#watch = watch;
    this.#mutex = mutex;
    this.#rivals = new RivalEdits(database, rivalMs);
  }

  async write(drafts: readonly DraftDocument[]): Promise<WriteResult[]> {
    const all = drafts.map(draftParts);
    return this.#watch.during(() =>
      this.#history.namedBy === 'ours' ? this.#writeNamed(all) : this.#edit(all),
    );
  }

  async writeRevisions(
    revisions: readonly Replicated[],
    check: RevisionCheck | null,
  ): Promise<RevisionResult[]> {
    const byDocument = arrivalsByDocument(revisions);
    const ids = [...byDocument.keys()];
    return this.#watch.during(() =>
      this.#mutex.runExclusive(ids, () => this.#takeOver(byDocument, revisions.length, check)),
    );
  }

  /**
   * Only CouchDB's administrator may remove a revision: `admin` is the same database with that
   * account.
   */
  dropBranch(id: string, rev: string, admin: CouchDatabase): Promise<boolean> {
    return this.#watch.during(() =>
      this.#mutex.runExclusive([id], async () => {
        const { leaves } = (await readTrees(this.#database, [id])).get(id) ?? UNKNOWN_DOCUMENT;
        if (leaves.length < 2 || !leaves.some((leaf) => leaf.rev === rev)) return false;
        await admin.purge(id, rev);
        return true;
      }),
    );
  }

  /** Edits to which CouchDB gives the revision, and which it may refuse. */
  async #edit(all: readonly Parts[]): Promise<WriteResult[]> {
    const results = new Array<WriteResult>(all.length);
    for (const round of roundsOf(all)) {
      const sent = round.filter(({ place, parts }) => {
        const { id, rev, deleted } = parts;
        results[place] = conflict(id);
        // CouchDB would store a deletion of a document that never existed, and fails on malformed
        // revisions.
        return rev === null ? !deleted : parseRevision(rev) !== null;
      });
      const { answers, isKept } = await this.#database.edit(
        sent.map(({ parts }) => ({ text: documentText(parts, parts.rev) })),
      );
      const taken: (TakenEdit & { place: number })[] = [];
      const faults: string[] = [];
      for (const [i, answer] of answers.entries()) {
        const { place = 0, parts } = sent[i] ?? {};
        const { id = '' } = parts ?? {};
        if ('rev' in answer && parts !== undefined) {
          taken.push({ place, parts, rev: answer.rev });
        } else if ('error' in answer && answer.error !== 'conflict') {
          faults.push(`${id} (${answer.error}: ${answer.reason})`);
        }
      }
      this.#watch.written(taken.map(({ parts, rev }) => ({ id: parts.id, rev })));
      if (faults.length > 0) {
        throw new StoreUnavailable(`CouchDB did not take ${faults.join(', ')}`);
      }
      const mayHaveRivals = this.#history.copies > 1 || !isKept;
      for (const edit of taken) {
        const rev = mayHaveRivals ? await this.#rivals.settle(edit, isKept) : edit.rev;
        const { id } = edit.parts;
        results[edit.place] = rev === null ? conflict(id) : { ok: true, id, rev };
      }
    }
    return results;
  }

  /** Edits to which we give the revision. */
  #writeNamed(all: readonly Parts[]): Promise<WriteResult[]> {
    const ids = [...new Set(all.map(({ id }) => id))];
    return this.#mutex.runExclusive(ids, async () => {
      const documents = await readTrees(this.#database, ids);
      const batches: WriteBatch[] = [];
      const results = all.map((parts): WriteResult => {
        const { id } = parts;
        const found = documents.get(id) ?? UNKNOWN_DOCUMENT;
        const planned = planDraft(found, parts, this.#history);
        if (planned === 'conflict') return conflict(id);
        const { rev, path, tree, leaves } = planned;
        documents.set(id, { tree, leaves });
        batches.push({ id, rev, text: documentText(parts, rev, path) });
        return { ok: true, id, rev };
      });
      const [refused] = [...(await this.#send(batches))];
      // The gate comes first: if it let a document through that the fence refuses, that is our
      // fault.
      if (refused !== undefined) throw new Error(`the fence refuses ${refused.join(': ')}`);
      return results;
    });
  }

  async #takeOver(
    byDocument: ReadonlyMap<string, readonly Arrival[]>,
    length: number,
    check: RevisionCheck | null,
  ): Promise<RevisionResult[]> {
    const results = new Array<RevisionResult>(length);
    const revsOf = (arrivals: readonly Arrival[]) => arrivals.map(({ parts }) => parts.rev);
    const asked = new Map([...byDocument].map(([id, arrivals]) => [id, revsOf(arrivals)]));
    const missing = await this.#database.revsDiff(asked);
    const news = [...missing.keys()];
    const documents =
      check === null ? new Map<string, KnownDocument>() : await readTrees(this.#database, news);
    const rules = { check, revsLimit: this.#history.revsLimit };
    const answer = (place: number, result: RevisionResult): void => {
      results[place] = result;
    };
    const taken: Taken[] = [];
    const yieldIfDue = timeSlices();
    for (const [id, arrivals] of byDocument) {
      await yieldIfDue();
      const unknown = new Set(missing.get(id)?.missing);
      const found = documents.get(id) ?? UNKNOWN_DOCUMENT;
      const isNews = ({ parts: { rev } }: Arrival) => unknown.has(rev) && !isKnown(found.tree, rev);
      for (const { place, parts } of arrivals) {
        results[place] = { ok: true, id, rev: parts.rev, known: true };
      }
      const decided = decideArrivals(found, arrivals.filter(isNews), rules, answer);
      taken.push({ found, arrivals: decided.taken.map(({ arrival }) => arrival) });
    }
    // A deletion may depend on a living version that comes with it, so the living ones are written
    // first. If one of them is refused, the deletions are checked again.
    const isRefused = await this.#sendArrivals(taken.flatMap(livingOf), answer);
    const again = check !== null && isRefused.size > 0;
    const deletions = taken.flatMap((document) => {
      if (!again) return deletionsOf(document);
      const { found } = document;
      const kept = livingOf(document).filter((arrival) => !isRefused.has(arrival));
      const tree = withArrivals(found.tree, kept, rules);
      const left = decideArrivals(
        { tree, leaves: found.leaves },
        deletionsOf(document),
        rules,
        answer,
      );
      return left.taken.map(({ arrival }) => arrival);
    });
    await this.#sendArrivals(deletions, answer);
    return results;
  }

  /** Writes the accepted revisions and answers for each; returns those that the fence refused. */
  async #sendArrivals(
    arrivals: readonly Arrival[],
    answer: (place: number, result: RevisionResult) => void,
  ): Promise<Set<Arrival>> {
    const batches = arrivals.map(({ parts, revision }) => {
      const { id, rev } = parts;
      return { id, rev, text: documentText(parts, rev, revision.ancestry) };
    });
    const refused = await this.#send(batches);
    const left = new Set<Arrival>();
    for (const arrival of arrivals) {
      const { place, parts } = arrival;
      const { id, rev } = parts;
      const reason = refused.get(placeOf({ id, rev })) ?? refused.get(placeOf({ id, rev: null }));
      if (reason === undefined) continue;
      left.add(arrival);
      answer(place, { ok: false, id, rev, reason });
    }
    return left;
  }

  /** Writes revisions as they are; returns what the fence refused. */
  async #send(batches: readonly WriteBatch[]): Promise<Map<string, string>> {
    if (batches.length === 0) return new Map();
    try {
      return refusalsOf(await this.#database.putRevisions(batches));
    } finally {
      // Also after a fault, because part of it may be stored.
      this.#watch.written(batches);
    }
  }
}
