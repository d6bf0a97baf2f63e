// Builds apps/web into apps/web/dist. `--if-needed`: only when its sources have changed since.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Children } from './bootstrap/children.cjs';
import { withLock } from './bootstrap/lock.cjs';
import { precompress } from './precompress.ts';

const ROOT = resolve(import.meta.dirname, '..');
const SKIPPED_FOLDERS = ['node_modules', 'dist', 'reference', 'test-data'];
const STEPS_OF_BUILD = ['scripts/build.ts', 'scripts/precompress.ts'];
const ROOT_FILES = ['package-lock.json', 'tsconfig.base.json'];

/** The application, and beside it the clinic's page, which does not empty the folder. */
const CONFIGS = ['vite.config.ts', 'vite.clinic.config.ts'];

/** By so many letters of the digest a phone names its build. */
const BUILD_LETTERS = 12;

function filesUnder(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      return SKIPPED_FOLDERS.includes(entry.name) ? [] : filesUnder(root, path);
    }
    return /\.test\.tsx?$/.test(entry.name) ? [] : [path];
  });
}

/** One hash of all sources of the web application; tests do not affect it. */
export function inputsHash(root: string): string {
  const folders = ['apps/web', 'packages'].filter((folder) => existsSync(join(root, folder)));
  const files = [
    ...folders.flatMap((folder) => filesUnder(root, folder)),
    ...[...ROOT_FILES, ...STEPS_OF_BUILD].filter((file) => existsSync(join(root, file))),
  ];
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    const content = readFileSync(join(root, file));
    hash.update(`${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

async function build(root: string, ifNeeded: boolean): Promise<number> {
  const web = join(root, 'apps/web');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const dist = join(web, 'dist');
  const stamp = join(dist, '.build-stamp');
  const hash = inputsHash(root);
  const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === hash;
  if (ifNeeded && isBuilt()) return 0;

  const children = new Children();
  const options = { log: console.log, stopped: () => children.stopped() };
  const code = await withLock(join(root, '.cache/build.lock'), options, async (watch) => {
    if (ifNeeded && isBuilt()) return 0;
    console.log('Building the web application …');
    // Removes the stamp first: after an interrupted build the next start builds again.
    rmSync(stamp, { force: true });
    for (const config of CONFIGS) {
      const status = await children.run({
        command: process.execPath,
        args: [vite, 'build', 'apps/web', '--logLevel=warn', '--config', join(web, config)],
        cwd: root,
        // The user's NODE_ENV could put React's development build into the product.
        env: { NODE_ENV: 'production', CRECE_BUILD: hash.slice(0, BUILD_LETTERS) },
        onStart: watch,
      });
      if (status !== 0) return status;
    }
    const count = await precompress(dist);
    writeFileSync(stamp, `${hash}\n`);
    console.log(`Built apps/web/dist (${count} files compressed in advance).`);
    return 0;
  });
  return code === null ? children.exitCode(1) : code;
}

if (import.meta.main) {
  process.exitCode = await build(ROOT, process.argv.includes('--if-needed'));
}
