import { z } from 'zod';
import { PHONE_CODES, PHONE_NEEDS } from './phone-codes.ts';

// What phones say about themselves, and the list of them for administrators.

const MOST_CODES = 5;

const count = z.number().int().min(0).max(10_000_000);
const instant = z.iso.datetime().max(30);

/**
 * How one phone's copy of one unit is: figures, instants, codes, and the random names of the
 * installation and the build. Nothing that a person typed.
 */
export const phoneReport = z.strictObject({
  /** The random id of the installation. */
  device: z.string().regex(/^[\w-]{1,40}$/),
  unit: z.string().regex(/^[a-z0-9_]{1,80}$/),
  /** The build of the application: the beginning of the digest of its sources. */
  build: z.string().regex(/^[0-9a-f]{4,40}$/),
  unsent: count,
  refused: count,
  /** When the oldest unsent record was saved. */
  oldestUnsent: instant.nullable(),
  /** When a synchronisation last came to its end. */
  completed: instant.nullable(),
  /** Free storage in megabytes; null when the browser does not tell. */
  freeMB: count.nullable(),
  codes: z.array(z.enum(PHONE_CODES)).max(MOST_CODES),
});
export type PhoneReport = z.infer<typeof phoneReport>;

export const phonesQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
});

/** One phone's copy of one unit, or an account that may synchronise and whose phone tells nothing. */
export const phoneEntry = z.object({
  account: z.object({ id: z.string(), username: z.string(), displayName: z.string() }),
  /** Null: its phone has not told, or is told not to. */
  told: z
    .object({
      /** When the phone said so. */
      at: z.string(),
      report: phoneReport,
      /** Why it needs help; empty when it does not. */
      needs: z.array(z.enum(PHONE_NEEDS)),
    })
    .nullable(),
});
export type PhoneEntry = z.infer<typeof phoneEntry>;

/** A page: who needs help first, what lasts longest before the rest; then the others. */
export const phonesBody = z.object({
  phones: z.array(phoneEntry),
  total: z.number(),
  /** How many of all need help. */
  needHelp: z.number(),
});
export type PhonesBody = z.infer<typeof phonesBody>;
