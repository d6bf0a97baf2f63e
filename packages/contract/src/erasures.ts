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
  /** User name, or the word for an erased account (`formerAccountWord`). */
  who: z.string().nullable(),
  why: z.enum(ERASURE_REASONS).nullable(),
  /** False: it is carried out now, or is tried again. */
  isDone: z.boolean(),
});
export type ErasureBody = ReadOnly<z.infer<typeof erasureBody>>;

/** Why an account is erased. */
export const eraseAccountRequest = z.strictObject({ why: z.enum(ERASURE_REASONS) });

/** The account is erased; its traces follow within seconds. */
export const eraseAccountBody = z.object({
  id: z.string(),
  /** A living account has the same name: what either may have written keeps it. */
  sharesName: z.boolean(),
});
export type EraseAccountBody = ReadOnly<z.infer<typeof eraseAccountBody>>;

/** An erased account; for administrators without a scope. */
export const erasedAccountBody = erasureBody.omit({ stakeDB: true, records: true });
export type ErasedAccountBody = ReadOnly<z.infer<typeof erasedAccountBody>>;

/** All that the reader may see, the newest first. */
export const erasuresBody = z.object({
  erasures: z.array(erasureBody),
  /** A server of an earlier version does not say it. */
  accounts: z.array(erasedAccountBody).default([]),
});
export type ErasuresBody = ReadOnly<z.infer<typeof erasuresBody>>;
