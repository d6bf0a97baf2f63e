import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EVERYONE } from './declared-access.ts';
import { refuse } from './errors.ts';

const PAGE = 'index.html';
/** Pages beside the application, by their addresses: the clinic's, which answers referral slips. */
const OTHER_PAGES: Readonly<Record<string, string>> = { referral: 'referral.html' };
/** Vite names files in this folder by the hash of their content. */
const HASHED = /[\\/]assets[\\/]/;
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** First parts of addresses that belong to programs: an unknown address there is an error. */
const PROGRAM_ADDRESS = /^\/(?:api|assets|sync|health|ready|metrics)(?:\/|$)/;

/** A way out of the folder, once the address is decoded. */
const LEADS_OUT = /(?:^|[\\/])\.\.(?:[\\/]|$)/;

/** Whether a person opened an address in the browser, rather than a program or a part of a page. */
export function isNavigation(request: FastifyRequest): boolean {
  const { method, url, headers } = request;
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (PROGRAM_ADDRESS.test(url.split('?', 1)[0] ?? url)) return false;
  return String(headers.accept ?? '').includes('text/html');
}

/** Whether the folder holds a built application. */
export function isBuilt(webDir: string): boolean {
  return existsSync(join(webDir, 'index.html'));
}

/**
 * Answers an address that matches no file and no call. If a person opened it, it gets the
 * application, which routes it or shows "not found" in the person's language.
 *
 * Returns nothing, as the handlers below: an answer that is returned is waited for each time, and with a
 * file that is not there Node then warns of a leak in the log.
 */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply, webDir: string): void {
  if (isNavigation(request) && isBuilt(webDir)) reply.code(200).sendFile(PAGE);
  else refuse(reply, 'not-found');
}

/** Serves the built application, pre-compressed if the build made `.br` and `.gz` files. */
export async function serveWebFiles(app: FastifyInstance, webDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webDir,
    // Its own route reads the whole folder's list for each file, on the chance that the file system
    // takes capitals for small letters. No file here is kept from anybody by its name's spelling.
    serve: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    dotfiles: 'ignore',
    suppressWarning: true,
    setHeaders: (reply, path) => {
      const isHashed = HASHED.test(path.slice(webDir.length));
      reply.header('cache-control', isHashed ? IMMUTABLE : 'no-cache');
    },
  });
  app.get('/', { config: { access: EVERYONE }, schema: {} }, (_request, reply) => {
    reply.sendFile(PAGE);
  });
  app.get<{ Params: { '*': string } }>(
    '/*',
    { config: { access: EVERYONE }, schema: { hide: true } },
    (request, reply) => {
      const name = request.params['*'];
      const other = Object.hasOwn(OTHER_PAGES, name) ? OTHER_PAGES[name] : undefined;
      if (other !== undefined) reply.sendFile(other);
      else if (LEADS_OUT.test(name)) answerUnknown(request, reply, webDir);
      else reply.sendFile(name);
    },
  );
  app.setNotFoundHandler((request, reply) => answerUnknown(request, reply, webDir));
}
