import { generationOf } from './revision.ts';

/**
 * No version above this is taken by anybody: an edit of it might have no valid number. Step by step
 * nobody gets here, because 2^52 edits lie between.
 */
export const MAX_GENERATION = 2 ** 53 - 2 ** 20;
/** The highest generation with which a record may come that is not stored. */
export const MAX_FIRST_GENERATION = 2 ** 52;
/** The most that a leap may rise above a record's highest stored generation. */
export const MAX_LEAP = 10_000;

/** What a batch brings of one record, compared with what is stored of it. */
export interface Growth {
  /** Highest stored generation; null when nothing of the record is stored. */
  readonly highest: number | null;
  /** Highest generation that the batch brings. */
  readonly newest: number;
  /** Highest generation among its leaps (`TreeBuilder.unjoined`); null when there is none. */
  readonly unjoined: number | null;
}

/**
 * Who gives the revisions: the `server`, which has judged them already and whose reader may lack
 * any part of the record; or a `writer` (a push, a file), who may invent them.
 */
export type Giver = 'server' | 'writer';

/**
 * `in-order`: may be taken. `leap`: only once per record and day, and noted. `too-far`: may not be
 * taken.
 */
export type Bound = 'in-order' | 'leap' | 'too-far';

/**
 * Whether revisions may be taken. A revision is in order when its ancestry as sent reaches, without
 * a gap, a stored revision or generation 1, however high it is: so no record can be frozen. Any
 * other is a leap, which is bounded and rare, so that leaps do not add up. What a server holds its
 * readers take, because they cannot know what it was joined to.
 */
export function boundOf({ highest, newest, unjoined }: Growth, giver: Giver): Bound {
  if (newest > MAX_GENERATION) return 'too-far';
  if (giver === 'server' || unjoined === null) return 'in-order';
  if (highest === null) return unjoined <= MAX_FIRST_GENERATION ? 'in-order' : 'too-far';
  return unjoined <= highest + MAX_LEAP ? 'leap' : 'too-far';
}

/** The highest generation up to `MAX_GENERATION`; `null` when there is none. */
export function highestGeneration(revisions: readonly string[]): number | null {
  let highest: number | null = null;
  for (const revision of revisions) {
    const generation = generationOf(revision);
    if (generation <= MAX_GENERATION && generation > (highest ?? 0)) highest = generation;
  }
  return highest;
}
