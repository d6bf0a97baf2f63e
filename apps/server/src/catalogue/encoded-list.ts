import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { catalogueResponse } from '@crece/contract/schemas';
import type { Catalogue } from '@crece/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An encoded list of places; cached, because phones request it each time the home screen opens. */
export interface EncodedList {
  body: Buffer;
  zipped: Buffer;
  etag: string;
}

/** Encodes a list and computes the ETag of its version. */
export function encodeList(catalogue: Catalogue): EncodedList {
  const body = Buffer.from(JSON.stringify(catalogueResponse.parse(catalogue)));
  // Weak: the compressed and the plain form are the same list, but not the same bytes.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { body, zipped: gzipSync(body, { level: 9 }), etag };
}

/**
 * Whether a request's `If-None-Match` names this version; `W/` marks are ignored (RFC 9110,
 * 13.1.2).
 */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.split(',').some((tag) => tag.trim() === '*' || bare(tag) === bare(etag));
}

function acceptsGzip(header: string | string[] | undefined): boolean {
  return String(header ?? '')
    .split(',')
    .some((coding) => {
      const [name, quality] = coding
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/);
      return name === 'gzip' && Number(quality ?? '1') > 0;
    });
}

/** Answers with a list, or with 304 to a client that has this version. */
export function sendList(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, zipped, etag }: EncodedList,
): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'no-cache');
  reply.header('vary', 'accept-encoding, authorization');
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  reply.type('application/json; charset=utf-8');
  if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(body);
  return reply.header('content-encoding', 'gzip').send(zipped);
}
