import { z } from 'zod';

/** Body of `GET /api/admin/first-steps`: how far a new server is set up. */
export const firstStepsBody = z.object({
  /** Whether anybody has changed the places since this server was made. */
  placesChanged: z.boolean(),
  /** Number of accounts, the asking one included. */
  people: z.number(),
  /** Mails are sent; false: they are written to files. */
  sendsMail: z.boolean(),
  hasSupportContact: z.boolean(),
  /** Null where CouchDB keeps the units: its own means back them up. */
  backup: z
    .object({
      /** The server makes one each night. */
      isNightly: z.boolean(),
      /** When the newest was made; null: none was. */
      last: z.string().nullable(),
    })
    .nullable(),
});
export type FirstStepsBody = z.infer<typeof firstStepsBody>;
