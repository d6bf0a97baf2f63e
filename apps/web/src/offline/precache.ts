/** One file of the build; a file whose name holds its hash has no revision. */
export interface BuiltFile {
  url: string;
  revision: string | null;
}

/** Page of the application: what every address of ours answers. */
const APP_PAGE = '/index.html';

/**
 * Addresses that are the server's, never the application's. A file with a ticket is a download; a
 * plain address below `/files/` gets the application, which asks for the ticket.
 */
const SERVER_PATHS = /^\/(?:api|sync|socket\.io|health|metrics)(?:\/|$)/;

const pathOf = (file: BuiltFile) => (file.url.startsWith('/') ? file.url : `/${file.url}`);

/** The name under which a file is kept: `/index.html?revision=1a2b` or `/assets/list-9f8e.js`. */
export function keyOf(file: BuiltFile): string {
  return file.revision === null ? pathOf(file) : `${pathOf(file)}?revision=${file.revision}`;
}

/** Path of each file → the key of its current version. */
export function keysOf(files: readonly BuiltFile[]): ReadonlyMap<string, string> {
  return new Map(files.map((file) => [pathOf(file), keyOf(file)]));
}

interface Asked {
  method: string;
  /** `navigate` when a person goes to the address. */
  mode: string;
  url: URL;
}

/** The kept file that answers a request of our own origin; `null`: ask the network. */
export function answerOf(asked: Asked, keys: ReadonlyMap<string, string>): string | null {
  if (asked.method !== 'GET') return null;
  const path = asked.url.pathname;
  if (SERVER_PATHS.test(path)) return null;
  const file = keys.get(path);
  if (file !== undefined) return file;
  if (asked.mode !== 'navigate') return null;
  if (path.startsWith('/files/') && asked.url.searchParams.has('ticket')) return null;
  return keys.get(APP_PAGE) ?? null;
}
