import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian keeps programs of the administrator, which a person's `PATH` may leave out. */
const FURTHER = ['/usr/sbin', '/usr/local/sbin'];

/**
 * The path of a program that a test runs. A missing one fails the test with what installs it: a test of
 * `npm run test:deep` that cannot be run is not passed over.
 */
export function neededProgram(name: string, debianPackage = name): string {
  for (const folder of [...(process.env['PATH'] ?? '').split(delimiter), ...FURTHER]) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  throw new Error(`${name} is missing: apt-get install ${debianPackage}`);
}
