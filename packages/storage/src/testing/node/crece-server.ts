import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SyncFault, type SyncServer } from '../../engine/sync/types.ts';

/** From the bundle that the test run made (`scripts/testing/server-bundle.ts`), else from its source. */
const BUNDLE = process.env['CRECE_SERVER_BUNDLE'];
const MAIN =
  BUNDLE === undefined
    ? fileURLToPath(new URL('../../../../../apps/server/src/main.ts', import.meta.url))
    : join(BUNDLE, 'main.mjs');
const LATER_CLOCK = new URL('./later-clock.ts', import.meta.url).href;

const GIVE_UP_MS = 80_000;
const PASSWORD = 'Papaya-Verde-27';

interface Person {
  id: string;
  username: string;
  token: string;
}

/** The real server in a process of its own, with an administrator, on a data folder of its own. */
export interface CreceServer {
  /** Address without a trailing slash. */
  readonly url: string;
  readonly admin: Person;
  /** How a phone reaches the gateway: `through` is the address that it knows, a proxy's perhaps. */
  gateway(person: { token: string }, through?: string): SyncServer;
  /** An account with these roles; another set of roles ends its sessions. */
  addPerson(roles: readonly string[]): Promise<Person>;
  setRoles(person: Person, roles: readonly string[]): Promise<void>;
  signIn(person: Pick<Person, 'username'>): Promise<string>;
  /** Ends the process (both of them) as a power cut would. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /**
   * Starts another process on the same databases, as two servers before one CouchDB are; answers its
   * address. A data folder itself is taken by one server at a time.
   */
  startSecond(): Promise<string>;
  /** Copies the data folder as it is now; `restore` puts the copy back (while it does not run). */
  backUp(): string;
  /** `part`: only what lies under this name of the data folder. */
  restore(copy: string, part?: string): void;
  /** Its clock goes on by 16 minutes at once. */
  later(): Promise<void>;
  /** Its clock goes on by a day and a minute at once, so that everybody has to sign in again. */
  nextDay(): Promise<void>;
  /** All that the process has printed. */
  output(): string;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await once(probe.listen(0, '127.0.0.1'), 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function until<T>(look: () => Promise<T | null>, missing: () => string): Promise<T> {
  const deadline = Date.now() + GIVE_UP_MS;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (Date.now() > deadline) throw new Error(missing());
    await pause(50);
  }
}

class ServerProcess {
  readonly url: string;
  readonly dataDir: string;
  readonly #port: number;
  #process: ChildProcess | null = null;
  #output = '';

  constructor(port: number, dataDir = mkdtempSync(join(tmpdir(), 'crece-sync-'))) {
    this.#port = port;
    this.dataDir = dataDir;
    this.url = `http://127.0.0.1:${port}`;
  }

