import { SyncRefused } from '../../http/sync-refusals.ts';
import type { UnitRequest } from '../unit-request.ts';

export interface RightsWatch {
  unit: Pick<UnitRequest, 'recheck'>;
  /** Milliseconds after which the rights are checked again. */
  lookMs: number;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
}

/**
 * Hands pieces on while the account has its right: no piece leaves later than `lookMs` after the
 * last check. Throws the refusal once the right is gone, so that an incomplete body cannot look
 * complete.
 */
export async function* whileAllowed<Piece>(
  pieces: AsyncIterable<Piece>,
  { unit, lookMs, now }: RightsWatch,
): AsyncGenerator<Piece, void> {
  let lookedAt = now();
  for await (const piece of pieces) {
    if (now() - lookedAt >= lookMs) {
      const refusal = await unit.recheck();
      if (refusal !== null) throw new SyncRefused(refusal);
      lookedAt = now();
    }
    yield piece;
  }
}
