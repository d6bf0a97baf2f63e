import { z } from 'zod';

// Bodies of the calls about the audit log.

export const auditQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  /** Part of the user name of the person who acted, or of the person affected. */
  who: z.string().max(200).default(''),
  /** One kind of event, or empty for all. */
  what: z.string().max(60).default(''),
  /** Dates `YYYY-MM-DD` in UTC, both included. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});

export const auditEntry = z.object({
  id: z.string(),
  /** ISO instant in UTC. */
  at: z.string(),
  what: z.string(),
  /** User name of the person who acted; `null`: nobody was signed in. */
  who: z.string().nullable(),
  /** User name, unit or other name of what was affected. */
  whom: z.string().nullable(),
  /** Address of the request; `null`: the command line or the server itself. */
  from: z.string().nullable(),
  detail: z.string(),
  /**
   * How often the same event happened within an hour from `at`, and when last; both on one UTC day.
   */
  count: z.number(),
  last: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;
/**
 * An entry with the names of the people. `null`: no account of then exists any more; absent: nobody is
 * named, or the reader may not see the account.
 */
export const auditLine = auditEntry.extend({
  whoName: z.string().nullable().optional(),
  whomName: z.string().nullable().optional(),
});
export type AuditLine = z.infer<typeof auditLine>;
/** One page of 50, newest first. */
export const auditBody = z.object({ entries: z.array(auditLine), total: z.number() });
export type AuditBody = z.infer<typeof auditBody>;
