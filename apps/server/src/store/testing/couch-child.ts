import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { programFile } from '../../testing/programs.ts';
import { ADMIN, SERVICE, withAccount } from './couch-accounts.ts';

const SERVER = programFile('couch-server');

/** A CouchDB-compatible server in a process of its own, which can be killed and started again. */
export class CouchChild {
  readonly #folder = mkdtempSync(join(tmpdir(), 'crece-couch-'));
  #process: ChildProcess | null = null;
  #port = 0;

  get #journal(): string {
    return join(this.#folder, 'journal');
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get url(): string {
    return withAccount(this.address, SERVICE);
  }

  get adminUrl(): string {
    return withAccount(this.address, ADMIN);
  }

  /** Resolves when it has repeated the writes of its journal and listens on the same port. */
  async start(): Promise<void> {
    const child = spawn(
      process.execPath,
      ['--min-semi-space-size=16', SERVER, this.#journal, String(this.#port)],
      {
        // The last one tells the server when this process has ended.
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      },
    );
    this.#process = child;
    if (child.stdout === null) throw new Error('the server of the tests has no output');
    const lines = createInterface({ input: child.stdout });
    const [line] = (await Promise.race([once(lines, 'line'), once(child, 'exit')])) as unknown[];
    if (typeof line !== 'string') throw new Error('the server of the tests did not start');
    this.#port = Number(line);
  }

  /** Ends the process at once, as a power cut does. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child === null || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    this.#process = null;
  }

  /** Copies its present state; returns a function that restores it while the server is stopped. */
  backUp(): () => void {
    const copy = join(this.#folder, 'copy');
    copyFileSync(this.#journal, copy);
    return () => copyFileSync(copy, this.#journal);
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
