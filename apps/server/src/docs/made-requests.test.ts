import { Agent, request } from 'node:http';
import { API_PATHS, type SignedInBody, type SyncCredentials } from '@crece/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aServerProcess } from '../cli/testing/processes.ts';
import { openDataStores } from '../start/data-folder.ts';
import { shortOrDeep } from '../testing/deep.ts';
import { aFolder } from '../testing/test-app.ts';
import { accountIn, PASSWORD } from '../testing/test-people.ts';
import { Chance, type JsonSchema, madeBy, mutated, oddText } from './testing/made-values.ts';

const REQUESTS = shortOrDeep(250, 20_000);
const SEED = Number(process.env['CRECE_SEED'] ?? 23);
const AT_ONCE = 8;
const SLOW_MS = 2_000;
/** A slow answer counts when it is as slow again: a busy machine delays one, a fault each. */
const TRIES = 3;
const TIMEOUT_MS = shortOrDeep(120_000, 1_800_000);
/** Answered by threads that start for each call, or that wait for work of theirs. */
const IN_THREADS = /\/(?:report-preview|upload|desk|imports)\b/;
/** What no answer may name: our places, and where in the code something happened. */
const INSIDES = /node_modules|\/src\/|\n\s+at |\.sqlite/;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly {
    name: string;
    in: string;
    required?: boolean;
    schema?: JsonSchema;
  }[];
  readonly body: JsonSchema | null;
  readonly isOfUnit: boolean;
}

interface Operation {
  security?: Record<string, unknown>[];
  parameters?: Call['parameters'];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
}

interface Made {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

function callsOf(document: { paths: Record<string, Record<string, Operation>> }): Call[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { security = [], parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content['application/json']?.schema ?? null,
      isOfUnit: security.some((kind) => 'syncToken' in kind),
    })),
  );
}

/** Values that let calls get past their first check. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  stakeDB: ['test_stake_gtm', 'coban_stake_gtm', 'no_such_unit'],
  cCode: ['GTM', 'VEN', '-'],
  stakeName: ['Test'],
  childId: ['chld_test_stake_gtm_1748880000000_k3f09z'],
  scopeType: ['stake', 'country', 'countries'],
  sortField: ['firstName', 'lastName'],
  language: ['en', 'es'],
  csvType: ['all', 'sup', 'msc', 'women'],
  monthSelect: ['6', '0'],
  exportFormat: ['anthro', 'fhir'],
  id: ['chld_test_stake_gtm_1748880000000_k3f09z', 'abc', '%00', '__proto__'],
  since: ['0', '5', 'now'],
  style: ['all_docs', 'main_only'],
  feed: ['normal', 'longpoll', 'continuous'],
  include_docs: ['true', 'false'],
  list: ['refer', 'late', 'covered'],
  dryRun: ['true', 'false'],
  revs: ['true', 'false'],
  limit: ['1', '100'],
};

/** Parts of an address that are no plain texts. */
const ODD_PARTS = ['%00', '%E0%A4%A', '%2e%2e%2f', '%ff', '..', '%', '%0d%0aX:%20y', '%C3%B1'];

const AUTHORIZED = 0.85;
const MUTATED = 0.3;
const ODD = 0.12;

function partOf(chance: Chance, name: string, schema: JsonSchema): string {
  if (chance.is(ODD / 2)) return chance.of(ODD_PARTS);
  if (chance.is(ODD)) return encodeURIComponent(Buffer.from(oddText(chance)).toString()) || '%20';
  const known = KNOWN[name];
  if (known !== undefined && chance.is(0.9)) {
    const value = chance.of(known);
    return value.startsWith('%') ? value : encodeURIComponent(value);
  }
  return encodeURIComponent(String(madeBy(chance, schema))) || 'x';
}

function bodyOf(chance: Chance, schema: JsonSchema): string {
  const value = madeBy(chance, schema);
  const text = JSON.stringify(chance.is(MUTATED) ? mutated(chance, value) : value) ?? '';
  return chance.is(0.03) ? text.slice(0, chance.below(text.length + 1)) : text;
}

/** Names whose values are made up mostly make a call refused at its first check. */
const likelihood = (name: string): number => (Object.hasOwn(KNOWN, name) ? 0.4 : 0.08);

/** A request by the schema of a call, now and then with something odd in it. */
function madeFor(
  chance: Chance,
  { method, path, parameters, body }: Call,
  token: string | null,
): Made {
  const inPath = new Map(
    parameters.filter((one) => one.in === 'path').map(({ name, schema = {} }) => [name, schema]),
  );
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    partOf(chance, name, inPath.get(name) ?? {}),
  );
  const query = parameters
    .filter(
      (one) => one.in === 'query' && (one.required === true || chance.is(likelihood(one.name))),
    )
    .map(({ name, schema = {} }) => `${name}=${partOf(chance, name, schema)}`);
  // A feed that waits is answered by the next change, which may never come here.
  const asked = query.some((each) => /^feed=(?:longpoll|continuous)$/.test(each))
    ? [...query.filter((each) => !/^(?:heartbeat|timeout)=/.test(each)), 'timeout=100']
    : query;
  const text = body === null ? null : bodyOf(chance, body);
  return {
    method,
    path: asked.length === 0 ? address : `${address}?${asked.join('&')}`,
    headers: {
      ...(token === null ? {} : { authorization: `JWT ${token}` }),
      ...(text === null ? {} : { 'content-type': 'application/json' }),
    },
    body: text,
  };
}

