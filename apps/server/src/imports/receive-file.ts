import { type ErrorCode, MAX_UPLOAD_BYTES, UPLOAD_FIELD } from '@crece/contract';
import type { FastifyRequest } from 'fastify';
import { signedInOf } from '../accounts/signed-in.ts';
import { AccountBusy } from '../concurrency/account-places.ts';
import { discardRest } from '../http/discard-rest.ts';
import { whenTooLarge } from '../http/one-file-form.ts';
import { NoRoom, type Uploads } from './uploads.ts';

type Received = { ok: true; id: string; isNew: boolean } | { ok: false; code: ErrorCode };

const refused = (code: ErrorCode): Received => ({ ok: false, code });

/** Stores the file of the form, or finds the one that the query names. */
export async function receiveFile(
  request: FastifyRequest,
  upload: string | undefined,
  uploads: Uploads,
): Promise<Received> {
  const { id: owner } = signedInOf(request).account;
  if (upload !== undefined) {
    const isThere = await uploads.has(owner, upload);
    return isThere ? { ok: true, id: upload, isNew: false } : refused('not-found');
  }
  if (!request.isMultipart()) return refused('unsupported-type');
  const bytes = Number(request.headers['content-length'] ?? 0);
  if (bytes > MAX_UPLOAD_BYTES * 1.01) return refused('too-large');
  const part = await request.file().catch(() => undefined);
  if (part?.fieldname !== UPLOAD_FIELD) return refused('bad-request');
  const signal = whenTooLarge(part);
  try {
    const id = await uploads.keep({ owner, file: part.file, bytes, signal });
    return { ok: true, id, isNew: true };
  } catch (error) {
    part.file.resume();
    if (error instanceof AccountBusy) {
      discardRest(request.raw);
      throw error;
    }
    if (error instanceof NoRoom) return refused('no-room');
    // Any other failure of the form parser (a cut body, a malformed part) is a fault of the request.
    return refused(signal.aborted ? 'too-large' : 'bad-request');
  }
}
