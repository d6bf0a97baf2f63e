import type { DocumentRefusal } from '@crece/contract';
import { isErasure } from '@crece/replication';
import { isInvented } from '../../base/demonstration.ts';
import { storageError } from '../../base/faults.ts';
import type { StorageError } from '../../base/storage-error.ts';
import { isFromFile, TOO_LARGE_FOR_LINE } from '../../unit/known/ledger-state.ts';
import { dropErased } from '../erasing/drop-erased.ts';
import { AdaptiveBatch } from './adaptive-batch.ts';
import { RecordsLost } from './client-fault.ts';
import {
  type Delivered,
  type DeliveryContext,
  deliver,
  type OutgoingRevision,
  whichLack,
} from './deliver.ts';
import { KeptChildren } from './kept-children.ts';
import { keyOf, keyOfDocument, type Revision } from './revisions.ts';
import { endIfCancelled, isDesign, partsOf, type RunContext } from './run-context.ts';
import type { Unconfirmed } from './unconfirmed.ts';

/** Contract's refusal of what was erased for good. */
const ERASED: DocumentRefusal = 'erased';
/** Local sequence used for refused revisions, which have no order among the changes. */
const OUT_OF_ORDER = Number.POSITIVE_INFINITY;

const NOTHING: Delivered = { accepted: [], refused: [] };

/** A revision to offer, with the local sequence of its document. */
interface Offered extends Revision {
  readonly sequence: number;
}

/**
 * Sends what this device has and the server lacks: every leaf of the documents changed since the
 * last time, and revisions refused before. A revision counts as sent only after the server has
 * acknowledged it.
 */
export class Push {
  readonly #context: RunContext;
  /** Revisions not accepted in this run: each is offered once per run, not once per step. */
  readonly #refused = new Set<string>();
  /** How many of them the server refused; the others were too large for the line. */
  #refusals = 0;
  readonly #unconfirmed: Unconfirmed;
  readonly #batchSize: AdaptiveBatch;
  readonly #delivery: DeliveryContext;
  /** Documents with several leaves among those offered by a check. */
  readonly branched = new Set<string>();
  /** Number of revisions that the server accepted in this run. */
  sent = 0;
  /** Number of revisions that the server lacked, as far as known. */
  #lacking = 0;
  /** Why the answers of this run can no longer be recorded; null: they can. */
  #full: StorageError | null = null;

