import { z } from 'zod';

/** Where the databases are, if not in files. */
export interface CouchConfig {
  url: string;
  /**
   * The same address with an account that may create databases; `null`: the account of `url` is
   * used.
   */
  adminUrl: string | null;
}

function isCouchUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return false;
  const hasAccount = url.username !== '' && url.password !== '';
  return hasAccount && url.search === '' && url.hash === '' && isReadable(url);
}

/** A `%` in name or password must be written as `%25`. */
function isReadable({ username, password }: URL): boolean {
  try {
    return decodeURIComponent(username + password) !== '';
  } catch {
    return false;
  }
}

const address = z
  .string()
  .refine(isCouchUrl, {
    error: 'must be an address with an account, like http://crece:password@127.0.0.1:5984',
  })
  .nullable()
  .default(null);

/** The environment variables for CouchDB, to be spread into the schema of the environment. */
export const couchEnvironment = { COUCHDB_URL: address, COUCHDB_ADMIN_URL: address };

export type ParsedCouchConfig =
  | { ok: true; config: CouchConfig | null }
  | { ok: false; problems: string[] };

/** Combines the two variables; `null` configuration: the databases are files. */
export function couchConfigOf(given: {
  COUCHDB_URL: string | null;
  COUCHDB_ADMIN_URL: string | null;
}): ParsedCouchConfig {
  const { COUCHDB_URL: url, COUCHDB_ADMIN_URL: adminUrl } = given;
  if (url !== null) return { ok: true, config: { url, adminUrl } };
  if (adminUrl === null) return { ok: true, config: null };
  return { ok: false, problems: ['COUCHDB_URL must be set where COUCHDB_ADMIN_URL is'] };
}
