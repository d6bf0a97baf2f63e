// The server in a few files, in which a test's process starts in half the time: a thousand small
// modules are neither looked for, nor stripped of their types, nor linked one by one.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import http from 'node:http';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import type { Plugin as VitePlugin } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');
const SERVER = join(ROOT, 'apps/server/src');
/** Inside the checkout, so that packages with native parts are found from there. */
const CACHE = join(ROOT, 'node_modules/.cache');

/** Names the folder of the bundle to the processes of the tests (`apps/server/src/testing/programs.ts`). */
const VARIABLE = 'CRECE_SERVER_BUNDLE';

/** What runs as a program or as a thread of its own; kinds of jobs name their own file to a thread. */
function entries(): Map<string, string> {
  const kinds = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('-kind.ts'),
  );
  const threads = [
    'jobs/job-worker.ts',
    'desk/desk-thread.ts',
    'backup/backup-thread.ts',
    'backup/copy-thread.ts',
    'store/sqlite/rewrite-thread.ts',
  ];
  const ofTests = [
    'imports/testing/import-process.ts',
    'store/testing/couch-server.ts',
    'store/testing/crash-writer.ts',
    'upgrade/testing/killed-steps.ts',
  ];
  const files = [...threads, ...kinds, ...ofTests].map((file) => [
    basename(file, '.ts'),
    join(SERVER, file),
  ]);
  const programs = [
    ['main', join(SERVER, 'main.ts')],
    ['crece', join(SERVER, 'cli/main.ts')],
    ['serve-build', join(ROOT, 'e2e/support/serve-build.ts')],
  ];
  return new Map([...programs, ...files] as [string, string][]);
}

/**
 * A module that asks where it lies is told its place in the checkout; what runs by its own address
 * is told that of the bundle.
 */
function places(byName: ReadonlyMap<string, string>, folder: string): Plugin {
  const nameOf = new Map([...byName].map(([name, file]) => [file, name]));
  const addressOf = (file: string): string => {
    const name = nameOf.get(file);
    const place = name === undefined ? relative(folder, file) : `./${name}.mjs`;
    return `new URL(${JSON.stringify(place)}, import.meta.url)`;
  };
  return {
    name: 'crece-places',
    transform(code, id) {
      if (!id.startsWith(ROOT) || id.includes('node_modules') || !code.includes('import.meta.')) {
        return null;
      }
      if (/import\.meta\.(?:dirname|filename)/.test(code)) {
        throw new Error(`${id}: in the bundle of the tests only import.meta.url is known`);
      }
      return code
        .split(/(new URL\('\.[^']*', import\.meta\.url\))/)
        .map((part) => {
          const file = /^new URL\('(\.[^']*)'/.exec(part)?.[1];
          return file === undefined
            ? part.replaceAll('import.meta.url', `${addressOf(id)}.href`)
            : addressOf(resolve(dirname(id), file));
        })
        .join('');
    },
  };
}

/**
 * `node:http` as `require` gives it. An `import` of it reads each of its names, and the first look at
 * `WebSocket` loads all of undici: 75 ms of a process that needs 900.
 */
function httpAsRequired(): Plugin {
  const own = Object.getOwnPropertyDescriptors(http);
  const names = Object.keys(own).filter((name) => 'value' in (own[name as never] as object));
  return {
    name: 'crece-http',
    resolveId: (id) => (id === 'node:http' ? '\0node:http' : null),
    load: (id) =>
      id === '\0node:http'
        ? `const http = process.getBuiltinModule('node:http');
           export default http;
           export const { ${names.join(', ')} } = http;`
        : null,
  };
}

/**
 * The server of the tests in place of CouchDB asks for its parts by names that it puts together: those
 * of the mode in which it runs are named here.
 */
function partsOfPouch(): Plugin {
  const asked = "require('./' + file)(app)";
  return {
    name: 'crece-parts-of-pouch',
    transform(code, id) {
      if (!id.endsWith('/express-pouchdb/lib/index.js')) return null;
      const [, names = ''] = /modes\.minimumForPouchDB = \[([^\]]+)\]/.exec(code) ?? [];
      const parts = [...names.matchAll(/'([^']+)'/g)].map(
        ([, name]) => `'${name}': () => require('./${name}')`,
      );
      if (parts.length === 0 || !code.includes(asked)) throw new Error(`${id} has other parts`);
      return code.replace(asked, `({ ${parts.join(', ')} })[file]()(app)`);
    },
  };
}

/**
 * For Vitest: a server that a test builds in its own process starts its threads from the bundle too.
 * Each would otherwise load half of the server's modules again. Vitest keeps what this writes for
 * later runs, so it names the folder of the bundle only when it runs.
 */
export function threadsOfBundle(): VitePlugin {
  const nameOf = new Map([...entries()].map(([name, file]) => [file, name]));
  const inBundle = (file: string, source: string): string => {
    const name = nameOf.get(file);
    if (name === undefined) return source;
    const folder = `process.env['${VARIABLE}']`;
    return `(${folder} === undefined ? ${source} : new URL('file://' + ${folder} + '/${name}.mjs'))`;
  };
  return {
    name: 'crece-threads',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(SERVER) || id.includes('.test.')) return null;
      return code
        .replace(/new URL\('(\.[^']*)', import\.meta\.url\)/g, (source, file: string) =>
          inBundle(resolve(dirname(id), file), source),
        )
        .replace(/(?<=^ {2}file: )import\.meta\.url(?=,$)/m, (source) =>
          nameOf.has(id) ? `${inBundle(id, `new URL(${source})`)}.href` : source,
        );
    },
  };
}

/**
 * Bundles the server into a new folder and answers its path. The server itself, which starts most
 * often, shares nothing with the others: three files instead of 139 start in a fifth less time.
 */
async function bundleServer(): Promise<string> {
  const byName = entries();
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'server-bundle-'));
  const { main, ...others } = Object.fromEntries(byName);
  if (main === undefined) throw new Error('no server to bundle');
  await Promise.all([{ main }, others].map((input) => bundleInto(folder, byName, input)));
  return folder;
}

async function bundleInto(
  folder: string,
  byName: ReadonlyMap<string, string>,
  input: Record<string, string>,
): Promise<void> {
  const bundle = await rolldown({
    input,
    platform: 'node',
    logLevel: 'silent',
    // Their native parts are found from their own folders.
    external: [/^sharp$/, /^@node-rs\//],
    plugins: [places(byName, folder), httpAsRequired(), partsOfPouch()],
  });
  await bundle.write({
    dir: folder,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    // Shorter files are read faster; names stay, for what the log says.
    minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
  });
  await bundle.close();
}

/** For Vitest and Playwright: bundles the server before all tests, and removes it afterwards. */
export default async function setup(): Promise<() => void> {
  const folder = await bundleServer();
  process.env[VARIABLE] = folder;
  return () => {
    delete process.env[VARIABLE];
    rmSync(folder, { recursive: true, force: true });
  };
}
