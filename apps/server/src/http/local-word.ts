import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/**
 * The header by which the command line of this machine shows that it can read the data folder: a word
 * made of the secret that the running server noted there.
 */
export const LOCAL_WORD_HEADER = 'x-crece-local';

/** What a word opens; one that is overheard on its way through a proxy opens nothing else. */
export type LocalPurpose = 'echo' | 'backup';

export function localWord(localSecret: string, purpose: LocalPurpose): string {
  return createHmac('sha256', localSecret).update(purpose).digest('base64url');
}

export function hasLocalWord(
  { headers }: Pick<FastifyRequest, 'headers'>,
  localSecret: string,
  purpose: LocalPurpose,
): boolean {
  const given = Buffer.from(String(headers[LOCAL_WORD_HEADER] ?? ''));
  const wanted = Buffer.from(localWord(localSecret, purpose));
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
