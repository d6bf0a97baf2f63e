import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, openSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/**
 * The headless shell has the same engine without windows, menus and address bar, which tests do not
 * use and which cost as much as the page: with it, tests need two thirds of the processor time.
 */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The Chromium the tests drive: `CRECE_CHROMIUM` when set, else the first of the usual names on PATH. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | null {
  const stated = env['CRECE_CHROMIUM'];
  if (stated !== undefined && stated !== '') return canRun(stated) ? stated : null;
  const suffix = process.platform === 'win32' ? '.exe' : '';
  for (const name of NAMES) {
    for (const folder of (env['PATH'] ?? '').split(delimiter)) {
      const file = join(folder, name + suffix);
      if (folder !== '' && canRun(file)) return file;
    }
  }
  return null;
}

/** Runs a program that writes to a log file; returns true on success. */
function run(command: string, args: string[], log: number): Promise<boolean> {
  const child = spawn(command, args, {
    stdio: ['ignore', log, log],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return new Promise((resolve) => {
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

/**
 * The words before `apt-get` with which this account can install: none as root, `sudo -n` when it
 * needs no password.
 */
function installer(): string[] | null {
  if (spawnSync('apt-get', ['--version']).status !== 0) return null;
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : null;
}

const INSTALL_LOG = join(import.meta.dirname, '../reports/chromium-install.log');

async function installChromium(): Promise<void> {
  const before = installer();
  if (before === null) return;
  console.log(`No Chromium on PATH: installing it with apt-get (${INSTALL_LOG}).`);
  mkdirSync(dirname(INSTALL_LOG), { recursive: true });
  const log = openSync(INSTALL_LOG, 'w');
  const apt = (...args: string[]): Promise<boolean> => {
    const [command = '', ...rest] = [...before, 'apt-get', ...args];
    return run(command, rest, log);
  };
  await apt('update', '-q');
  const install = (name: string): Promise<boolean> =>
    apt('install', '-y', '-q', '--no-install-recommends', name, 'fonts-liberation');
  // Debian has the headless shell, Ubuntu does not.
  if (!(await install('chromium-headless-shell'))) await install('chromium');
}

/** A Chromium that can drive a page, or a sentence about what to do. */
export type Chromium = { ok: true; path: string } | { ok: false; sentence: string };

/** A Chromium that starts, installed from the system's packages when there is none. */
export async function ensureChromium(): Promise<Chromium> {
  if (findChromium() === null && !process.env['CRECE_CHROMIUM']) await installChromium();
  const path = findChromium();
  // Ubuntu's `chromium-browser` without its snap exists and is executable but starts nothing.
  if (path !== null && spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0) {
    return { ok: true, path };
  }
  const found = path ?? process.env['CRECE_CHROMIUM'];
  return {
    ok: false,
    sentence: found
      ? `The tests need a Chromium and ${found} does not start: install Chromium, or set CRECE_CHROMIUM to one that does.`
      : 'The tests need a Chromium: install Chromium (on Debian: apt-get install chromium), or set CRECE_CHROMIUM to one.',
  };
}
