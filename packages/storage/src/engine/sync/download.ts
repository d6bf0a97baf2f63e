import type { Download as Progress } from '../../unit/known/ledger-state.ts';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import { dropErasedAmong } from '../erasing/drop-erased.ts';
import { Cancelled, EpochChanged, isPassing } from './client-fault.ts';
import { revisionOfDocument } from './revisions.ts';
import { isDesign, type RunContext } from './run-context.ts';
import type { Unconfirmed } from './unconfirmed.ts';
import { type SnapshotHead, sequencePosition } from './wire.ts';

/** The state of a partly done first download. */
type Part = Extract<Progress, { state: 'partial' }>;

/**
 * The first download: the unit's snapshot, in any number of pieces. The progress is stored together
 * with the records, and afterwards the feed is read from the oldest sequence of all pieces, so that
 * changes made during the download are not missed.
 */
export class FirstDownload {
  readonly #context: RunContext;
  readonly #unconfirmed: Unconfirmed;
  readonly #between: () => Promise<void>;
  /** Ids of documents with several leaves, which a merge should check. */
  readonly branched: string[] = [];
  /** Whether removed records are requested too, because older versions of them may be here. */
  #tombstones = true;

  /**
   * `between` runs after each batch, so that records typed meanwhile are sent even during a long
   * download.
   */
  constructor(context: RunContext, unconfirmed: Unconfirmed, between: () => Promise<void>) {
    this.#context = context;
    this.#unconfirmed = unconfirmed;
    this.#between = between;
  }

  async run(epoch: string): Promise<void> {
    const { engine, client, transport } = this.#context;
    this.#tombstones = (await engine.store.lastSequence()) > 0;
    for (let attempt = 1; ; attempt += 1) {
      const before = this.#partOf(epoch);
      try {
        await client.snapshot(
          { after: before?.after ?? null, tombstones: this.#tombstones },
          (head, documents) => this.#load(epoch, before, head, documents),
        );
        return;
      } catch (error) {
        // Records have arrived since, so the connection works: start counting attempts again.
        if (this.#partOf(epoch)?.done !== before?.done) attempt = 1;
        await transport.pauseAfter(error, attempt);
      }
    }
  }

  /**
   * The stored progress of a download from this server; null when there is none that can be
   * continued.
   */
  #partOf(epoch: string): Part | null {
    const { download } = this.#context.engine.ledger.state;
    return download.state === 'partial' && download.epoch === epoch ? download : null;
  }

  async #load(
    epoch: string,
    before: Part | null,
    head: SnapshotHead,
    documents: AsyncIterable<CarriedDocument[]>,
  ): Promise<void> {
    if (head.epoch !== epoch) throw new EpochChanged();
    const part: Part = {
      state: 'partial',
      epoch,
      oldest: olderOf(before?.oldest ?? head.sequence, head.sequence),
      after: before?.after ?? null,
      done: before?.done ?? 0,
      total: head.total,
    };
    const { progress, engine } = this.#context;
    progress.reach('receiving', { done: part.done, total: part.total });
    // Noted before the first record: from now on lists say that records are still missing.
    if (before === null) await engine.ledger.note({ download: part });
    const writing = new Writing(this.#context, part, this.#between, !this.#tombstones);
    try {
      for await (const leaves of documents) {
        for (const leaf of leaves) this.#unconfirmed.confirm(revisionOfDocument(leaf));
        if (leaves.length > 1) this.branched.push(...new Set(leaves.map(({ _id }) => _id)));
        await writing.add(leaves);
      }
      await writing.end(true);
    } catch (error) {
      // Keep the records that arrived whole, so that even a line that breaks every minute makes
      // progress.
      if (isPassing(error) || error instanceof Cancelled) await writing.end(false);
      throw error;
    }
  }
}

/** Writes documents in batches; one batch is written while the next one arrives. */
class Writing {
  readonly #context: RunContext;
  readonly #between: () => Promise<void>;
  readonly #isFresh: boolean;
  #part: Part;
  #batch: CarriedDocument[] = [];
  #last: Promise<void> = Promise.resolve();

  constructor(context: RunContext, part: Part, between: () => Promise<void>, isFresh: boolean) {
    this.#context = context;
    this.#part = part;
    this.#between = between;
    this.#isFresh = isFresh;
  }

  /** Adds a document, given as all its leaves. */
  async add(leaves: readonly CarriedDocument[]): Promise<void> {
    const id = leaves[0]?._id ?? '';
    if (!isDesign(id)) this.#batch.push(...leaves);
    this.#part = { ...this.#part, after: id, done: this.#part.done + 1 };
    if (this.#batch.length >= this.#context.limits.snapshotBatch) await this.#flush(this.#part);
  }

  /** Writes the remaining documents; `isWhole`: the snapshot ended regularly. */
  async end(isWhole: boolean): Promise<void> {
    await this.#flush(this.#part);
    await this.#last;
    if (!isWhole) return;
    const { done, total, oldest } = this.#part;
    await this.#context.engine.ledger.note({
      download: { state: 'complete' },
      // Fewer records than the server had counted: some were removed meanwhile or never sent.
      // Reading the whole feed finds them.
      pulledTo: done < total ? null : oldest,
    });
  }

  async #flush(part: Part): Promise<void> {
    const documents = this.#batch;
    this.#batch = [];
    await this.#last;
    if (documents.length === 0) return;
    this.#last = this.#write(documents, part);
    // The error is rethrown where the result is awaited next.
    this.#last.catch(() => undefined);
  }

  async #write(documents: readonly CarriedDocument[], part: Part): Promise<void> {
    const { engine, progress } = this.#context;
    if (!this.#isFresh) await dropErasedAmong(engine, documents, this.#context.clock());
    const { taken } = await engine.ledger.receive(documents, { download: part }, this.#isFresh);
    progress.took(taken);
    progress.reach('receiving', { done: part.done });
    await this.#between();
  }
}

function olderOf(one: string, other: string): string {
  return sequencePosition(other) < sequencePosition(one) ? other : one;
}
