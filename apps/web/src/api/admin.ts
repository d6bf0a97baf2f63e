import {
  API_PATHS,
  type AuditBody,
  type AuditEntry,
  type CatalogueBody,
  type NewUserRequest,
  type UserBody,
  type UserRequest,
  type UsersBody,
} from '@crece/contract';
import {
  type Catalogue,
  type ProgrammeSettings,
  type Role,
  readCatalogue,
  readProgrammeSettings,
  settingsNumberOf,
} from '@crece/domain';
import { call, callFile, HttpError, pathOf } from './http.ts';
import { isObject, notReadable, readUser } from './session-calls.ts';

/** Time limit for downloading the whole audit log. */
const FILE_LIMIT_MS = 120_000;

/** Filters of the audit log; empty text means no filter. */
export interface AuditFilters {
  who: string;
  what: string;
  from: string;
  to: string;
}

function readUsers(raw: unknown): UserBody[] {
  if (!Array.isArray(raw)) throw notReadable(raw);
  return raw.map(readUser);
}

/** One page of 15 accounts. */
export async function fetchUsers(
  query: { page: number; search: string; role: Role | null },
  signal: AbortSignal,
): Promise<UsersBody> {
  const { page, search, role } = query;
  const raw = await call(API_PATHS.users, {
    query: { page, search, role: role ?? undefined },
    signal,
  });
  if (!isObject(raw) || typeof raw['total'] !== 'number') throw notReadable(raw);
  return { users: readUsers(raw['users']), total: raw['total'] };
}

const userAddress = (userId: string) => pathOf(API_PATHS.user, { userId });

export const fetchUser = async (userId: string, signal: AbortSignal) =>
  readUser(await call(userAddress(userId), { signal }));

export const addUser = async (body: NewUserRequest) =>
  readUser(await call(API_PATHS.users, { method: 'POST', body }));

export const saveUser = async (userId: string, body: UserRequest) =>
  readUser(await call(userAddress(userId), { method: 'PUT', body }));

export const removeUser = (userId: string) => call(userAddress(userId), { method: 'DELETE' });

/** The accounts with an open role request. */
export async function fetchRoleRequests(signal: AbortSignal): Promise<UserBody[]> {
  const raw = await call(API_PATHS.roleRequests, { signal });
  if (!isObject(raw)) throw notReadable(raw);
  return readUsers(raw['requests']);
}

export const answerRoleRequest = (userId: string, grant: boolean) =>
  call(pathOf(API_PATHS.roleRequest, { userId }), { method: 'POST', body: { grant } });

function readEntry(raw: unknown): AuditEntry {
  if (!isObject(raw) || typeof raw['at'] !== 'string' || typeof raw['what'] !== 'string') {
    throw notReadable(raw);
  }
  const text = (name: string) => {
    const value = raw[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  return {
    id: text('id') ?? raw['at'],
    at: raw['at'],
    what: raw['what'],
    who: text('who'),
    whom: text('whom'),
    from: text('from'),
    detail: text('detail') ?? '',
    count: typeof raw['count'] === 'number' ? raw['count'] : 1,
    last: text('last') ?? raw['at'],
  };
}

/** One page of 50 entries, the newest first. */
export async function fetchAudit(
  { page, ...filters }: AuditFilters & { page: number },
  signal: AbortSignal,
): Promise<AuditBody> {
  const raw = await call(API_PATHS.audit, { query: { page, ...filters }, signal });
  if (!isObject(raw) || typeof raw['total'] !== 'number' || !Array.isArray(raw['entries'])) {
    throw notReadable(raw);
  }
  return { entries: raw['entries'].map(readEntry), total: raw['total'] };
}

/** All entries that match the filters, as CSV. */
export const fetchAuditFile = (filters: AuditFilters) =>
  callFile(API_PATHS.auditCsv, { query: { ...filters }, timeLimitMs: FILE_LIMIT_MS });

/** The OpenAPI document of the server. */
export const fetchApiDescription = () => callFile(API_PATHS.docs, {});

function readCatalogueBody(raw: unknown): CatalogueBody {
  if (!isObject(raw) || typeof raw['rev'] !== 'string') throw notReadable(raw);
  const read = readCatalogue(raw['catalogue']);
  if (!read.ok) throw new HttpError('not-readable', 200, { cause: read.problems });
  return { rev: raw['rev'], catalogue: read.catalogue };
}

/** The complete list of places with its revision, pilot units included. */
export const fetchAllPlaces = async (signal?: AbortSignal) =>
  readCatalogueBody(await call(API_PATHS.catalogue, signal === undefined ? {} : { signal }));

/** Replaces revision `rev` of the list by a changed one; returns the stored list. */
export const saveAllPlaces = async (rev: string, catalogue: Catalogue) =>
  readCatalogueBody(await call(API_PATHS.catalogue, { method: 'PUT', body: { rev, catalogue } }));

/** The present settings of the programme on the server. */
export async function fetchProgramme(signal?: AbortSignal): Promise<ProgrammeSettings> {
  const raw = await call(API_PATHS.config, signal === undefined ? {} : { signal });
  if (!isObject(raw)) throw notReadable(raw);
  return readProgrammeSettings(raw['programme']);
}

/** Replaces the settings that the change is based on; returns the stored ones and their number. */
export async function saveProgramme(body: {
  was: ProgrammeSettings;
  settings: ProgrammeSettings;
}): Promise<{ settings: ProgrammeSettings; number: number }> {
  const raw = await call(API_PATHS.programme, { method: 'PUT', body });
  if (!isObject(raw)) throw notReadable(raw);
  const { settings } = raw;
  return { settings: readProgrammeSettings(settings), number: settingsNumberOf(settings) };
}
