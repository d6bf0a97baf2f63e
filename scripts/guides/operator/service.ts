// In the place of systemd, which a container has not: starts a service by what its unit file says.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const START_MS = 60_000;

/** Names of the variables in `NAME=value` lines; a value may stand in quotes. */
function variablesOf(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)) {
    found[name] = value.replace(/^"(.*)"$/, '$1');
  }
  return found;
}

function settingsOf(unit: string): (name: string) => string {
  return (name) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
}

const idOf = (option: '-u' | '-g', user: string): number =>
  Number(execFileSync('id', [option, user], { encoding: 'utf8' }));

export async function untilListening(port: number, what: string): Promise<void> {
  const answers = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
  for (const end = Date.now() + START_MS; !(await answers()); await wait(50)) {
    if (Date.now() > end) throw new Error(`${what} does not listen at ${port}`);
  }
}

/** The service `crece`, as its unit file in the place of `/etc/systemd/system` says. */
export class Service {
  readonly #root: string;
  readonly #port: number;
  #child: ChildProcess | null = null;

  constructor(root: string, port: number) {
    this.#root = root;
    this.#port = port;
  }

  /** All that it has written. */
  journal(): string {
    return readFileSync(join(this.#root, 'journal'), 'utf8');
  }

  async start(): Promise<void> {
    if (this.#child !== null) return;
    const unit = readFileSync(join(this.#root, 'etc/systemd/system/crece.service'), 'utf8');
    const of = settingsOf(unit);
    const user = of('User');
    const owner = { uid: idOf('-u', user), gid: idOf('-g', user) };
    for (const [kind, place] of [
      ['StateDirectory', 'var/lib'],
      ['CacheDirectory', 'var/cache'],
    ] as const) {
      const folder = join(this.#root, place, of(kind));
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (process.getuid?.() === 0) chownSync(folder, owner.uid, owner.gid);
    }
    const [program = '', ...args] = of('ExecStart').split(' ');
    const environment = variablesOf(of('Environment').replaceAll(' ', '\n'));
    // What the file says stands above Environment=, whichever line comes first (systemd.exec).
    const file = variablesOf(readFileSync(of('EnvironmentFile'), 'utf8'));
    const journal = openSync(join(this.#root, 'journal'), 'a', 0o644);
    const child = spawn(program, args, {
      ...(process.getuid?.() === 0 ? owner : {}),
      cwd: of('WorkingDirectory'),
      env: { PATH: '/usr/bin:/bin', ...environment, ...file },
      stdio: ['ignore', journal, journal],
    });
    this.#child = child;
    const ended = new Promise<never>((_, reject) =>
      child.once('exit', () => reject(new Error(`the service ended:\n${this.journal()}`))),
    );
    ended.catch(() => undefined);
    // A person needs longer than the server to type the next command.
    await Promise.race([untilListening(this.#port, 'the service'), ended]);
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
}
