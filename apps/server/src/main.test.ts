import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server as NetServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aFolder } from './testing/test-app.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const TEST_TIMEOUT_MS = 30_000;

interface Running {
  process: ChildProcessByStdio<null, Readable, Readable>;
  /** Standard output and error so far. */
  said: () => { out: string; log: string };
  ended: Promise<number | null>;
}

/** Starts the real server in a folder of its own, where no `.env` of the repository is read. */
function start(environment: Record<string, string>, cwd = aFolder()): Running {
  const child = spawn(process.execPath, [MAIN], {
    cwd,
    env: { PATH: process.env['PATH'], ...environment },
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

/** A request of which the server has the head and half of the body. */
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
  it('says one plain line when it listens, serves, and stops with 0 on SIGTERM', async () => {
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
    expect(server.said().log).toBe('');
  });

  it('serves on the second start what the data folder holds', async () => {
    const dataDir = aFolder();
    const environment = { PORT: '0', CRECE_DATA_DIR: dataDir };
    const first = start(environment);
    await addressOf(first);
    first.process.kill('SIGINT');
    expect(await first.ended).toBe(0);
    const file = join(dataDir, 'catalogue.json');
    const edited = readFileSync(file, 'utf8').replaceAll('"Brazil"', '"Brasil"');
    writeFileSync(file, edited);
    const { mtimeMs } = statSync(file);
    const second = start(environment);
    const answer = await fetch(`${await addressOf(second)}/api/children/stakes`);
    expect(await answer.text()).toContain('"Brasil"');
    expect(statSync(file).mtimeMs).toBe(mtimeMs);
  });

  it('reads .env where it is started, and lets the environment win', async () => {
    const cwd = aFolder();
    writeFileSync(
      join(cwd, '.env'),
      'PORT=1\nCRECE_DEMO=1\nCRECE_SUPPORT_CONTACT="help@example.org"\nCRECE_DATA_DIR=./kept\n',
    );
    const server = start({ PORT: '0' }, cwd);
    const answer = await fetch(`${await addressOf(server)}/api/config`);
    expect(await answer.json()).toEqual({ demo: true, supportContact: 'help@example.org' });
    expect(existsSync(join(cwd, 'kept', 'catalogue.json'))).toBe(true);
  });

  it('finishes a running request before it stops, and takes one key press as one', async () => {
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

  it('says every problem of its settings and does not start', async () => {
    const server = start({ PORT: 'abc', CRECE_DEMO: 'maybe' });
    expect(await server.ended).toBe(1);
    expect(server.said()).toEqual({
      out: '',
      log: 'Crece cannot start with these settings:\n  PORT must be a whole number from 0 to 65535; 0 takes any free port (it is "abc")\n  CRECE_DEMO must be 1 or 0 (it is "maybe")\n',
    });
  });

  it('says that the port is in use', async () => {
    const other = createServer();
    onTestFinished(() => void other.close());
    const port = await portOf(other);
    const server = start({ PORT: String(port) });
    expect(await server.ended).toBe(1);
    expect(server.said().log).toBe(
      `Port ${port} on 127.0.0.1 is in use: stop the other program, or choose another port with PORT.\n`,
    );
  });

  it('says that the data folder cannot be used, or what is wrong in it', async () => {
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

  it('prints every address when it listens on every network, and the public one', async () => {
    const server = start({
      PORT: '0',
      HOST: '0.0.0.0',
      CRECE_PUBLIC_URL: 'https://crece.example.org',
    });
    const address = await addressOf(server);
    expect((await fetch(`${address}/health`)).status).toBe(200);
    expect(server.said().out).toContain('  for people at https://crece.example.org\n');
    const headers = (await fetch(`${address}/health`)).headers;
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  it('runs on when nobody reads what it says', async () => {
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

  it('answers what is not HTTP with 400 and closes', async () => {
    const server = start({ PORT: '0' });
    const { hostname, port } = new URL(await addressOf(server));
    const socket = connect(Number(port), hostname);
    const answer = new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      socket.on('end', () => resolve(text));
    });
    socket.write('nonsense\r\n\r\n');
    expect(await answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n.*"code":"bad-request"/s);
  });
});
