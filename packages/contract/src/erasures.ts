import { z } from 'zod';
import { ERASURE_REASONS } from './erasure-reasons.ts';
import type { ReadOnly } from './read-only.ts';

// Bodies of the calls by which somebody is erased for good.

const MOST_OF_ID = 1_000;

/** A child, with its screenings, or a mother. */
export const eraseRequest = z.strictObject({
  id: z.string().min(1).max(MOST_OF_ID),
  why: z.enum(ERASURE_REASONS),
});
export type EraseRequest = z.infer<typeof eraseRequest>;

/** One erasure; it names nobody. */
export const erasureBody = z.object({
  id: z.string(),
  stakeDB: z.string(),
  /** How many records went. */
  records: z.number(),
  /** ISO instant; day, person and reason are `null` for one that only a list beside a backup knows. */
  at: z.string().nullable(),
  who: z.string().nullable(),
  why: z.enum(ERASURE_REASONS).nullable(),
  /** False: it is carried out now, or is tried again. */
  isDone: z.boolean(),
});
export type ErasureBody = ReadOnly<z.infer<typeof erasureBody>>;

/** All that the reader may see, the newest first. */
export const erasuresBody = z.object({ erasures: z.array(erasureBody) });
export type ErasuresBody = ReadOnly<z.infer<typeof erasuresBody>>;
