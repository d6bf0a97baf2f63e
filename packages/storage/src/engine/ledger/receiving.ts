import { isCovered, type LedgerState, type Range } from '../../unit/known/ledger-state.ts';
import { inSmallBatches } from '../../unit/records/batch-size.ts';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import type { UnitRecords } from '../../unit/records/unit-records.ts';
import { withRange } from './ranges.ts';

/** Relaxed: the server has these records, so a power cut may lose them. */
const FROM_SERVER = { isOnServer: true, durability: 'relaxed' } as const;

/** Maximum number of changes per read. */
const PAGE = 500;

/**
 * Stores revisions from the server, and finds the local sequences that provably hold nothing else,
 * so that they need not be offered back.
 *
 * A sequence proves nothing in two cases: somebody typed in between (there are more sequences than
 * written revisions), or its document has an unsent version of its own, which from then on is
 * listed at the document's newest sequence. Neither is marked as received; the server is asked
 * about both.
 */
export class Receiving {
  /** Ranges of local sequences that hold only records received here. */
  ranges: readonly Range[] = [];
  readonly #store: UnitRecords;
  readonly #ledger: LedgerState;
  /** Ids of documents with changes that the server may not have. */
  readonly #unsent = new Set<string>();
  #looked: number;

  constructor(store: UnitRecords, ledger: LedgerState) {
    this.#store = store;
    this.#ledger = ledger;
    this.#looked = ledger.scanned;
  }

  /** Writes revisions; returns how many were new. */
  async take(documents: readonly CarriedDocument[]): Promise<number> {
    let taken = 0;
    await this.#lookForUnsent(await this.#store.lastSequence());
    await inSmallBatches(documents, async (batch) => {
      const apart = batch.filter(({ _id }) => this.#unsent.has(_id));
      if (apart.length > 0) {
        taken += (await this.#store.take(apart, FROM_SERVER)).written;
        await this.#lookForUnsent(await this.#store.lastSequence());
      }
      // A record typed during the last write may also be in `rest`; then this batch proves nothing.
      const rest = batch.filter((document) => !apart.includes(document));
      const isProof = !rest.some(({ _id }) => this.#unsent.has(_id));
      const { written, range } = await this.#store.take(rest, FROM_SERVER);
      taken += written;
      if (range === null) return;
      const [from, after] = range;
      if (isProof && from === this.#looked + 1) {
        this.ranges = withRange(this.ranges, range);
        this.#looked = after;
      } else {
        await this.#lookForUnsent(after);
      }
    });
    return taken;
  }

  /**
   * Collects every document that changed up to a sequence and is not known to have come from the
   * server.
   */
  async #lookForUnsent(upTo: number): Promise<void> {
    while (this.#looked < upTo) {
      const received = withoutGaps(this.#ledger, this.ranges);
      const range = received.find(([from, to]) => from <= this.#looked + 1 && this.#looked < to);
      if (range !== undefined) {
        this.#looked = range[1];
        continue;
      }
      const { changes, sequence } = await this.#store.changesSince(this.#looked, PAGE);
      for (const change of changes) {
        if (!isCovered({ ...this.#ledger, received }, change.sequence)) this.#unsent.add(change.id);
      }
      this.#looked = Math.max(sequence, changes.length < PAGE ? upTo : 0);
    }
  }
}

function withoutGaps({ received }: LedgerState, ranges: readonly Range[]): readonly Range[] {
  return ranges.reduce(withRange, [...received]);
}
