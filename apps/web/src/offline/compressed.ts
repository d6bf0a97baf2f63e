/** Says on a stored response that its body is compressed. */
const COMPRESSED = 'x-crece-compressed';
const FORMAT = 'gzip';

function converted(answer: Response, mark: string | null, by: GenericTransformStream): Response {
  const headers = new Headers();
  const type = answer.headers.get('content-type');
  if (type !== null) headers.set('content-type', type);
  if (mark !== null) headers.set(COMPRESSED, mark);
  return new Response(answer.body?.pipeThrough(by) ?? null, { headers });
}

/**
 * Compresses a response for storing when its content type matches: the browser itself stores every
 * body unpacked, which for text takes three times the room. Only the content type stays of its headers.
 */
export function compressed(answer: Response, types: RegExp): Response {
  if (!types.test(answer.headers.get('content-type') ?? '')) return answer;
  return converted(answer, FORMAT, new CompressionStream(FORMAT));
}

/** The response as it was before `compressed`; one that was stored as it came is returned unchanged. */
export function unpacked(stored: Response): Response {
  if (stored.headers.get(COMPRESSED) !== FORMAT) return stored;
  return converted(stored, null, new DecompressionStream(FORMAT));
}
