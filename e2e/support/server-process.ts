import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import serverStart from '../../scripts/bootstrap/server-start.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SERVE_BUILD = 'e2e/support/serve-build.ts';
const START_TIMEOUT_MS = 60_000;

export interface ServerProcess {
  /** Address without a trailing slash. */
  url: string;
  port: number;
  dataDir: string;
  pid: number;
  /** All terminal output of the server so far. */
  output(): string;
  stop(): Promise<void>;
  /** Kills it like a power cut, in the middle of any work; its data stay. */
  kill(): Promise<void>;
}

/** A port that is free at this moment. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

async function untilAnswering(url: string, server: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`the server ended at start:\n${log()}`);
    try {
      const answer = await fetch(`${url}/health`);
      if (answer.ok) return;
    } catch {
      // not listening yet
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the server did not answer within ${START_TIMEOUT_MS} ms:\n${log()}`);
}

/** A program in the bundle that the test run made (`scripts/testing/server-bundle.ts`), else its source. */
function programOf(name: string, source: string): string {
  const bundle = process.env['CRECE_SERVER_BUNDLE'];
  return bundle === undefined ? join(ROOT, source) : join(bundle, `${name}.mjs`);
}

/** Compiled code is kept for the next start. */
const COMPILED = { NODE_COMPILE_CACHE: join(ROOT, serverStart.compiledCode) };

/** Starts the real server like `npm start`, on a free port or `PORT`, with its own data folder. */
export async function startServer(
  environment: Record<string, string> = {},
): Promise<ServerProcess> {
  return start(() => [...serverStart.flags, programOf('main', serverStart.entry)], {
    ...serverStart.environment,
    ...COMPILED,
    ...environment,
  });
}

/** Serves the built application in a folder. */
export async function serveBuild(folder: string): Promise<ServerProcess> {
  return start((port) => [programOf('serve-build', SERVE_BUILD), folder, String(port)], COMPILED);
}

async function start(
  program: (port: number) => string[],
  environment: Record<string, string> = {},
): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'crece-e2e-'));
  const port = environment['PORT'] === undefined ? await freePort() : Number(environment['PORT']);
  const url = `http://127.0.0.1:${port}`;
  let output = '';
  const server = spawn(process.execPath, program(port), {
    env: { ...process.env, PORT: String(port), CRECE_DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  server.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  server.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  await untilAnswering(url, server, () => output);
  return {
    url,
    port,
    dataDir,
    pid: server.pid ?? 0,
    output: () => output,
    async stop() {
      server.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
    async kill() {
      server.kill('SIGKILL');
      await ended;
    },
  };
}
