import { useDesk } from './desk-context.ts';

/** The name of a unit on a desk of several; null on the desk of one. */
export function useNamesOnDesk(): (stakeDB: string) => string | null {
  const { answer, place } = useDesk();
  const { units } = answer.figures;
  return (stakeDB) => {
    if (place.stakeDB !== undefined) return null;
    return units.find(({ unit }) => unit.stakeDB === stakeDB)?.unit.stakeName ?? stakeDB;
  };
}
