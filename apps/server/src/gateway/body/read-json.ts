import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { discardRest } from '../../http/discard-rest.ts';
import { SyncRefused } from '../../http/sync-refusals.ts';

/** Deeper than any body of ours; domain's gate sets a lower limit for documents. */
export const MAX_DEPTH = 64;

/**
 * Removes the prototypes of what `JSON.parse` made, so that a field of any name is only a field;
 * returns false when it is nested too deep.
 */
function bare(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth > MAX_DEPTH) return false;
  if (!Array.isArray(value)) Object.setPrototypeOf(value, null);
  for (const content of Object.values(value)) if (!bare(content, depth + 1)) return false;
  return true;
}

/**
 * Parses JSON from outside into objects without a prototype, where `__proto__` is an ordinary
 * field. Returns `undefined` when it is not JSON, not UTF-8, or nested too deep.
 */
export function parseJson(bytes: Uint8Array): unknown {
  if (!isUtf8(bytes)) return undefined;
  try {
    const value: unknown = JSON.parse(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(),
    );
    return bare(value, 1) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Yields the pieces of a body as they arrive. When the reader stops early, the rest is read and
 * dropped.
 */
export async function* piecesOf(
  request: FastifyRequest,
  mostBytes: number,
): AsyncGenerator<Buffer> {
  const { raw } = request;
  let isWhole = false;
  let bytes = 0;
  try {
    if (Number(raw.headers['content-length'] ?? 0) > mostBytes) throw new SyncRefused('too-large');
    for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > mostBytes) throw new SyncRefused('too-large');
      yield chunk;
    }
    isWhole = true;
  } finally {
    if (!isWhole) discardRest(raw);
  }
}

/** Reads a whole JSON body; rejects with `SyncRefused` when it is not JSON or too large. */
export async function readJson(request: FastifyRequest, mostBytes: number): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of piecesOf(request, mostBytes)) chunks.push(chunk);
  const value = parseJson(Buffer.concat(chunks));
  if (value === undefined) throw new SyncRefused('bad-request');
  return value;
}
