import {
  type AddedUserBody,
  API_PATHS,
  type AuditBody,
  type AuditLine,
  type CatalogueBody,
  type ConfigResponse,
  type EraseAccountBody,
  type EraseKeptLongRequest,
  type EraseRequest,
  type ErasureReason,
  type ErasuresBody,
  type FirstStepsBody,
  type JoiningBody,
  type KeptLongBody,
  type LastProgrammeChange,
  type NewUserRequest,
  type PhonesBody,
  type ProgrammeBody,
  type RoleRequestsBody,
  type ServerStateBody,
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
import { isObject, readBody, readUser } from './session-calls.ts';

/** Time limit for downloading the whole audit log. */
const FILE_LIMIT_MS = 120_000;

/** Filters of the audit log; empty text means no filter. */
export interface AuditFilters {
  who: string;
  what: string;
  from: string;
  to: string;
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
  const { users, total } = readBody<UsersBody>(raw, { users: 'list', total: 'number' });
  return { users: users.map(readUser), total };
}

const userAddress = (userId: string) => pathOf(API_PATHS.user, { userId });

export const fetchUser = async (userId: string, signal: AbortSignal) =>
  readUser(await call(userAddress(userId), { signal }));

/** A server of the build before does not say whether it sends mail: nearly all do. */
const sendsMail = (raw: unknown) => !(isObject(raw) && raw['sendsMail'] === false);

export async function addUser(body: NewUserRequest): Promise<AddedUserBody> {
  const raw = await call(API_PATHS.users, { method: 'POST', body });
  return { ...readUser(raw), sendsMail: sendsMail(raw) };
}

export const saveUser = async (userId: string, body: UserRequest) =>
  readUser(await call(userAddress(userId), { method: 'PUT', body }));

export const removeUser = (userId: string) => call(userAddress(userId), { method: 'DELETE' });

/** The accounts with an open role request. */
export async function fetchRoleRequests(signal: AbortSignal): Promise<UserBody[]> {
  const raw = await call(API_PATHS.roleRequests, { signal });
  return readBody<RoleRequestsBody>(raw, { requests: 'list' }).requests.map(readUser);
}

export async function answerRoleRequest(userId: string, grant: boolean) {
  const address = pathOf(API_PATHS.roleRequest, { userId });
  return { sendsMail: sendsMail(await call(address, { method: 'POST', body: { grant } })) };
}

/**
 * What was erased for good, the newest first. `background`: asked beside what is shown already, which
 * stays if the server does not answer.
 */
export async function fetchErasures(
  signal: AbortSignal,
  background = false,
): Promise<ErasuresBody> {
  const raw = await call(API_PATHS.erasures, { signal, background });
  return readBody<ErasuresBody>(raw, { erasures: 'list' });
}

type Joining = JoiningBody['joining'];

function joiningOf(raw: unknown): Joining {
  const { joining = null } = Object(raw) as { joining?: unknown };
  if (joining === null) return null;
  return readBody<NonNullable<Joining>>(joining, {
    to: 'string',
    at: 'string',
    state: 'string',
    until: 'string',
  });
}

const joiningPath = (stakeDB: string) => pathOf(API_PATHS.joining, { stakeDB });

/** Whether a unit was joined to another; null: it was not. */
export const fetchJoining = async (stakeDB: string, signal: AbortSignal) =>
  joiningOf(await call(joiningPath(stakeDB), { signal, background: true }));

/** Joins a unit to another. */
export const joinUnit = async (stakeDB: string, to: string) =>
  joiningOf(await call(joiningPath(stakeDB), { method: 'POST', body: { to } }));

/** Undoes that. */
export const partUnit = async (stakeDB: string) =>
  joiningOf(await call(joiningPath(stakeDB), { method: 'DELETE' }));
/** All units are read for it. */
const KEPT_LONG_LIMIT_MS = 120_000;

/** The children who were kept for the programme's term. */
export async function fetchKeptLong(): Promise<KeptLongBody> {
  const raw = await call(API_PATHS.keptLong, { timeLimitMs: KEPT_LONG_LIMIT_MS });
  return readBody<KeptLongBody>(raw, { units: 'list', failedUnits: 'list' });
}

/** Erases them, if they are as many as was seen. */
export const eraseKeptLong = (body: EraseKeptLongRequest) =>
  call(API_PATHS.keptLong, { method: 'POST', body, timeLimitMs: KEPT_LONG_LIMIT_MS });

/** Erases an account for good. */
export async function eraseAccount(userId: string, why: ErasureReason): Promise<EraseAccountBody> {
  const raw = await call(pathOf(API_PATHS.eraseAccount, { userId }), {
    ...{ method: 'POST', body: { why } },
  });
  return readBody<EraseAccountBody>(raw, { id: 'string' });
}

/** Erases a child or a mother of a unit for good. */
export const eraseRecord = (stakeDB: string, body: EraseRequest) =>
  call(pathOf(API_PATHS.erase, { stakeDB }), { method: 'POST', body });

/** One page of the phones that synchronise. */
export async function fetchPhones(page: number, signal: AbortSignal): Promise<PhonesBody> {
  const raw = await call(API_PATHS.phones, { query: { page }, signal });
  return readBody<PhonesBody>(raw, { phones: 'list', total: 'number', needHelp: 'number' });
}

/** How far a new server is set up. */
export async function fetchFirstSteps(signal: AbortSignal): Promise<FirstStepsBody> {
  const raw = await call(API_PATHS.firstSteps, { signal });
  return readBody<FirstStepsBody>(raw, { people: 'number' });
}

/** Which build runs, and how the server is. */
export async function fetchServerState(signal: AbortSignal): Promise<ServerStateBody> {
  const raw = await call(API_PATHS.serverState, { signal });
  const body = readBody<ServerStateBody>(raw, {
    version: 'string',
    commit: 'string',
    damagedUnits: 'list',
    problems: 'list',
    warnings: 'list',
  });
  return { ...body, sendsMail: sendsMail(raw) };
}

function readEntry(raw: unknown): AuditLine {
  const entry = readBody<AuditLine>(raw, { at: 'string', what: 'string' });
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  const { whoName, whomName } = entry;
  return {
    id: text(entry.id) ?? entry.at,
    at: entry.at,
    what: entry.what,
    who: text(entry.who),
    whom: text(entry.whom),
    from: text(entry.from),
    detail: text(entry.detail) ?? '',
    count: typeof entry.count === 'number' ? entry.count : 1,
    last: text(entry.last) ?? entry.at,
    // Null says that the account is gone.
    ...(whoName === undefined ? {} : { whoName: text(whoName) }),
    ...(whomName === undefined ? {} : { whomName: text(whomName) }),
  };
}

/** One page of 50 entries, the newest first. */
export async function fetchAudit(
  { page, ...filters }: AuditFilters & { page: number },
  signal: AbortSignal,
): Promise<AuditBody> {
  const raw = await call(API_PATHS.audit, { query: { page, ...filters }, signal });
  const { entries, total } = readBody<AuditBody>(raw, { entries: 'list', total: 'number' });
  return { entries: entries.map(readEntry), total };
}

/** All entries that match the filters, as CSV. */
export const fetchAuditFile = (filters: AuditFilters) =>
  callFile(API_PATHS.auditCsv, { query: { ...filters }, timeLimitMs: FILE_LIMIT_MS });

/** The OpenAPI document of the server. */
export const fetchApiDescription = () => callFile(API_PATHS.docs, {});

function readCatalogueBody(raw: unknown): CatalogueBody {
  const { rev, catalogue } = readBody<CatalogueBody>(raw, { rev: 'string', catalogue: 'object' });
  const read = readCatalogue(catalogue);
  if (!read.ok) throw new HttpError('not-readable', 200, { cause: read.problems });
  return { rev, catalogue: read.catalogue };
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
  return readProgrammeSettings(readBody<ConfigResponse>(raw, {}).programme);
}

/** Replaces the settings that the change is based on; returns the stored ones and their number. */
export async function saveProgramme(body: {
  was: ProgrammeSettings;
  settings: ProgrammeSettings;
}): Promise<{ settings: ProgrammeSettings; number: number }> {
  const raw = await call(API_PATHS.programme, { method: 'PUT', body });
  const { settings } = readBody<ProgrammeBody>(raw, {});
  return { settings: readProgrammeSettings(settings), number: settingsNumberOf(settings) };
}

/** The change that made the settings of now; null: none that can be put back. */
export async function fetchLastProgrammeChange(
  signal?: AbortSignal,
): Promise<{ last: LastProgrammeChange | null }> {
  const raw = await call(API_PATHS.programmeLast, signal === undefined ? {} : { signal });
  const { last } = readBody<{ last?: LastProgrammeChange | null }>(raw, {});
  return { last: last ?? null };
}

/** Puts the change back that made the settings `number`; returns the stored ones. */
export async function putProgrammeBack(
  number: number,
): Promise<{ settings: ProgrammeSettings; number: number }> {
  const raw = await call(API_PATHS.programmeLast, { method: 'POST', body: { number } });
  const { settings } = readBody<ProgrammeBody>(raw, {});
  return { settings: readProgrammeSettings(settings), number: settingsNumberOf(settings) };
}
