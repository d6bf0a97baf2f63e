import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

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

function run(command: string, args: string[]): boolean {
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}

/** The words before `apt-get` that make this account able to install: none as root, `sudo -n` where it asks for no password. */
function installer(): string[] | null {
  if (spawnSync('apt-get', ['--version']).status !== 0) return null;
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : null;
}

function installChromium(): void {
  const before = installer();
  if (before === null) return;
  console.log('No Chromium on PATH: installing the package "chromium" with apt-get.');
  const apt = (...args: string[]): boolean => {
    const [command, ...rest] = [...before, 'apt-get', ...args];
    return command !== undefined && run(command, rest);
  };
  apt('update', '-q');
  apt('install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-liberation');
}

/** A Chromium that starts, installed from the system's packages when there is none, or the sentence that says what to do. */
export function ensureChromium(): { ok: true; path: string } | { ok: false; sentence: string } {
  if (findChromium() === null && !process.env['CRECE_CHROMIUM']) installChromium();
  const path = findChromium();
  // Ubuntu's `chromium-browser` without its snap exists and is executable, yet starts nothing.
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
