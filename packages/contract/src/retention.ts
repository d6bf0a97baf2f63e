import { z } from 'zod';
import type { ReadOnly } from './read-only.ts';

// Bodies of the calls about children who were kept for the programme's term.

/** A child who was kept for the programme's term. */
export const keptLongChild = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  birthDate: z.string(),
});

/** Who completed 60 months so many years ago, within the reader's places. */
export const keptLongBody = z.object({
  /** The programme's term; `null`: there is none, and nobody is looked for. */
  years: z.number().nullable(),
  /** Units that have such children. */
  units: z.array(
    z.object({
      stakeDB: z.string(),
      children: z.array(keptLongChild),
    }),
  ),
  /** Units that could not be read. */
  failedUnits: z.array(z.string()),
});
export type KeptLongBody = ReadOnly<z.infer<typeof keptLongBody>>;

const MOST_YEARS = 100;

/** Erases them, as they were looked at: 409 when the term or a number has changed since. */
export const eraseKeptLongRequest = z.strictObject({
  years: z.number().int().min(1).max(MOST_YEARS),
  /** How many children of which unit, by its database. */
  seen: z.record(z.string(), z.number().int().min(1)),
});
export type EraseKeptLongRequest = z.infer<typeof eraseKeptLongRequest>;

export const eraseKeptLongBody = z.object({ children: z.number() });
export type EraseKeptLongBody = z.infer<typeof eraseKeptLongBody>;
