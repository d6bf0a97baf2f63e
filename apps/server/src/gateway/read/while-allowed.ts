import { SyncRefused, type UnitRequest } from '../unit-request.ts';

export interface RightsWatch {
  unit: Pick<UnitRequest, 'recheck'>;
  /** Milliseconds after which the rights are looked at again. */
  lookMs: number;
  /** Milliseconds of a clock that only goes forward. */
  now: () => number;
}

/**
 * Hands on what the account may still have: nothing leaves later than this after the last look at
 * its rights. Fails with the refusal once the right is gone, so that what was begun cannot look whole.
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
