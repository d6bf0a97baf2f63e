import { z } from 'zod';

/**
 * Body of `GET /api/children/sync`: a token valid for 15 minutes and the gateway's public address.
 */
export const syncCredentialsBody = z.object({ entity: z.string(), url: z.string() });
export type SyncCredentials = z.infer<typeof syncCredentialsBody>;

/** Body of the response to a request about a unit's database. */
export const unitDoneBody = z.object({
  ok: z.literal(true),
  stakeDB: z.string(),
  /** Number of records that are not removed. */
  documents: z.number(),
});
export type UnitDoneBody = z.infer<typeof unitDoneBody>;

/** The records of a unit that were removed lately, each with its versions as replication has them. */
export const removedBody = z.object({
  stakeDB: z.string(),
  documents: z.array(
    z.looseObject({
      _id: z.string(),
      _rev: z.string(),
      _revisions: z.object({ start: z.number(), ids: z.array(z.string()) }),
    }),
  ),
});
export type RemovedBody = z.infer<typeof removedBody>;

/** The unit of a child whose id does not tell it. */
export const childQuery = z.object({ stakeDB: z.string().optional() });

/** PUT: the child that replaces the stored one. */
export const childRequest = z.looseObject({
  _id: z.string().optional(),
  _rev: z.string().optional(),
});

/** A stored child: protocol fields, known fields and unknown ones. */
export const childBody = z.looseObject({ _id: z.string(), _rev: z.string() });
