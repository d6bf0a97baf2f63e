import {
  API_PATHS,
  type ImportBody,
  type ImportsBody,
  UPLOAD_FIELD,
  type UploadedBody,
  type UploadQuery,
} from '@crece/contract';
import { call, pathOf } from './http.ts';
import { isBody, type Needed, readBody, readUser } from './session-calls.ts';
import { keepUser, storedSession } from './stored-session.ts';

/** Time limit of a large upload over a slow connection. */
const UPLOAD_LIMIT_MS = 3_600_000;

/** The file to send, or its id from an earlier call. */
export type UploadSource = { readonly file: File } | { readonly upload: string };

interface UploadOptions {
  query: Omit<UploadQuery, 'upload'>;
  /** Share of the file that is sent, 0 to 1. */
  onSent: (share: number) => void;
  signal: AbortSignal;
}

/** Sends a request and reports upload progress; otherwise behaves like `fetch`. */
function tellingTransport(onSent: (share: number) => void) {
  return (address: string, { method, headers, body, signal }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method ?? 'GET', address);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onSent(total === 0 ? 0 : loaded / total);
      request.onload = () => {
        const answered = new Headers();
        for (const line of request.getAllResponseHeaders().split('\r\n')) {
          const [name = '', ...value] = line.split(': ');
          if (name !== '') answered.append(name, value.join(': '));
        }
        const { status, statusText, responseText } = request;
        resolve(new Response(responseText, { status, statusText, headers: answered }));
      };
      request.onerror = () => reject(new TypeError('no network'));
      request.onabort = () => reject(new DOMException('given up', 'AbortError'));
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(body instanceof FormData ? body : null);
    });
}

const NEEDED: Needed<ImportBody> = { id: 'string', state: 'string', startedAt: 'string' };

const importOf = (raw: unknown) => readBody(raw, NEEDED);

/**
 * Checks or imports a file. As specified, the response is the current user, who replaces the stored
 * one, together with the import. Throws `HttpError`, which the caller must show.
 */
export async function uploadFile(
  stakeDB: string,
  source: UploadSource,
  { query, onSent, signal }: UploadOptions,
): Promise<ImportBody> {
  const form = new FormData();
  if ('file' in source) form.set(UPLOAD_FIELD, source.file);
  const raw = await call(pathOf(API_PATHS.upload, { stakeDB }), {
    method: 'POST',
    background: true,
    form,
    query: { ...query, ...('upload' in source ? { upload: source.upload } : {}) },
    timeLimitMs: UPLOAD_LIMIT_MS,
    signal,
    transport: tellingTransport(onSent),
  });
  const answer = readBody<UploadedBody>(raw, { import: 'object' });
  const user = readUser(answer);
  if (storedSession().user?.id === user.id) keepUser(user);
  return importOf(answer.import);
}

/** The present state of an import; throws `HttpError`. */
export async function fetchImport(jobId: string, signal: AbortSignal): Promise<ImportBody> {
  const raw = await call(pathOf(API_PATHS.import, { jobId }), { background: true, signal });
  return importOf(raw);
}

/** One's own imports, the newest first; throws `HttpError`. */
export async function fetchImports(signal: AbortSignal): Promise<readonly ImportBody[]> {
  const raw = await call(API_PATHS.imports, { background: true, signal });
  const { imports } = readBody<ImportsBody>(raw, { imports: 'list' });
  return imports.filter((each) => isBody(each, NEEDED));
}

/** Undoes an import; returns the job that does it. */
export const undoImport = async (jobId: string): Promise<ImportBody> =>
  importOf(
    await call(pathOf(API_PATHS.importUndo, { jobId }), {
      method: 'POST',
      body: {},
      background: true,
    }),
  );
