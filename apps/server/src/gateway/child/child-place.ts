import { type ActionPlace, databasesOf, type Home, unitOfId } from '@crece/domain';
import type { FastifyRequest } from 'fastify';
import type { GatewayParts } from '../gateway-parts.ts';
import { unitPlace } from '../unit-place.ts';

type Catalogue = GatewayParts['catalogue'];
type Call = Pick<FastifyRequest, 'params' | 'query'>;

/**
 * The unit in which a call about a child looks for it: that of the query, else the one in the id; null
 * when neither names one.
 */
export async function unitOfCall(
  catalogue: Catalogue,
  { params, query }: Call,
): Promise<string | null> {
  const { stakeDB } = query as { stakeDB?: unknown };
  if (typeof stakeDB === 'string' && stakeDB !== '') return stakeDB;
  const known = databasesOf((await catalogue.current()).catalogue).map((unit) => unit.stakeDB);
  return unitOfId((params as { childId: string }).childId, known);
}

/** The place of that unit; null for an unknown one. */
export async function placeOfCall(catalogue: Catalogue, call: Call): Promise<ActionPlace | null> {
  const stakeDB = await unitOfCall(catalogue, call);
  return stakeDB === null ? null : unitPlace(catalogue, stakeDB);
}

/** The issue that says where a child lives now. */
export const movedIssue = ({ stakeDB, id }: Home) => ({ code: 'moved', params: { stakeDB, id } });