  async start(): Promise<void> {
    const server = spawn(
      process.execPath,
      ['--min-semi-space-size=16', '--import', LATER_CLOCK, MAIN],
      {
        env: {
          ...process.env,
          PORT: String(this.#port),
          HOST: '127.0.0.1',
          CRECE_DATA_DIR: this.dataDir,
        },
        // The last one tells the server when this process has ended (`later-clock.ts`).
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    );
    this.#process = server;
    const note = (chunk: Buffer): void => {
      this.#output += chunk.toString();
    };
    server.stdout?.on('data', note);
    server.stderr?.on('data', note);
    await until(
      async () => {
        if (server.exitCode !== null)
          throw new Error(`the server ended at start:\n${this.#output}`);
        const answer = await fetch(`${this.url}/health`).catch(() => null);
        return answer?.ok === true ? true : null;
      },
      () => `the server does not answer:\n${this.#output}`,
    );
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const server = this.#process;
    this.#process = null;
    if (server === null || server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }

  get output(): string {
    return this.#output;
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  printed(pattern: RegExp): Promise<string> {
    return until(
      async () => pattern.exec(this.#output)?.[1] ?? null,
      () => `not printed: ${pattern}\n${this.#output}`,
    );
  }
}

/** Calls the server as a program would. */
async function call<T>(
  url: string,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: object } = {},
): Promise<T> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `JWT ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

interface SignedIn {
  user: { id: string; username: string; firstName: string; lastName: string };
  token: string;
}

let made = 0;

function somebody(): Record<'firstName' | 'lastName' | 'email' | 'username' | 'password', string> {
  made += 1;
  const username = `ana.${process.pid}.${made}`;
  return {
    firstName: 'Ana',
    lastName: 'Morales',
    email: `${username}@example.org`,
    username,
    password: PASSWORD,
  };
}

/** What the application does to get credentials, faults told as it tells them. */
function gatewayOf(url: string, token: () => string): SyncServer {
  return {
    async credentials(signal) {
      const headers = { authorization: `JWT ${token()}` };
      const { status, text } = await fetch(`${url}/api/children/sync`, { headers, signal })
        .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
        .catch((cause: unknown) => {
          throw new SyncFault('no-response', null, cause);
        });
      if (status >= 500) throw new SyncFault('server', null, undefined, status);
      if (status !== 200) throw new SyncFault('credentials', String(status), undefined, status);
      const { entity } = JSON.parse(text) as { entity: string };
      return { entity, url: `${url}/sync` };
    },
  };
}

export async function startCreceServer(): Promise<CreceServer> {
  const server = new ServerProcess(await freePort());
  const { url } = server;
  let steps = 0;
  let days = 0;
  const copies: string[] = [];
  let second: ServerProcess | null = null;
  const endAll = async (signal: NodeJS.Signals): Promise<void> => {
    await Promise.all([server.end(signal), second?.end(signal)]);
  };
  await server.start();
  const file = await server.printed(/^ {2}(\S+first-admin-link)$/m);
  const [, secret] = readFileSync(file, 'utf8').trim().split('#');
  const person = somebody();
  const { user, token } = await call<SignedIn>(url, 'POST', '/api/auth/first-admin', {
    body: { ...person, secret },
  });
  const admin: Person = { id: user.id, username: person.username, token };

  const setRoles: CreceServer['setRoles'] = async ({ id }, roles) => {
    const body = { firstName: 'Ana', lastName: 'Morales', roles, scope: null };
    await call(url, 'PUT', `/api/users/${id}`, { token: admin.token, body });
  };
  const signIn: CreceServer['signIn'] = async ({ username }) => {
    const body = { usernameOrEmail: username, password: PASSWORD };
    return (await call<SignedIn>(url, 'POST', '/api/auth/signin', { body })).token;
  };
  return {
    url,
    admin,
    gateway: (who, through = url) => gatewayOf(through, () => who.token),
    setRoles,
    signIn,
    async addPerson(roles) {
      const body = somebody();
      const { user: added } = await call<SignedIn>(url, 'POST', '/api/auth/signup', { body });
      const known = { id: added.id, username: body.username };
      await setRoles({ ...known, token: '' }, roles);
      return { ...known, token: await signIn(known) };
    },
    kill: () => endAll('SIGKILL'),
    start: () => server.start(),
    async startSecond() {
      if (second === null) {
        const folder = mkdtempSync(join(tmpdir(), 'crece-second-'));
        copies.push(folder);
        symlinkSync(join(server.dataDir, 'databases'), join(folder, 'databases'));
        second = new ServerProcess(await freePort(), folder);
      }
      // One secret for both; a restore may have put back another.
      cpSync(join(server.dataDir, 'secret'), join(second.dataDir, 'secret'));
      await second.start();
      return second.url;
    },
    backUp() {
      const copy = mkdtempSync(join(tmpdir(), 'crece-copy-'));
      copies.push(copy);
      cpSync(server.dataDir, copy, { recursive: true });
      return copy;
    },
    restore(copy, part = '') {
      rmSync(join(server.dataDir, part), { recursive: true, force: true });
      if (!existsSync(join(copy, part))) return;
      cpSync(join(copy, part), join(server.dataDir, part), { recursive: true });
    },
    async later() {
      steps += 1;
      server.signal('SIGUSR2');
      await server.printed(new RegExp(`(clock: ${steps})\\n`));
    },
    async nextDay() {
      days += 1;
      server.signal('SIGWINCH');
      await server.printed(new RegExp(`(day: ${days})\\n`));
    },
    output: () => server.output,
    async stop() {
      await endAll('SIGTERM');
      for (const folder of [server.dataDir, ...copies]) {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
