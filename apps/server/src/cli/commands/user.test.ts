import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GRANTED_ROLES } from '@crece/domain';
import { describe, expect, it, vi } from 'vitest';
import { openAccounts } from '../../accounts/accounts.ts';
import { openAuditLog } from '../../audit/audit-log.ts';
import { databasesFolder } from '../../start/data-folder.ts';
import { ACCOUNTS_DATABASE } from '../../store/store-names.ts';
import { aFolder, aStores } from '../../testing/test-app.ts';
import { runCli } from '../run-cli.ts';
import { aServerProcess, crece } from '../testing/processes.ts';
import { parseCsv } from '../testing/run.ts';

const PASSWORD = 'Correct-Horse-7';
const clock = () => new Date();

/** Runs a command in this process on a data folder, with what else the environment holds. */
async function run(
  dataDir: string,
  args: readonly string[],
  input: string | Uint8Array = '',
  environment: Readonly<Record<string, string>> = {},
) {
  for (const [name, value] of Object.entries({ ...environment, CRECE_DATA_DIR: dataDir })) {
    vi.stubEnv(name, value);
  }
  let out = '';
  const said: string[] = [];
  const exitCode = await runCli(['user', ...args], {
    input: (async function* () {
      yield typeof input === 'string' ? new TextEncoder().encode(input) : input;
    })(),
    write: async (text) => {
      out += String(text);
    },
    say: (sentence) => said.push(sentence),
  });
  vi.unstubAllEnvs();
  return { exitCode, out, said };
}

/** Arguments to create an account whose names are derived from its user name. */
function add(username: string, ...more: string[]): string[] {
  const mail = `${username}@example.org`;
  return [
    'add',
    '--username',
    username,
    '--email',
    mail,
    '--first',
    'Ana',
    '--last',
    'López',
    ...more,
  ];
}

async function accountsOf(dataDir: string) {
  return openAccounts({ stores: await aStores(databasesFolder(dataDir)), clock });
}

async function auditOf(dataDir: string) {
  const stores = await aStores(databasesFolder(dataDir));
  const log = await openAuditLog({ stores, clock, onFault: () => undefined });
  const { entries } = await log.page({ who: '', what: '' }, 1);
  return entries.map(({ what, who, whom, from, detail }) => [what, who, whom, from, detail]);
}

