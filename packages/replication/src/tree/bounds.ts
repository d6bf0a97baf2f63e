import { generationOf } from './revision.ts';

/** No record is edited so often: a generation above it was invented, and an edit of it may have no name. */
export const MAX_GENERATION = 1_000_000;
/** A record is never edited so often between two synchronisations. */
export const MAX_LEAP = 10_000;

/**
 * Whether a generation is one that a record can have reached: 1,000,000 at most, and at most 10,000
 * above the highest known of that record, where one is known.
 */
export function isPlausible(generation: number, highestKnown: number | null): boolean {
  const bound = highestKnown === null ? Infinity : highestKnown + MAX_LEAP;
  return generation <= Math.min(MAX_GENERATION, bound);
}

/** The highest generation of revisions that is a plausible one by itself; `null` when there is none. */
export function highestGeneration(revisions: readonly string[]): number | null {
  let highest: number | null = null;
  for (const revision of revisions) {
    const generation = generationOf(revision);
    if (generation <= MAX_GENERATION && generation > (highest ?? 0)) highest = generation;
  }
  return highest;
}
