import { unitOfId } from '@crece/domain';
import type { LocalCatalogue } from '../../unit/device/types.ts';

/** The databases of a stored catalogue; whatever cannot be read names none. */
function unitsIn(countries: unknown): Set<string> {
  const units = new Set<string>();
  if (!Array.isArray(countries)) return units;
  for (const country of countries) {
    const { stakes } = Object(country) as { stakes?: unknown };
    for (const stake of Array.isArray(stakes) ? (stakes as unknown[]) : []) {
      const { stakeDB } = Object(stake) as { stakeDB?: unknown };
      if (typeof stakeDB === 'string') units.add(stakeDB);
    }
  }
  return units;
}

/**
 * Tells of an id whether it names another unit of this device's catalogue. That is read once, and
 * again as long as none is kept: a new device gets it while the unit is open.
 */
export function otherUnits(
  stakeDB: string,
  catalogue: Pick<LocalCatalogue, 'load'>,
): () => Promise<(id: string) => boolean> {
  let read: Promise<(id: string) => boolean> | null = null;
  const load = async () => {
    const stored = await catalogue.load().catch(() => null);
    const units = unitsIn(stored?.countries);
    if (units.size === 0) read = null;
    units.delete(stakeDB);
    const own = `_${stakeDB}_`;
    return (id: string): boolean => {
      // Of nearly all ids this is enough.
      if (units.size === 0 || id.includes(own)) return false;
      return units.has(unitOfId(id) ?? '');
    };
  };
  return () => (read ??= load());
}
