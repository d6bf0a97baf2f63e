import type { IncomingMessage } from 'node:http';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

export type Upload =
  | { ok: true; file: Buffer }
  | { ok: false; code: 'bad-request' | 'too-large' | 'unsupported-type' | 'picture-missing' };

export const PICTURE_FIELD = 'newProfilePicture';
/** One megabyte, by decisions section 6. */
export const MAX_PICTURE_BYTES = 1_048_576;
/** Boundaries, part headers and small fields around the file. */
const FORM_BYTES = 16 * 1_024;
/**
 * How much of a refused upload is read on for nothing, and for how long: a connection cut while its
 * sender still writes shows as "no response" in a browser, whatever the server had answered.
 */
const DISCARD = { bytes: 32 * 1_048_576, milliseconds: 30_000, checkEvery: 100 } as const;

/** What a form with one picture needs at most. */
export const UPLOAD_LIMITS = {
  fileSize: MAX_PICTURE_BYTES + 1,
  files: 1,
  fields: 5,
  fieldSize: 1_024,
  fieldNameSize: 100,
  parts: 6,
  headerPairs: 20,
} as const;

/** Reads the rest of a body and throws it away, and cuts a connection that goes on and on. */
function discardRest(raw: IncomingMessage): void {
  const { socket } = raw;
  const bytesBefore = socket.bytesRead;
  const ends = Date.now() + DISCARD.milliseconds;
  // Counted at the socket: Node takes listeners off a body that nobody had begun to read.
  const timer = setInterval(() => {
    if (raw.complete || socket.destroyed) clearInterval(timer);
    else if (socket.bytesRead - bytesBefore > DISCARD.bytes || Date.now() > ends) socket.destroy();
  }, DISCARD.checkEvery);
  timer.unref();
  raw.unpipe();
  raw.resume();
}

async function readPart(part: MultipartFile): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_PICTURE_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readForm(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) return { ok: false, code: 'unsupported-type' };
  if (Number(request.headers['content-length'] ?? 0) > MAX_PICTURE_BYTES + FORM_BYTES) {
    return { ok: false, code: 'too-large' };
  }
  try {
    const part = await request.file();
    if (part?.fieldname !== PICTURE_FIELD) return { ok: false, code: 'picture-missing' };
    const file = await readPart(part);
    return file === null ? { ok: false, code: 'too-large' } : { ok: true, file };
  } catch {
    // Whatever the form's reader met (limits, a cut body, a malformed part) lies in the request.
    return { ok: false, code: 'bad-request' };
  }
}

/** Reads the picture of a form, of which no more than the limit is ever held in memory. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  const upload = await readForm(request);
  if (!upload.ok) discardRest(request.raw);
  return upload;
}
