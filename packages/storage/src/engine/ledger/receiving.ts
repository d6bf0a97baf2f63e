import { isCovered, type LedgerState, type Range } from '../../unit/known/ledger-state.ts';
import { inSmallBatches } from '../../unit/records/batch-size.ts';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import type { SyncStore } from '../store/sync-store.ts';
import { withRange } from './ranges.ts';

/** Bulk loads may be lost with the power: the server has them. */
const FROM_SERVER = { isOnServer: true, durability: 'relaxed' } as const;

/** Changes read in one go. */
const PAGE = 500;

/**
 * Takes over what came from the server and proves which local sequences hold nothing else, so that
 * they need not be offered to it.
 *
 * A sequence proves nothing when somebody typed in between (the sequences are more than the
 * revisions written), or when its document has an unsent version of its own: that one stands at the
 * document's newest sequence from then on. Neither is marked; the server is asked about both.
 */
export class Receiving {
  /** Local sequences that hold only what was taken over. */
  ranges: readonly Range[] = [];
  readonly #store: SyncStore;
  readonly #ledger: LedgerState;
  /** Documents with changes that the server may not have. */
  readonly #unsent = new Set<string>();
  #looked: number;

  constructor(store: SyncStore, ledger: LedgerState) {
    this.#store = store;
    this.#ledger = ledger;
    this.#looked = ledger.scanned;
  }

  /** Writes revisions; answers how many were not here before. */
  async take(documents: readonly CarriedDocument[]): Promise<number> {
    let taken = 0;
    await this.#lookForUnsent(await this.#store.lastSequence());
    await inSmallBatches(documents, async (batch) => {
      const apart = batch.filter(({ _id }) => this.#unsent.has(_id));
      if (apart.length > 0) {
        taken += (await this.#store.take(apart, FROM_SERVER)).written;
        await this.#lookForUnsent(await this.#store.lastSequence());
      }
      // Typed only now, some of these may be unsent too: they prove nothing about this batch.
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

  /** Every document that changed up to a sequence and is not known to have come from the server. */
  async #lookForUnsent(upTo: number): Promise<void> {
    while (this.#looked < upTo) {
      const received = withoutGaps(this.#ledger, this.ranges);
      const range = received.find(([from, to]) => from <= this.#looked + 1 && this.#looked < to);
      if (range !== undefined) {
        this.#looked = range[1];
        continue;
      }
      const { changes, sequence } = await this.#store.leafChanges(this.#looked, PAGE);
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
