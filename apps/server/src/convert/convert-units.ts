import type { ConvertedCounts } from '@crece/contract';
import type { UnitDatabase } from '@crece/domain';
import { unitStoreName } from '../gateway/unit-place.ts';
import type { Stores } from '../store/document-store.ts';
import { type ConversionOptions, convertUnit, NOTHING_CONVERTED } from './convert-unit.ts';

/** The result of one unit; `error`: it could not be converted, or not completely. */
export type ConvertedUnit = { unit: UnitDatabase } & (
  | { counts: ConvertedCounts }
  | { error: unknown }
);

export interface ConversionWork extends Omit<ConversionOptions, 'onBatch'> {
  stores: Pick<Stores, 'has' | 'open'>;
  /**
   * Called before a unit (0) and during it with the number of records processed; may throw to end.
   */
  onProgress: (unit: UnitDatabase, lookedAt: number) => void;
  /**
   * Whether an error thrown by `onProgress` ends the work; any other error concerns that unit only.
   */
  isEnded: () => boolean;
}

/** Converts units one after the other; one that fails does not stop the others. */
export async function* convertUnits(
  units: readonly UnitDatabase[],
  { stores, onProgress, isEnded, ...options }: ConversionWork,
): AsyncGenerator<ConvertedUnit> {
  for (const unit of units) {
    onProgress(unit, 0);
    try {
      const name = unitStoreName(unit.stakeDB);
      // A unit that was never synchronised has no database, and none is created.
      const counts = (await stores.has(name))
        ? await convertUnit(await stores.open(name), unit, {
            ...options,
            onBatch: (lookedAt) => onProgress(unit, lookedAt),
          })
        : NOTHING_CONVERTED;
      yield { unit, counts };
    } catch (error) {
      if (isEnded()) throw error;
      yield { unit, error };
    }
  }
}
