import { generationOf } from './revision.ts';

/**
 * No record is edited this often: a higher generation was made up, and its next revision might have
 * no valid id.
 */
export const MAX_GENERATION = 1_000_000;
/** Maximum number of edits of a record between two synchronisations. */
export const MAX_LEAP = 10_000;

/**
 * Whether a record can have reached a generation: at most 1,000,000, and at most 10,000 above the
 * record's highest known generation if there is one.
 */
export function isPlausible(generation: number, highestKnown: number | null): boolean {
  const bound = highestKnown === null ? Infinity : highestKnown + MAX_LEAP;
  return generation <= Math.min(MAX_GENERATION, bound);
}

/** The highest generation among the plausible revisions; `null` when there is none. */
export function highestGeneration(revisions: readonly string[]): number | null {
  let highest: number | null = null;
  for (const revision of revisions) {
    const generation = generationOf(revision);
    if (generation <= MAX_GENERATION && generation > (highest ?? 0)) highest = generation;
  }
  return highest;
}