/** Sends the address as it is: `fetch` would mend it. */
function send(origin: string, agent: Agent, made: Made): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request({ agent, hostname, port, ...made }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          text: Buffer.concat(pieces).toString(),
          ms: performance.now() - start,
        }),
      );
    });
    sent.on('error', reject);
    sent.end(made.body ?? undefined);
  });
}

const ROLES = { boss: ['user', 'admin'], sofia: ['user', 'sync'], ana: ['user'] } as const;
const NAMES = Object.keys(ROLES) as (keyof typeof ROLES)[];

async function aServerWithPeople() {
  const dataDir = aFolder();
  const stores = await openDataStores(dataDir);
  for (const name of NAMES) await accountIn(stores, name, [...ROLES[name]]);
  await stores.close();
  const { origin } = await aServerProcess(dataDir);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  onTestFinished(() => agent.destroy());

  async function signIn(usernameOrEmail: string): Promise<string | null> {
    const body = JSON.stringify({ usernameOrEmail, password: PASSWORD });
    const headers = { 'content-type': 'application/json' };
    const made = { method: 'POST', path: API_PATHS.signin, headers, body };
    const { status, text } = await send(origin, agent, made);
    return status === 200 ? (JSON.parse(text) as SignedInBody).token : null;
  }

  const get = (path: string, token: string) =>
    send(origin, agent, {
      method: 'GET',
      path,
      headers: { authorization: `JWT ${token}` },
      body: null,
    });

  async function syncToken(session: string | null): Promise<string | null> {
    if (session === null) return null;
    const { status, text } = await get(API_PATHS.sync, session);
    return status === 200 ? (JSON.parse(text) as SyncCredentials).entity : null;
  }
  return { origin, agent, signIn, syncToken, get };
}

describe('requests made from the schemas of the calls', { timeout: TIMEOUT_MS }, () => {
  it(`requests made from the schemas are answered without a fault and in time: ${REQUESTS} of seed ${SEED}`, async () => {
    const { origin, agent, signIn, syncToken, get } = await aServerWithPeople();
    const admin = (await signIn('boss')) ?? '';
    const calls = callsOf(JSON.parse((await get(API_PATHS.docs, admin)).text));
    expect(calls.length).toBeGreaterThan(70);
    const tokens = new Map<string, string | null>();
    const tokenFor = async (name: string, isOfUnit: boolean): Promise<string | null> => {
      const key = `${name} ${isOfUnit}`;
      const known = tokens.get(key);
      if (known !== undefined && known !== null) return known;
      const session = await signIn(name);
      const made = isOfUnit ? await syncToken(session) : session;
      tokens.set(key, made);
      return made;
    };

    const chance = new Chance(SEED);
    const wrong: string[] = [];
    const succeeded = new Set<string>();
    async function one(call: Call): Promise<void> {
      const name = chance.of(['boss', 'boss', 'sofia', 'sofia', 'ana']);
      const isAuthorized = chance.is(AUTHORIZED);
      const token = isAuthorized ? await tokenFor(name, call.isOfUnit) : null;
      const made = madeFor(chance, call, token);
      let answer = await send(origin, agent, made);
      // Signed out, or rights changed, by a request before.
      if (answer.status === 401) tokens.delete(`${name} ${call.isOfUnit}`);
      for (let again = 1; again < TRIES && answer.ms > SLOW_MS; again += 1) {
        answer = await send(origin, agent, made);
      }
      const { status, text, ms } = answer;
      if (status < 300) succeeded.add(`${call.method} ${call.path}`);
      const isSlow = ms > SLOW_MS && !IN_THREADS.test(call.path);
      const isLeaking = status >= 400 && INSIDES.test(text);
      if (status < 500 && !isSlow && !isLeaking) return;
      const said = `${status} in ${Math.round(ms)} ms: ${text.slice(0, 200)}`;
      wrong.push(`${made.method} ${made.path.slice(0, 200)} ${made.body?.slice(0, 500)} → ${said}`);
    }

    let left = REQUESTS;
    const work = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await one(chance.of(calls));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(wrong).toEqual([]);
    expect(
      (await send(origin, agent, { method: 'GET', path: '/health', headers: {}, body: null }))
        .status,
    ).toBe(200);
    // Not all of them stop at the first check.
    expect(succeeded.size).toBeGreaterThan(shortOrDeep(15, 35));
  });
});
