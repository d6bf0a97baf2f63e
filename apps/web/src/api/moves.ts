import {
  MOVED_SLIPS_PATH,
  type MovedBody,
  type MovedSlipsBody,
  PHONE_PATHS,
  type ProposalsBody,
} from '@crece/contract';
import type { Home } from '@crece/domain';
import type { WaitingMove } from '@crece/storage';
import { call, HttpError, pathOf } from './http.ts';
import { notReadable, readBody } from './session-calls.ts';

/** A large family of records takes the server a while. */
const LIMIT_MS = 60_000;

function homeOf(home: unknown): Home | null {
  if (typeof home !== 'object' || home === null) return null;
  const { stakeDB, id } = home as Partial<Home>;
  return typeof stakeDB === 'string' && typeof id === 'string' ? { stakeDB, id } : null;
}

/** Where a child lives, in a refusal because it moved; null: it says nothing of the kind. */
export function homeInRefusal(error: unknown): Home | null {
  if (!(error instanceof HttpError)) return null;
  return homeOf(error.issues.find(({ code }) => code === 'moved')?.params);
}

/**
 * Moves a child with its screenings to another unit; resolves with its home there, or with null when
 * the move was proposed to those who work there.
 */
export async function moveChild({ childId, from, to, propose }: WaitingMove): Promise<Home | null> {
  const raw = await call(pathOf(PHONE_PATHS.moveChild, { childId }), {
    method: 'POST',
    query: { stakeDB: from },
    body: { to, ...(propose === undefined ? {} : { propose }) },
    background: true,
    timeLimitMs: LIMIT_MS,
  });
  const home = homeOf((raw as Partial<MovedBody> | null)?.home);
  if (home === null && propose === undefined) throw notReadable(raw);
  return home;
}

/** Accepts a proposed move, or ends the proposal. */
export async function answerProposal(
  { childId, from }: { childId: string; from: string },
  accept: boolean,
): Promise<void> {
  await call(pathOf(PHONE_PATHS.answerProposal, { childId }), {
    method: 'POST',
    query: { stakeDB: from },
    body: { accept },
    timeLimitMs: LIMIT_MS,
  });
}

/** The children whom others propose to move to a unit. */
export async function fetchProposals(
  stakeDB: string,
  signal: AbortSignal,
): Promise<ProposalsBody['proposals']> {
  const raw = await call(pathOf(PHONE_PATHS.proposals, { stakeDB }), { background: true, signal });
  const body = readBody<ProposalsBody>(raw, { stakeDB: 'string', proposals: 'list' });
  if (body.stakeDB !== stakeDB) throw notReadable(raw);
  return body.proposals;
}

/** Which moves of a unit's children other units declined; none of a server that does not tell. */
export async function fetchDeclined(stakeDB: string): Promise<ProposalsBody['declined']> {
  const raw = await call(pathOf(PHONE_PATHS.proposals, { stakeDB }), { background: true });
  const body = readBody<ProposalsBody>(raw, { stakeDB: 'string' });
  if (body.stakeDB !== stakeDB) throw notReadable(raw);
  return Array.isArray(body.declined) ? body.declined : [];
}

/** The slips of the children that moved away from a unit, as the server knows them. */
export async function fetchMovedSlips(
  stakeDB: string,
  signal: AbortSignal,
): Promise<MovedSlipsBody['children']> {
  const raw = await call(pathOf(MOVED_SLIPS_PATH, { stakeDB }), { background: true, signal });
  const body = readBody<MovedSlipsBody>(raw, { stakeDB: 'string', children: 'list' });
  if (body.stakeDB !== stakeDB) throw notReadable(raw);
  return body.children;
}

/**
 * Where the server knows a child to live that is not in its unit; null: nowhere, or it is there.
 *
 * @throws when it could not be asked
 */
export async function fetchHome({ stakeDB, id }: Home, signal?: AbortSignal): Promise<Home | null> {
  try {
    await call(pathOf(PHONE_PATHS.child, { childId: id }), {
      query: { stakeDB },
      background: true,
      ...(signal === undefined ? {} : { signal }),
    });
    return null;
  } catch (cause) {
    const home = homeInRefusal(cause);
    const isNowhere = cause instanceof HttpError && cause.code === 'not-found';
    if (home === null && !isNowhere) throw cause;
    return home;
  }
}
