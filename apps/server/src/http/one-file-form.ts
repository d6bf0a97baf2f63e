/**
 * Limits of a multipart form with one file and a few small fields, for @fastify/multipart.
 *
 * @param maxBytes the largest file allowed; one byte more is read, to detect a larger file
 */
export function oneFileFormLimits(maxBytes: number) {
  return {
    fileSize: maxBytes + 1,
    files: 1,
    fields: 5,
    fieldSize: 1_024,
    fieldNameSize: 100,
    parts: 6,
    headerPairs: 20,
  } as const;
}
