import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server as NetServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { SignedInBody } from '@crece/contract';
import { DEFAULT_PROGRAMME_SETTINGS } from '@crece/domain';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSmtpSink } from './mail/testing/smtp-sink.ts';
import { bareEnvironment, QUICK_START } from './testing/bare-environment.ts';
import { programFile } from './testing/programs.ts';
import { soon } from './testing/soon.ts';
import { aFolder } from './testing/test-app.ts';
import { aSignUp, OTHER_PASSWORD } from './testing/test-people.ts';

const MAIN = programFile('main');
const TEST_TIMEOUT_MS = 30_000;
const CRECE_SECRET = 'a secret that an operator has told, long enough';
/** What stands below the first administrator's link where others reach the server. */
const LINK_IS_POWER =
  '  Whoever reads this link owns the system: show it to nobody, and use it now.\n';

interface Running {
  process: ChildProcessByStdio<null, Readable, Readable>;
  /** Standard output and error so far. */
  said: () => { out: string; log: string };
  ended: Promise<number | null>;
}

/** Starts the real server in a new folder, where it does not read the repository's `.env`. */
function start(environment: Record<string, string>, cwd = aFolder()): Running {
  const child = spawn(process.execPath, [...QUICK_START, MAIN], {
    cwd,
    env: { ...bareEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let log = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => resolve(code));
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { process: child, said: () => ({ out, log }), ended };
}

async function portOf(listener: NetServer): Promise<number> {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await portOf(probe);
  await new Promise<void>((resolve) => void probe.close(() => resolve()));
  return port;
}

async function addressOf(server: Running): Promise<string> {
  for (;;) {
    const { out, log } = server.said();
    const address = /^Crece is running at (http:\S+)$/m.exec(out)?.[1];
    if (address !== undefined) return address;
    if (server.process.exitCode !== null) throw new Error(`the server ended:\n${out}${log}`);
    await wait(20);
  }
}

/** The log without the lines of level `info`. */
const withoutNews = (log: string) => log.replaceAll(/^\{"level":30,.*\n/gm, '');

/** The link for the first administrator; `null`: the server named no file with one. */
async function firstAdminLinkOf(server: Running): Promise<string | null> {
  await addressOf(server);
  // All lines are written at once, but a pipe may deliver them in two pieces.
  await wait(200);
  const file = /^ {2}(\S+first-admin-link)$/m.exec(server.said().out)?.[1];
  return file === undefined ? null : readFileSync(file, 'utf8').trim();
}

/** A request of which the server has received the head and half of the body. */
async function halfARequest(address: string): Promise<{ socket: Socket; answer: Promise<string> }> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  let text = '';
  const answer = new Promise<string>((resolve, reject) => {
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
  answer.catch(() => undefined);
  socket.write(
    'POST /api/nothing HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\nnu',
  );
  await wait(300);
  return { socket, answer };
}

describe('the server process', { timeout: TEST_TIMEOUT_MS }, () => {
  it('prints one line when it listens, serves, and stops with 0 on SIGTERM', async () => {
    const dataDir = join(aFolder(), 'data');
    const server = start({ PORT: '0', CRECE_DATA_DIR: dataDir });
    const address = await addressOf(server);
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const health = await fetch(`${address}/health`);
    expect(await health.json()).toMatchObject({ status: 'ok' });
    const stakes = (await (await fetch(`${address}/api/children/stakes`)).json()) as {
      countries: unknown[];
    };
    expect(stakes.countries).toHaveLength(22);
    server.process.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    const news = server.said().log.trim().split('\n');
    const [started, stopped] = news.map((line) => JSON.parse(line) as object);
    expect(news).toHaveLength(2);
    const where = { store: 'files', dataDir, listens: address, publicUrl: address, units: 0 };
    expect(started).toMatchObject({ msg: 'Crece started', ...where });
    expect(Object.keys(started ?? {})).toEqual(expect.arrayContaining(['version', 'commit']));
    expect(stopped).toMatchObject({ msg: 'Crece stopped' });
    // No terminal reads this: the link itself is in no log.
    expect(server.said().out).toContain(
      `lies in\n  ${join(dataDir, 'first-admin-link')}\n${LINK_IS_POWER}`,
    );
    expect(server.said().out).not.toContain('first-admin#');
    expect(statSync(join(dataDir, 'first-admin-link')).mode & 0o777).toBe(0o600);
  });

  it('takes over the catalogue in the data folder, and leaves the link of the first administrator in a file until there is one; catalogue and sessions survive the restart, sessions no other secret', async () => {
    const dataDir = aFolder();
    const text = JSON.stringify(BUILT_IN_CATALOGUE).replaceAll('"Brazil"', '"Brasil"');
    writeFileSync(join(dataDir, 'catalogue.json'), text);
    const environment = { PORT: '0', CRECE_DATA_DIR: dataDir };
    const catalogueOf = async (server: Running) =>
      (await fetch(`${await addressOf(server)}/api/children/stakes`)).text();
    const first = start(environment);
    const unused = (await firstAdminLinkOf(first)) ?? '';
    expect(await catalogueOf(first)).toContain('"Brasil"');
    first.process.kill('SIGINT');
    expect(await first.ended).toBe(0);

    const second = start(environment);
    expect(await catalogueOf(second)).toContain('"Brasil"');
    const link = new URL((await firstAdminLinkOf(second)) ?? '');
    expect([link.origin, link.pathname]).toEqual([
      await addressOf(second),
      '/authentication/first-admin',
    ]);
    const makeAdmin = (secret: string) =>
      fetch(`${link.origin}/api/auth/first-admin`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...aSignUp(), secret }),
      });
    expect((await makeAdmin(new URL(unused).hash.slice(1))).status).toBe(422);
    const made = await makeAdmin(link.hash.slice(1));
    const { user, token } = (await made.json()) as SignedInBody;
    expect(user.roles).toEqual(['user', 'admin']);
    expect((await makeAdmin(link.hash.slice(1))).status).toBe(422);
    second.process.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    expect(withoutNews(second.said().log)).toBe('');

    const sessionOn = async (server: Running) =>
      fetch(`${await addressOf(server)}/api/auth/session`, {
        headers: { authorization: `JWT ${token}` },
      });
    const third = start(environment);
    expect(await (await sessionOn(third)).json()).toMatchObject({ username: 'ana' });
    expect(await firstAdminLinkOf(third)).toBeNull();
    expect(third.said().out).not.toContain('first-admin');
    expect(readdirSync(dataDir)).not.toContain('first-admin-link');
    third.process.kill('SIGTERM');
    expect(await third.ended).toBe(0);

    const other = start({ ...environment, CRECE_SECRET });
    expect((await sessionOn(other)).status).toBe(401);
  });

  it('on every network has the public address in lines, links and headers, and writes no secret beside one that it is told', async () => {
    const CRECE_DATA_DIR = aFolder();
    const CRECE_PUBLIC_URL = 'https://crece.example.org';
    const where = { PORT: '0', HOST: '0.0.0.0', CRECE_DATA_DIR };
    const open = start({ ...where, CRECE_PUBLIC_URL, CRECE_SECRET });
    expect(await firstAdminLinkOf(open)).toMatch(
      /^https:\/\/crece\.example\.org\/authentication\//,
    );
    expect(open.said().out).toContain('  for people at https://crece.example.org\n');
    const health = await fetch(`${await addressOf(open)}/health`);
    expect(health.status).toBe(200);
    expect(health.headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(existsSync(join(CRECE_DATA_DIR, 'secret'))).toBe(false);
  });

  it('ends the work after an answer before it stops: the mail is written', async () => {
    const CRECE_DATA_DIR = aFolder();
    const server = start({ PORT: '0', CRECE_DATA_DIR });
    const address = await addressOf(server);
    const post = (path: string, body: object) =>
      fetch(`${address}/api/auth/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify(body),
      });
    expect((await post('signup', aSignUp())).status).toBe(200);
    expect((await post('forgot', { usernameOrEmail: 'ana' })).status).toBe(200);
    server.process.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    const [file = '', ...others] = readdirSync(join(CRECE_DATA_DIR, 'mail'));
    expect(others).toEqual([]);
    const mail = readFileSync(join(CRECE_DATA_DIR, 'mail', file), 'utf8').replaceAll('=\r\n', '');
    expect(mail).toContain(`${address}/password/reset/`);
    expect(withoutNews(server.said().log)).toMatch(
      /^\{.*"msg":"CRECE_SMTP_URL is not set[^\n]+\n$/,
    );
  });

  it('reads .env in its working folder, where environment variables take precedence', async () => {
    const cwd = aFolder();
    writeFileSync(
      join(cwd, '.env'),
      'PORT=1\nCRECE_DEMO=1\nCRECE_SUPPORT_CONTACT="help@example.org"\nCRECE_DATA_DIR=./kept\n',
    );
    const server = start({ PORT: '0' }, cwd);
    const answer = await fetch(`${await addressOf(server)}/api/config`);
    expect(await answer.json()).toEqual({
      demo: true,
      supportContact: 'help@example.org',
      providers: [],
      programme: { ...DEFAULT_PROGRAMME_SETTINGS, number: 0 },
      former: { names: [], accounts: [] },
    });
    expect(existsSync(join(cwd, 'kept', 'databases'))).toBe(true);
  });

  it('finishes a running request before it stops, and treats one key press as one signal', async () => {
    const server = start({ PORT: '0' });
    const { socket, answer } = await halfARequest(await addressOf(server));
    server.process.kill('SIGINT');
    server.process.kill('SIGINT');
    await wait(300);
    expect(server.process.exitCode).toBeNull();
    socket.write('ll');
    expect(await answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(await server.ended).toBe(0);
  });

  it('stops at once on a second signal', async () => {
    const server = start({ PORT: '0' });
    const { socket } = await halfARequest(await addressOf(server));
    server.process.kill('SIGTERM');
    await wait(1_200);
    expect(server.process.exitCode).toBeNull();
    const before = Date.now();
    server.process.kill('SIGTERM');
    expect(await server.ended).toBe(1);
    expect(Date.now() - before).toBeLessThan(1_000);
    socket.destroy();
  });

  it('reports every problem of its settings and does not start', async () => {
    const server = start({ PORT: 'abc', CRECE_DEMO: 'maybe' });
    expect(await server.ended).toBe(1);
    expect(server.said()).toEqual({
      out: '',
      log: 'Crece cannot start with these settings:\n  PORT must be a whole number from 0 to 65535; 0 takes any free port (it is "abc")\n  CRECE_DEMO must be 1 or 0 (it is "maybe")\n',
    });
  });

  it('reports that the port is in use', async () => {
    const other = createServer();
    onTestFinished(() => void other.close());
    const port = await portOf(other);
    const server = start({ PORT: String(port) });
    expect(await server.ended).toBe(1);
    expect(server.said().log).toBe(
      `Port ${port} on 127.0.0.1 is in use: stop the other program, or choose another port with PORT.\n`,
    );
  });

  it('a server does not start on the folder of one that runs, and does once that was killed', async () => {
    const folder = aFolder();
    const first = start({ PORT: '0', CRECE_DATA_DIR: folder });
    await addressOf(first);
    const second = start({ PORT: '0', CRECE_DATA_DIR: folder });
    expect(await second.ended).toBe(1);
    expect(second.said().log).toBe(
      `Another server of Crece runs on ${folder}: stop it first, or name another folder with CRECE_DATA_DIR.\n`,
    );
    first.process.kill('SIGKILL');
    await first.ended;
    const third = start({
      PORT: '0',
      CRECE_DATA_DIR: folder,
      CRECE_PUBLC_URL: 'https://a.example',
    });
    await addressOf(third);
    expect(withoutNews(third.said().log)).toBe(
      'CRECE_PUBLC_URL is no setting of Crece, so it has no effect. Did you mean CRECE_PUBLIC_URL?\n',
    );
  });

  it('reports that the data folder cannot be used, or what is wrong in it', async () => {
    const folder = aFolder();
    writeFileSync(join(folder, 'taken'), '');
    const refused = start({ PORT: '0', CRECE_DATA_DIR: join(folder, 'taken') });
    expect(await refused.ended).toBe(1);
    expect(refused.said().log).toMatch(/^The data folder \S+taken cannot be used: [^\n]+\n$/);
    writeFileSync(join(folder, 'catalogue.json'), 'no json');
    const broken = start({ PORT: '0', CRECE_DATA_DIR: folder });
    expect(await broken.ended).toBe(1);
    expect(broken.said().log).toMatch(
      /^The catalogue in \S+catalogue\.json cannot be read: [^\n]+\n$/,
    );
  });

  it('sends a mail that was queued right before a SIGKILL at the next start', async () => {
    const sink = await startSmtpSink();
    onTestFinished(() => sink.close());
    // The mail server is temporarily unavailable.
    sink.refuseNext(1_000, 451, 'later');
    const environment = {
      PORT: '0',
      CRECE_DATA_DIR: aFolder(),
      CRECE_SMTP_URL: sink.url,
      CRECE_MAIL_FROM: 'crece@example.org',
    };
    const killed = start(environment);
    const address = await addressOf(killed);
    const post = (path: string, body: unknown, token = '') =>
      fetch(`${address}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `JWT ${token}` },
        body: JSON.stringify(body),
      });
    const signedUp = await post('/api/auth/signup', aSignUp());
    const { token } = (await signedUp.json()) as SignedInBody;
    const passwords = {
      currentPassword: aSignUp().password,
      newPassword: OTHER_PASSWORD,
      verifyPassword: OTHER_PASSWORD,
    };
    const changed = await post('/api/users/password', passwords, token);
    killed.process.kill('SIGKILL');
    expect(changed.status).toBe(200);
    await killed.ended;
    sink.refuseNext(0, 451, '');
    await addressOf(start(environment));
    await soon(() => expect(sink.mails.map(({ to }) => to)).toEqual([['ana@example.org']]));
  });

  it('keeps running when the reader of its output has gone', async () => {
    const port = await freePort();
    const server = start({ PORT: String(port) });
    server.process.stdout.destroy();
    const url = `http://127.0.0.1:${port}/health`;
    let status = 0;
    while (status === 0 && server.process.exitCode === null) {
      await wait(50);
      status = await fetch(url).then(
        (answer) => answer.status,
        () => 0,
      );
    }
    await wait(200);
    expect([status, server.process.exitCode]).toEqual([200, null]);
  });
});
