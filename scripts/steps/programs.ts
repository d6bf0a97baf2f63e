// The programs of this machine that only `npm run test:deep` needs.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { failed, type Outcome, passed } from './step.ts';

/** Name of each, and the package of Debian that brings it. */
const NEEDED: Readonly<Record<string, string>> = {
  nginx: 'nginx-light',
  caddy: 'caddy',
  age: 'age',
  'age-keygen': 'age',
  openssl: 'openssl',
  git: 'git',
  curl: 'curl',
  script: 'bsdutils',
};

/** Where Debian keeps programs of the administrator, which a person's `PATH` may leave out. */
const FURTHER = ['/usr/sbin', '/usr/local/sbin'];

function isIn(folders: readonly string[], name: string): boolean {
  return folders.some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** One failure with all that is missing and the command that installs it. */
export function checkPrograms(
  folders: readonly string[] = [...(process.env['PATH'] ?? '').split(delimiter), ...FURTHER],
): Outcome {
  const missing = Object.entries(NEEDED).filter(([name]) => !isIn(folders, name));
  if (missing.length === 0) return passed();
  const names = missing.map(([name]) => name).join(', ');
  const packages = [...new Set(missing.map(([, debian]) => debian))].join(' ');
  const sentence = `missing: ${names} (apt-get install ${packages})`;
  return { ...failed(sentence), failures: [sentence] };
}
