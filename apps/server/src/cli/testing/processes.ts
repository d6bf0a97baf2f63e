import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { bareEnvironment, QUICK_START } from '../../testing/bare-environment.ts';
import { programFile } from '../../testing/programs.ts';
import { aFolder } from '../../testing/test-app.ts';

/** A process of ours in an empty folder, where it finds no `.env`. */
function start(file: string, args: readonly string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [...QUICK_START, file, ...args], {
    cwd: aFolder(),
    env: { ...bareEnvironment(), ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const said = { out: '', log: '' };
  child.stdout.on('data', (bytes: Buffer) => {
    said.out += bytes.toString();
  });
  child.stderr.on('data', (bytes: Buffer) => {
    said.log += bytes.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, said, ended };
}

export interface Crece {
  exitCode: number | null;
  out: string;
  log: string;
}

/** Starts the real command on a data folder, for a test that kills it. */
export function startCrece(dataDir: string, args: readonly string[]) {
  return start(programFile('crece'), args, { CRECE_DATA_DIR: dataDir });
}

/** Runs the real command on a data folder, with further environment variables. */
export async function crece(
  dataDir: string,
  args: readonly string[],
  input = '',
  environment: Record<string, string> = {},
): Promise<Crece> {
  const settings = { CRECE_DATA_DIR: dataDir, ...environment };
  const { child, said, ended } = start(programFile('crece'), args, settings);
  // A command that reads nothing may end before its input is written.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const exitCode = await ended;
  return { exitCode, ...said };
}

/** A running server with its output and address. */
export interface ServerProcess {
  origin: string;
  out: string;
  /** Stops it as an operator does. */
  stop(): Promise<void>;
  /** Kills it, like a power cut. */
  kill(): Promise<void>;
}

/**
 * Starts the real server on a data folder, with further environment variables; `main` is another
 * build's.
 */
export async function aServerProcess(
  dataDir: string,
  environment: Record<string, string> = {},
  main = programFile('main'),
): Promise<ServerProcess> {
  const settings = { CRECE_DATA_DIR: dataDir, PORT: '0', ...environment };
  const { child, said, ended } = start(main, [], settings);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  const stop = () => end('SIGTERM');
  const kill = () => end('SIGKILL');
  onTestFinished(kill);
  for (;;) {
    const origin = /^Crece is running at (http:\S+)$/m.exec(said.out)?.[1];
    if (origin !== undefined && said.out.endsWith('\n'))
      return { origin, out: said.out, stop, kill };
    if (child.exitCode !== null) throw new Error(`the server ended:\n${said.out}${said.log}`);
    await wait(20);
  }
}