/** A request to the server as the application sends it. */
async function call(url: string, body?: object, token?: string): Promise<Response> {
  return fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `JWT ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function signIn(origin: string, usernameOrEmail: string, password: string) {
  const answer = await call(`${origin}/api/auth/signin`, { usernameOrEmail, password });
  const body = (await answer.json()) as { token?: string };
  return { status: answer.status, token: body.token ?? '' };
}

describe('crece user while a server is running', { timeout: 120_000 }, () => {
  it('creates an administrator who can sign in at once, and invalidates the link of the first start', async () => {
    const dataDir = aFolder();
    const { origin } = await aServerProcess(dataDir);
    const link = readFileSync(join(dataDir, 'first-admin-link'), 'utf8').trim();
    const secret = new URL(link).hash.slice(1);
    const check = () => call(`${origin}/api/auth/first-admin/check`, { secret });
    expect((await check()).status).toBe(200);
    const made = await crece(
      dataDir,
      ['user', ...add('ana', '--role', 'user', '--role', 'admin', '--password-stdin')],
      `${PASSWORD}\r\n`,
    );
    expect(made).toEqual({
      exitCode: 0,
      out: '',
      log: 'ana has an account now, as user, admin.\n',
    });
    expect((await check()).status).toBe(422);
    const { status, token } = await signIn(origin, 'ana@example.org', PASSWORD);
    expect(status).toBe(200);
    expect((await call(`${origin}/api/users`, undefined, token)).status).toBe(200);
  });

  it('prints a link by which the person sets the password, once', async () => {
    const dataDir = aFolder();
    const { origin } = await aServerProcess(dataDir);
    const made = await run(dataDir, add('ben'));
    expect(made.said).toEqual([
      'ben has an account now, as user.',
      'Whoever opens this link within 72 hours sets the password, once:',
    ]);
    const link = new URL(made.out.trim());
    expect(link.pathname).toMatch(/^\/password\/reset\/[\w-]{43}$/);
    const reset = () =>
      call(link.href.replace('/password', '/api/auth'), {
        newPassword: PASSWORD,
        verifyPassword: PASSWORD,
      });
    expect((await reset()).status).toBe(200);
    expect((await reset()).status).toBe(422);
    expect((await signIn(origin, 'ben', PASSWORD)).status).toBe(200);
  });

  const NO_SERVER =
    'No running server was found: the link has the address of HOST and PORT (CRECE_PUBLIC_URL names another).';
  const linkFor = async (
    name: string,
    dataDir: string,
    environment: Record<string, string> = {},
  ) => {
    const { out, said } = await run(dataDir, ['password', name], '', environment);
    return { origin: new URL(out.trim()).origin, said };
  };

  it('makes links to the server’s real address, or to CRECE_PUBLIC_URL if it is set', async () => {
    const dataDir = aFolder();
    await run(dataDir, add('ben'));
    const server = await aServerProcess(dataDir);
    const said = ['Whoever opens this link within an hour sets the password of ben:'];
    // PORT is the configured one; the server took a free one.
    expect(await linkFor('ben', dataDir, { PORT: '4444' })).toEqual({
      origin: server.origin,
      said,
    });
    const CRECE_PUBLIC_URL = 'https://crece.example.org';
    expect(await linkFor('ben', dataDir, { CRECE_PUBLIC_URL })).toEqual({
      origin: CRECE_PUBLIC_URL,
      said,
    });
    await server.stop();
    expect(existsSync(join(dataDir, 'server.json'))).toBe(false);
    expect(await linkFor('ben', dataDir, { PORT: '4444' })).toEqual({
      origin: 'http://127.0.0.1:4444',
      said: [...said, NO_SERVER],
    });
  });

  it('uses the public address of the server if the command has none, and ignores the note of a killed server and a copied note', async () => {
    const dataDir = aFolder();
    await run(dataDir, add('ben'));
    const server = await aServerProcess(dataDir, {
      CRECE_PUBLIC_URL: 'https://crece.example.org',
    });
    expect((await linkFor('ben', dataDir)).origin).toBe('https://crece.example.org');
    const copy = join(aFolder(), 'copy');
    cpSync(dataDir, copy, { recursive: true });
    // The server runs, but not on the copy, so it would not know the link.
    expect((await linkFor('ben', copy)).origin).toBe('http://127.0.0.1:3000');
    await server.kill();
    expect(existsSync(join(dataDir, 'server.json'))).toBe(true);
    expect((await linkFor('ben', dataDir)).origin).toBe('http://127.0.0.1:3000');
    // Another server uses the port of the killed one.
    await aServerProcess(aFolder(), { PORT: new URL(server.origin).port });
    expect((await linkFor('ben', dataDir)).origin).toBe('http://127.0.0.1:3000');
  });

  it('changes roles and passwords, which ends the sessions of the account at once, and leaves one administrator when two simultaneous commands demote both', async () => {
    const dataDir = aFolder();
    await run(dataDir, add('ben', '--password-stdin'), PASSWORD);
    const { origin } = await aServerProcess(dataDir);
    const session = (token: string) => call(`${origin}/api/auth/session`, undefined, token);
    const first = await signIn(origin, 'ben', PASSWORD);
    expect((await session(first.token)).status).toBe(200);

    expect(await run(dataDir, ['role', 'BEN', '+sync'])).toEqual({
      exitCode: 0,
      out: '',
      said: ['ben is user, sync now.'],
    });
    expect((await session(first.token)).status).toBe(401);
    const second = await signIn(origin, 'ben', PASSWORD);
    expect(await (await session(second.token)).json()).toMatchObject({ roles: ['user', 'sync'] });

    const changed = await run(
      dataDir,
      ['password', 'ben', '--password-stdin'],
      'Staple-Battery-8\n',
    );
    expect([changed.exitCode, changed.out]).toEqual([0, '']);
    expect((await session(second.token)).status).toBe(401);
    expect((await signIn(origin, 'ben', PASSWORD)).status).toBe(422);
    expect((await signIn(origin, 'ben', 'Staple-Battery-8')).status).toBe(200);

    await run(dataDir, add('ana', '--role', 'admin', '--role', 'user'));
    await run(dataDir, ['role', 'ben', '+admin']);
    const both = await Promise.all(
      ['ana', 'ben'].map((name) => crece(dataDir, ['user', 'role', name, '-admin'])),
    );
    expect(both.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1]);
    expect(both.find(({ exitCode }) => exitCode === 1)?.log).toBe(
      'This is the last administrator who is not limited to places: make another one first.\n',
    );
    expect(await (await accountsOf(dataDir)).hasAdmin()).toBe(true);
  });
});

describe('crece user add', () => {
  it('stores the typed values as the application would', async () => {
    const dataDir = join(aFolder(), 'new', 'data');
    const made = await run(
      dataDir,
      [...add('Ana.Lopez', '--role', 'sync', '--language', 'es', '--password-stdin')],
      PASSWORD,
    );
    expect(made).toMatchObject({
      exitCode: 0,
      said: ['ana.lopez has an account now, as user, sync.'],
    });
    const account = await (await accountsOf(dataDir)).byUsername('ana.lopez');
    expect(account).toMatchObject({
      email: 'ana.lopez@example.org',
      firstName: 'Ana',
      lastName: 'López',
      roles: ['user', 'sync'],
      language: 'es',
      provider: 'local',
    });
    expect(account?.passwordHash).toMatch(/^\$argon2id\$/);
    expect(await auditOf(dataDir)).toEqual([
      ['user-added', null, 'ana.lopez', null, 'command line; roles +user +sync'],
    ]);
  });

  it('names every invalid field, and then creates no data folder', async () => {
    const dataDir = join(aFolder(), 'data');
    const refused = await run(dataDir, ['add', '--username', 'a b', '--first', 'Ana']);
    expect(refused).toEqual({
      exitCode: 2,
      out: '',
      said: [
        '--last is missing.\n--email is missing.\n--username has letters from a to z, digits, _, . and - only.',
      ],
    });
    expect(existsSync(dataDir)).toBe(false);
  });

  it.each([
    ['short', 'The password has 10 to 128 characters.'],
    ['Password123!', 'The password is one that everybody tries.'],
    ['ana@example.org-A1', 'The password is without user name, e-mail address, names and "crece".'],
    ['', 'The password has 10 to 128 characters.'],
  ])('refuses the password %j', async (password, sentence) => {
    const refused = await run(aFolder(), add('ana', '--password-stdin'), password);
    expect(refused.exitCode).toBe(1);
    expect(refused.said.join('\n')).toContain(sentence);
    expect(refused.said.join('\n')).not.toContain(password === '' ? 'undefined' : password);
  });

  it('refuses a password that is not text, and reads no more than its first line', async () => {
    const dataDir = aFolder();
    const bytes = Uint8Array.from([0xff, 0xfe, 0x41]);
    expect(await run(dataDir, add('ana', '--password-stdin'), bytes)).toMatchObject({
      exitCode: 1,
      said: ['The password is not text in UTF-8.'],
    });
    const lines = `${PASSWORD}\n${'x'.repeat(1_000_000)}`;
    expect((await run(dataDir, add('ana', '--password-stdin'), lines)).exitCode).toBe(0);
  });

  it('refuses a taken user name or address', async () => {
    const dataDir = aFolder();
    await run(dataDir, add('ana'));
    expect(await run(dataDir, add('ana'))).toMatchObject({
      exitCode: 1,
      said: ['The user name is taken.'],
    });
    const other = add('ben').map((word) => word.replace('ben@', 'ana@'));
    expect(await run(dataDir, other)).toMatchObject({
      exitCode: 1,
      said: ['There is an account with this e-mail address.'],
    });
  });
});

describe('crece user role', () => {
  it('grants and revokes several roles at once, and says when nothing changed', async () => {
    const dataDir = aFolder();
    await run(dataDir, add('ana', '--role', 'user', '--role', 'admin'));
    await run(dataDir, add('ben'));
    const say = async (...changes: string[]) =>
      (await run(dataDir, ['role', 'ben', ...changes])).said;
    expect(await say('+sync', '+admin')).toEqual(['ben is user, sync, admin now.']);
    expect(await say('-admin')).toEqual(['ben is user, sync now.']);
    expect(await say('+sync')).toEqual(['ben is user, sync already.']);
    expect(await say('-user')).toEqual([
      'The roles hold sync without user: it stands beside user, never instead of it.',
    ]);
    expect(await say('-user', '-sync')).toEqual([
      'The roles are missing: an account has at least one.',
    ]);
    expect((await auditOf(dataDir)).slice(0, 2)).toEqual([
      ['user-changed', null, 'ben', null, 'command line; roles -admin'],
      ['user-changed', null, 'ben', null, 'command line; roles +sync +admin'],
    ]);
  });

  it('closes an open request for the role', async () => {
    const dataDir = aFolder();
    await run(dataDir, add('ben'));
    const accounts = await accountsOf(dataDir);
    const { id = '' } = (await accounts.byUsername('ben')) ?? {};
    const roleRequest = { role: 'sync', note: '', at: '2026-03-01T10:00:00.000Z' } as const;
    await accounts.update(id, { roleRequest });
    await run(dataDir, ['role', 'ben', '+phl-pilot']);
    expect((await accounts.byId(id))?.roleRequest).toEqual(roleRequest);
    await run(dataDir, ['role', 'ben', '+sync']);
    expect((await accounts.byId(id))?.roleRequest).toBeUndefined();
  });
});

describe('crece user password', () => {
  it('prints a link if no password is given', async () => {
    const dataDir = aFolder();
    await run(dataDir, add('ben', '--password-stdin'), PASSWORD);
    const { out, said } = await run(dataDir, ['password', 'ben']);
    expect(said).toEqual([
      'Whoever opens this link within an hour sets the password of ben:',
      'No running server was found: the link has the address of HOST and PORT (CRECE_PUBLIC_URL names another).',
    ]);
    expect(out).toMatch(/^http:\/\/127\.0\.0\.1:3000\/password\/reset\/[\w-]{43}\n$/);
  });

  it('checks a password against its owner’s names', async () => {
    const dataDir = aFolder();
    await run(dataDir, add('ana.lopez.garcia'));
    const refused = await run(
      dataDir,
      ['password', 'ana.lopez.garcia', '--password-stdin'],
      'Ana.Lopez.Garcia1',
    );
    expect(refused).toMatchObject({
      exitCode: 1,
      said: ['The password is without user name, e-mail address, names and "crece".'],
    });
  });
});

describe('crece user list', () => {
  it('prints every account by user name, as a table and as CSV', async () => {
    const dataDir = aFolder();
    await run(dataDir, add('zoe', '--role', 'sync'));
    await run(dataDir, add('ana').with(add('ana').indexOf('--first') + 1, '=Ana, "A"'));
    const accounts = await accountsOf(dataDir);
    const { id = '', created = '' } = (await accounts.byUsername('zoe')) ?? {};
    await accounts.update(id, {
      scope: { countries: ['GTM'], stakes: ['calapan_phl'] },
      lastSignIn: '2026-03-01T10:00:00.000Z',
    });
    const day = created.slice(0, 10);
    expect((await run(dataDir, ['list'])).out.split('\n')).toEqual([
      'username  name             email            roles      scope            asks_for  created     last_sign_in',
      `ana       =Ana, "A" López  ana@example.org  user                                  ${day}`,
      `zoe       Ana López        zoe@example.org  user sync  GTM calapan_phl            ${day}  2026-03-01`,
      '',
    ]);
    expect(parseCsv((await run(dataDir, ['list', '--csv'])).out)).toEqual([
      ['username', 'name', 'email', 'roles', 'scope', 'asks_for', 'created', 'last_sign_in'],
      ['ana', '\'=Ana, "A" López', 'ana@example.org', 'user', '', '', day, ''],
      [
        'zoe',
        'Ana López',
        'zoe@example.org',
        'user sync',
        'GTM calapan_phl',
        '',
        day,
        '2026-03-01',
      ],
    ]);
  });

  it('reports a folder without accounts, and leaves it unchanged', async () => {
    const dataDir = aFolder();
    const refused = await run(dataDir, ['list']);
    expect(refused.exitCode).toBe(1);
    expect(refused.said[0]).toContain(`There are no accounts in ${dataDir}`);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('reports a fault of the settings or the data folder', async () => {
    const file = join(aFolder(), 'taken');
    writeFileSync(file, '');
    expect((await run(file, add('ana'))).said[0]).toContain('it is a file, not a folder');
    vi.stubEnv('PORT', 'many');
    const refused = await run(aFolder(), ['list']);
    expect(refused.exitCode).toBe(1);
    expect(refused.said[0]).toContain('PORT must be a whole number');
  });
});

describe('a mistyped crece user', () => {
  it.each([
    [[], 'There is no command "user ".'],
    [['frob'], 'There is no command "user frob".'],
    [['toString'], 'There is no command "user toString".'],
    [['add', '--user', 'x'], "Unknown option '--user'"],
    [['add', '--language', 'fr'], '--language is en'],
    [['add', 'ana'], '"ana" is one word too many.'],
    [['add', '--role', 'root'], `There is no role "root": ${GRANTED_ROLES.join(', ')}.`],
    [['add', '--role', 'guest'], 'There is no role "guest"'],
    [['role'], 'USERNAME is missing.'],
    [['role', 'ana'], 'Which role? +sync gives it, -sync takes it away.'],
    [['role', 'ana', '+root'], 'There is no role "root"'],
    [['role', 'ana', 'ben', '+sync'], '"ben" is one word too many.'],
    [['role', 'ana', '--sync'], "Unknown option '--sync'"],
    [['password'], 'USERNAME is missing.'],
    [['list', 'ana'], '"ana" is one word too many.'],
  ])('%j is answered with "%s"', async (args, sentence) => {
    const { exitCode, out, said } = await run(aFolder(), args);
    expect([exitCode, out]).toEqual([2, '']);
    expect(said[0]).toContain(sentence);
  });

  it('names an account that does not exist', async () => {
    const dataDir = aFolder();
    await (await aStores(databasesFolder(dataDir))).open(ACCOUNTS_DATABASE);
    for (const args of [
      ['role', 'Nobody', '+sync'],
      ['password', 'Nobody'],
    ]) {
      expect(await run(dataDir, args)).toMatchObject({
        exitCode: 1,
        said: [`There is no account "Nobody" in ${dataDir}.`],
      });
    }
  });
});
