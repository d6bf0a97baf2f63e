import { MAX_STAKE_DB_LENGTH } from '@crece/domain';
import { z } from 'zod';
import type { ReadOnly } from './read-only.ts';

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

/**
 * The children that moved away from a unit, by the ids that they had there, each with its referral
 * slips and the days of their screenings; those without a slip are left out.
 */
export const movedSlipsBody = z.object({
  stakeDB: z.string(),
  children: z.array(
    z.object({ id: z.string(), slips: z.array(z.tuple([z.string(), z.string()])) }),
  ),
});
export type MovedSlipsBody = z.infer<typeof movedSlipsBody>;

/** The unit of a child whose id does not tell it. */
export const childQuery = z.object({ stakeDB: z.string().optional() });

/** PUT: the child that replaces the stored one. */
export const childRequest = z.looseObject({
  _id: z.string().optional(),
  _rev: z.string().optional(),
});

/** A unit's database, and the id of the child in it. */
const homeBody = z.object({ stakeDB: z.string(), id: z.string() });

/**
 * POST: the unit to which a child moves. `propose`: somebody who works there decides, because the
 * account may not move it.
 */
export const moveRequest = z.strictObject({
  to: z.string().max(MAX_STAKE_DB_LENGTH),
  propose: z.boolean().optional(),
});

/** Where the child lives now; null: where it did, because the move was only proposed, or declined. */
export const movedBody = z.object({ home: homeBody.nullable() });
export type MovedBody = z.infer<typeof movedBody>;

/** POST: the unit that gets everybody. */
export const joinRequest = moveRequest.omit({ propose: true });

/** A unit that was joined to another; null: it was not. */
export const joiningBody = z.object({
  joining: z
    .object({
      to: z.string(),
      /** ISO instant in UTC. */
      at: z.string(),
      /** The name that people know. */
      by: z.string(),
      /** `parting`: it is being undone. */
      state: z.enum(['joining', 'joined', 'parting']),
      /** How many of those who move have moved; null: nothing is under way. */
      progress: z.object({ done: z.number(), of: z.number() }).nullable(),
      /** Until when it can be undone, an ISO instant in UTC. */
      until: z.string(),
    })
    .nullable(),
});
export type JoiningBody = ReadOnly<z.infer<typeof joiningBody>>;
/** The children whom others want to move to a unit, the oldest proposal first, and what others declined. */
export const proposalsBody = z.object({
  stakeDB: z.string(),
  proposals: z.array(
    z.object({
      from: z.string(),
      childId: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      birthDate: z.string(),
      /** Name of whoever proposes it. */
      by: z.string(),
      /** ISO instant in UTC. */
      at: z.string(),
    }),
  ),
  /** Of the unit's own children: moves to other units that were declined there. */
  declined: z.array(
    z.object({
      childId: z.string(),
      to: z.string(),
      /** ISO instant in UTC. */
      at: z.string(),
      /** Nobody there decides: the unit has ended. Absent where somebody declined. */
      why: z.literal('unit-retired').optional(),
    }),
  ),
});
export type ProposalsBody = z.infer<typeof proposalsBody>;

/** POST: what somebody of the other unit decides, or whoever withdraws it. */
export const proposalRequest = z.strictObject({ accept: z.boolean() });

/** A stored child: protocol fields, known fields and unknown ones. */
export const childBody = z.looseObject({ _id: z.string(), _rev: z.string() });
