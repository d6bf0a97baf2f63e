import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { discardRest } from '../../http/discard-rest.ts';
import { SyncRefused } from '../unit-request.ts';

/** Deeper than any body of ours; domain's gate draws a finer line through documents. */
export const MAX_DEPTH = 64;

/** Takes the prototypes off what `JSON.parse` made: a field of any name is only a field. */
function bare(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth > MAX_DEPTH) return false;
  if (!Array.isArray(value)) Object.setPrototypeOf(value, null);
  for (const content of Object.values(value)) if (!bare(content, depth + 1)) return false;
  return true;
}

/**
 * Parses JSON from outside into objects without a prototype, `__proto__` a field among others;
 * `undefined`: no JSON, no UTF-8, or nested too deep.
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

/** The pieces of a body as they arrive; what is not asked for is read on and thrown away. */
export async function* bodyOf(request: FastifyRequest, mostBytes: number): AsyncGenerator<Buffer> {
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

/** Reads a whole JSON body; rejects with `SyncRefused` when it is none or too large. */
export async function readJson(request: FastifyRequest, mostBytes: number): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of bodyOf(request, mostBytes)) chunks.push(chunk);
  const value = parseJson(Buffer.concat(chunks));
  if (value === undefined) throw new SyncRefused('bad-request');
  return value;
}