  constructor(context: RunContext, unconfirmed: Unconfirmed) {
    this.#context = context;
    this.#unconfirmed = unconfirmed;
    this.#batchSize = new AdaptiveBatch(context.limits);
    this.#delivery = {
      client: context.client,
      batchSize: this.#batchSize,
      kept: new KeptChildren(),
    };
  }

  async run(): Promise<void> {
    // The total begins with the number of pending records that people have already seen.
    this.#context.progress.reach('sending', { total: this.#context.unit.snapshot().pending });
    await this.#offerWaiting();
    await this.#offerChanges();
    if (this.#full !== null) throw this.#full;
  }

  /**
   * Records what the server answered. On a full device the records are to leave it all the same: they
   * are sent on, and none of this run is recorded any more, so that no place covers an answer that
   * was not.
   */
  async #record(work: () => Promise<void>): Promise<void> {
    if (this.#full !== null) return;
    try {
      await work();
    } catch (cause) {
      const fault = storageError(cause);
      if (fault.code !== 'full-disk') throw cause;
      this.#full = fault;
    }
  }

  async #offerWaiting(): Promise<void> {
    const { engine, limits } = this.#context;
    const waiting = await engine.ledger.waitingToOffer();
    const held = await engine.held();
    const due = waiting
      .filter((each) => !held.has(each.id) && !this.#refused.has(keyOf(each)))
      // A child comes before its screenings, because the result of its removal decides about
      // theirs.
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    for (const part of partsOf(due, limits.pushDocuments)) {
      const offered = part.map((each) => ({ ...each, sequence: OUT_OF_ORDER }));
      await this.#offer(offered, (delivered) => this.#settle(delivered, 0));
    }
  }

  async #offerChanges(): Promise<void> {
    const { engine, limits } = this.#context;
    let since = engine.ledger.offered;
    /** Everything before the first document that is held back may be settled. */
    let heldFrom = OUT_OF_ORDER;
    for (;;) {
      endIfCancelled(this.#context);
      const page = await engine.ledger.toOffer(since, limits.pushPage);
      since = page.sequence;
      // Read after the page: what a person may take back is held before it is written.
      const held = await engine.held();
      if (engine.ledger.isChecking) {
        for (const { id, leaves } of page.changes) if (leaves.length > 1) this.branched.add(id);
      }
      const [firstHeld] = page.changes.filter(({ id }) => held.has(id));
      heldFrom = Math.min(heldFrom, firstHeld?.sequence ?? OUT_OF_ORDER);
      const due = page.changes
        .filter(({ id }) => !isDesign(id) && !held.has(id))
        .flatMap(({ id, sequence, leaves }) => leaves.map((rev) => ({ id, rev, sequence })))
        .filter((each) => !this.#refused.has(keyOf(each)));
      // Everything before the first open document is settled, so a cut loses little progress.
      await this.#offer(due, async (delivered, open) => {
        const upTo = open === undefined ? 0 : Math.min(open.sequence, heldFrom) - 1;
        await this.#settle(delivered, Math.max(0, upTo));
        // Behind a held document the place alone does not say that they are there.
        if (heldFrom < OUT_OF_ORDER) await engine.ledger.seen(delivered.accepted);
      });
      await this.#record(() => this.#settle(NOTHING, Math.min(page.sequence, heldFrom - 1)));
      if (page.done) return;
    }
  }

  /**
   * Records the results in the ledger, and up to where everything is settled; writes nothing when
   * nothing is new.
   */
  async #settle({ accepted, refused }: Delivered, offered: number): Promise<void> {
    const { engine, clock } = this.#context;
    const { state } = engine.ledger;
    const advances = offered > engine.ledger.offered;
    const awaited = accepted.filter(({ id }) => state.waiting[id] !== undefined);
    if (!advances && awaited.length === 0 && refused.length === 0) return;
    const place = advances ? { offered } : {};
    await engine.ledger.settle({ ...place, accepted: awaited, refused, now: clock() });
  }

  /**
   * Asks which revisions the server lacks and sends those. `settled` gets the result of each batch,
   * and the first revision still open after it.
   */
  async #offer(
    revisions: readonly Offered[],
    settled: (delivered: Delivered, open: Offered | undefined) => Promise<void>,
  ): Promise<void> {
    const { client, progress } = this.#context;
    const { lacking, known } = await whichLack(client, revisions);
    if (known.length > 0)
      await this.#record(() => settled({ accepted: known, refused: [] }, lacking[0]));
    let looked = 0;
    for await (const { outgoing, asked } of this.#batchesOf(lacking)) {
      endIfCancelled(this.#context);
      const delivered = await this.#withoutErased(await deliver(this.#delivery, outgoing));
      looked += asked;
      this.sent += delivered.accepted.length;
      for (const { document, reason } of delivered.refused) {
        this.#refused.add(keyOfDocument(document));
        if (reason !== TOO_LARGE_FOR_LINE) this.#refusals += 1;
      }
      progress.count('sending', { done: delivered.accepted.length });
      progress.show({ refused: this.#refusals });
      await this.#record(async () => {
        await this.#unconfirmed.add(delivered.accepted);
        await settled(delivered, lacking[looked]);
      });
    }
  }

  /** Drops what the server says is erased for good; it is no refusal that waits. */
  async #withoutErased({ accepted, refused }: Delivered): Promise<Delivered> {
    const { engine, clock } = this.#context;
    const erased = refused.filter(({ reason }) => reason === ERASED);
    await dropErased(
      engine,
      erased.map(({ document }) => document._id),
      clock(),
    );
    return { accepted, refused: refused.filter(({ reason }) => reason !== ERASED) };
  }

  /** The documents of revisions, in batches limited by number and by length. */
  async *#batchesOf(
    revisions: readonly Offered[],
  ): AsyncGenerator<{ outgoing: readonly OutgoingRevision[]; asked: number }> {
    const { limits, progress } = this.#context;
    for (const part of partsOf(revisions, limits.pushDocuments)) {
      const found = await this.#outgoingOf(part);
      this.#doubt(found, part);
      this.#lacking += found.size;
      progress.reach('sending', { total: this.#lacking });
      let outgoing: OutgoingRevision[] = [];
      let characters = 0;
      let asked = 0;
      for (const revision of part) {
        const outgoingRevision = found.get(keyOf(revision));
        const length = outgoingRevision?.text.length ?? 0;
        const isFull = characters + length > this.#batchSize.characters;
        const isOther = outgoing[0]?.isFromFile !== outgoingRevision?.isFromFile;
        if (outgoing.length > 0 && outgoingRevision !== undefined && (isFull || isOther)) {
          yield { outgoing, asked };
          outgoing = [];
          characters = 0;
          asked = 0;
        }
        if (outgoingRevision !== undefined) outgoing.push(outgoingRevision);
        characters += length;
        asked += 1;
      }
      yield { outgoing, asked };
    }
  }

  /**
   * During a check, throws when a revision that was known to be on the server is missing there: the
   * server has lost records, so nothing else is certain either.
   */
  #doubt(found: Map<string, OutgoingRevision>, revisions: readonly Offered[]): void {
    const { isChecking, state } = this.#context.engine.ledger;
    const isLost = (each: Offered): boolean =>
      found.has(keyOf(each)) && each.sequence <= state.scanned;
    if (isChecking && revisions.some(isLost)) throw new RecordsLost();
  }

  /**
   * The documents of revisions, ready to send. A revision that is no longer stored was replaced
   * meanwhile, and its successor comes with a later change.
   */
  async #outgoingOf(revisions: readonly Offered[]): Promise<Map<string, OutgoingRevision>> {
    const outgoing = new Map<string, OutgoingRevision>();
    for (const document of await this.#context.engine.store.revisions(revisions)) {
      // What an erasure left here is not sent: the server has its own.
      if (isInvented(document) || isErasure(document)) continue;
      const { _id: id, _rev: rev } = document;
      outgoing.set(keyOf({ id, rev }), {
        id,
        rev,
        document,
        text: JSON.stringify(document),
        isFromFile: isFromFile(this.#context.engine.ledger.state, id, rev),
      });
    }
    return outgoing;
  }
}
