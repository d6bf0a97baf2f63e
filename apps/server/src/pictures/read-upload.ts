import { addAbortSignal } from 'node:stream';
import { buffer as bufferOf } from 'node:stream/consumers';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { discardRest } from '../http/discard-rest.ts';
import { oneFileFormLimits, whenTooLarge } from '../http/one-file-form.ts';

export type Upload =
  | { ok: true; file: Buffer }
  | { ok: false; code: 'bad-request' | 'too-large' | 'unsupported-type' | 'picture-missing' };

export const PICTURE_FIELD = 'newProfilePicture';
/** One megabyte, by decisions section 6. */
export const MAX_PICTURE_BYTES = 1_048_576;
/** Boundaries, part headers and small fields around the file. */
const FORM_BYTES = 16 * 1_024;

/** Limits of a form with one picture. */
export const UPLOAD_LIMITS = oneFileFormLimits(MAX_PICTURE_BYTES);

async function readPart(part: MultipartFile): Promise<Buffer | null> {
  const tooLarge = whenTooLarge(part);
  try {
    return await bufferOf(addAbortSignal(tooLarge, part.file));
  } catch (cause) {
    if (tooLarge.aborted) return null;
    throw cause;
  }
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
    // The form parser failed (limits, a cut body, a malformed part): the fault is in the request.
    return { ok: false, code: 'bad-request' };
  }
}

/** Reads the picture of a form; never holds more than the limit in memory. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  const upload = await readForm(request);
  if (!upload.ok) discardRest(request.raw);
  return upload;
}
