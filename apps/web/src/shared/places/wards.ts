import { foldText } from '@crece/domain';
import { useSetting } from '../../data/device.tsx';

/**
 * The wards to choose from: the catalogue's in their order, then those found in the records, each
 * once (case and accents ignored).
 */
export function wardChoices(catalogueWards: readonly string[], found: readonly string[]): string[] {
  const byFold = new Map<string, string>();
  for (const ward of [...catalogueWards, ...found]) {
    const fold = foldText(ward);
    if (fold !== '' && !byFold.has(fold)) byFold.set(fold, ward.trim());
  }
  return [...byFold.values()];
}

/**
 * Whether a ward is the chosen one, without case and accents; every ward is when none is chosen.
 * Each spelling is folded once.
 */
export function wardTest(chosen: string): (ward: string | undefined) => boolean {
  const folded = foldText(chosen);
  if (folded === '') return () => true;
  const known = new Map<string, boolean>();
  return (ward = '') => {
    const is = known.get(ward) ?? foldText(ward) === folded;
    known.set(ward, is);
    return is;
  };
}

/** The ward chosen in the lists of a unit, kept on this device; empty for all of `wards`. */
export function useWard(
  stakeDB: string,
  wards: readonly string[],
): readonly [string, (ward: string) => void] {
  const [byUnit, keep] = useSetting('wardByUnit');
  const kept = byUnit?.[stakeDB] ?? '';
  return [wards.includes(kept) ? kept : '', (next) => keep({ ...byUnit, [stakeDB]: next })];
}
