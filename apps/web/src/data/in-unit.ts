import type { LocalUnit } from '@crece/storage';
import { usePeek } from './units.tsx';

/** Does something in a unit. */
export type InUnit = <T>(act: (unit: LocalUnit) => Promise<T>) => Promise<T>;

/**
 * Does something in a unit that may come after its page, as an "Undo" of a notice: another unit may
 * have been opened meanwhile, which closed this one.
 */
export function useInUnit(stakeDB: string): InUnit {
  const peek = usePeek();
  return async (act) => {
    const unit = await peek(stakeDB);
    try {
      return await act(unit);
    } finally {
      await unit.close();
    }
  };
}
