import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { API_PATHS } from '@crece/contract';
import { errorBody, stakesResponse } from '@crece/contract/schemas';
import { type Catalogue, masterCatalogue } from '@crece/domain';
import type { FastifyInstance } from 'fastify';

/** Whether a request's `If-None-Match` names this version; `W/` marks do not count (RFC 9110, 13.1.2). */
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

/**
 * `GET /api/children/stakes`: the places that people see. Nobody can sign in yet, so everybody is
 * given the master list; it is encoded once, because phones ask for it at every visit of home.
 */
export function catalogueRoutes(app: FastifyInstance, catalogue: Catalogue): void {
  const body = Buffer.from(JSON.stringify(stakesResponse.parse(masterCatalogue(catalogue))));
  const zipped = gzipSync(body, { level: 9 });
  // Weak: the zipped and the plain form are the same list, not the same bytes.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

  app.get(
    API_PATHS.stakes,
    { schema: { response: { 200: stakesResponse, '4xx': errorBody } } },
    (request, reply) => {
      reply.header('etag', etag).header('cache-control', 'no-cache');
      reply.header('vary', 'accept-encoding');
      if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
      reply.type('application/json; charset=utf-8');
      if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(body);
      return reply.header('content-encoding', 'gzip').send(zipped);
    },
  );
}
