import { canonical } from './canonical.ts';
import type { Home } from './words.ts';

/** The unit and id in a stored value; null when it is not one. */
export function readHome(value: unknown): Home | null {
  if (typeof value !== 'object' || value === null) return null;
  const { stakeDB, id } = value as Partial<Home>;
  return typeof stakeDB === 'string' && typeof id === 'string' ? { stakeDB, id } : null;
}

/** The former homes of a stored field, the first one first; what cannot be one is left out. */
export function readHomes(value: unknown): readonly Home[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const homes = value.flatMap((each) => readHome(each) ?? []);
  return homes.length === 0 ? undefined : homes;
}

/**
 * Which of two versions' former homes count: those of the version that moved more often. Of two ways
 * of equal length every device takes the same.
 */
export function longerWay(a: unknown, b: unknown): readonly Home[] | undefined {
  const [one, other] = [readHomes(a), readHomes(b)];
  if (one === undefined || other === undefined) return one ?? other;
  if (one.length !== other.length) return one.length > other.length ? one : other;
  return JSON.stringify(canonical(one)) <= JSON.stringify(canonical(other)) ? one : other;
}
