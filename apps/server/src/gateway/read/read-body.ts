import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { SyncRefused } from '../../http/sync-refusals.ts';
import { readJson } from '../body/read-json.ts';

/**
 * Limit of bodies that only name documents: some 20,000 revisions, parsed in a few milliseconds.
 */
const MOST_BODY_BYTES = 2 * 1_024 * 1_024;
/** Documents that one request may name; the largest batch of a stock client is far smaller. */
const MOST_NAMED = 10_000;

/** Reads a request's body in this form; rejects with `SyncRefused` when it has another. */
export async function bodyAs<Body>(request: FastifyRequest, form: z.ZodType<Body>): Promise<Body> {
  const read = form.safeParse(await readJson(request, MOST_BODY_BYTES));
  if (!read.success) throw new SyncRefused('bad-request');
  return read.data;
}

/** Returns what a request names; throws `SyncRefused` when it names too many. */
export function bounded<Named>(named: readonly Named[]): readonly Named[] {
  if (named.length > MOST_NAMED) throw new SyncRefused('too-large');
  return named;
}

/**
 * The revisions that `_revs_diff` is asked about. Parsed without a schema, because any id is
 * allowed, `__proto__` too.
 */
export async function askedRevisions(
  request: FastifyRequest,
): Promise<Map<string, readonly string[]>> {
  const body = await readJson(request, MOST_BODY_BYTES);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new SyncRefused('bad-request');
  }
  const asked = new Map<string, readonly string[]>();
  for (const [id, revs] of Object.entries(body)) {
    const isList = Array.isArray(revs) && revs.every((rev) => typeof rev === 'string');
    if (!isList) throw new SyncRefused('bad-request');
    asked.set(id, revs);
  }
  bounded([...asked.keys()]);
  return asked;
}
