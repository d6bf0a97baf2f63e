import type { MultipartFile } from '@fastify/multipart';

/**
 * Limits of a multipart form with one file and a few small fields, for @fastify/multipart.
 *
 * @param maxBytes the largest file allowed; what is larger is told by `whenTooLarge`
 */
export function oneFileFormLimits(maxBytes: number) {
  return {
    fileSize: maxBytes,
    files: 1,
    fields: 5,
    fieldSize: 1_024,
    fieldNameSize: 100,
    parts: 6,
    headerPairs: 20,
  } as const;
}

/** Is aborted at the first byte too many: the parser would read the rest, however long it is. */
export function whenTooLarge({ file }: MultipartFile): AbortSignal {
  const tooLarge = new AbortController();
  // A form that came in one piece was parsed before anybody could listen.
  if (file.truncated) tooLarge.abort();
  else file.once('limit', () => tooLarge.abort());
  return tooLarge.signal;
}
