import { z } from 'zod';
import { readyResponse } from './config.ts';

/** Body of `GET /api/admin/server`: which build runs, and what an administrator can tell an operator. */
export const serverStateBody = readyResponse.extend({
  version: z.string(),
  commit: z.string(),
  /** Units whose files are damaged, the longest known first. */
  damagedUnits: z.array(z.object({ stakeDB: z.string(), since: z.string() })),
  /** Mails are sent; false: they are written to files. */
  sendsMail: z.boolean(),
  /** Mails that are not sent yet; null: none waits. */
  mails: z.object({ count: z.number(), since: z.string() }).nullable(),
  /** Bytes on the disk of the data folder. */
  disk: z.object({ free: z.number(), total: z.number() }),
  /** When the newest backup was made; null: none was, or CouchDB's own means make them. */
  backup: z.string().nullable(),
  isCouch: z.boolean(),
});
export type ServerStateBody = z.infer<typeof serverStateBody>;
