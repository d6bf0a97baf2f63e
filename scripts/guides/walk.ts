// A walk through a guide: a copy of the sources in which only the guide's steps are done.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const COPIED = ['packages', 'apps', 'e2e', 'scripts'];
const COPIED_FILES = ['package.json', 'tsconfig.base.json', 'tsconfig.json', 'vitest.config.ts'];
const NOT_COPIED = new Set(['node_modules', 'dist', 'test-data']);
/** Packages that a walk compiles. */
const CHECKED = [
  'packages/domain',
  'packages/messages',
  'packages/reports',
  'packages/storage',
  'apps/server',
  'apps/web',
];

export interface Walk {
  /** Inserts `added` after the first occurrence of `anchor`. */
  readonly insert: (file: string, anchor: string, added: string) => void;
  readonly add: (file: string, text: string) => void;
  readonly change: (file: string, edit: (text: string) => string) => void;
  readonly addSentences: (file: string, sentences: Readonly<Record<string, string>>) => void;
  readonly read: (file: string) => string;
  /** Copies files that a command generates; they do not count as touched. */
  readonly copyFolder: (from: string, to: string) => void;
  /** All files in a folder and those inside it, by their paths. */
  readonly filesIn: (folder: string) => string[];
  /** Files changed or added so far, in order. */
  readonly touched: () => string[];
  /** Compiler errors of the packages that use fields, rows, sentences and roles. */
  readonly compile: () => string;
  /** Runs test files of a project; returns empty text when all pass. */
  readonly test: (project: 'node' | 'web', ...files: string[]) => string;
  readonly remove: () => void;
}

function run(folder: string, args: string[]): string {
  const env = { ...process.env, NODE_ENV: 'test', FORCE_COLOR: '0' };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

/** Links installed packages; our own packages lead to the copy. */
function linkPackages(folder: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    const from = join(ROOT, 'node_modules', name);
    if (name === '@crece')
      cpSync(from, join(modules, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(from, join(modules, name));
  }
  symlinkSync(join(ROOT, 'apps/web/node_modules'), join(folder, 'apps/web/node_modules'));
}

/** Creates a copy for a walk. */
export function aWalk(): Walk {
  const folder = mkdtempSync(join(tmpdir(), 'crece-walk-'));
  for (const name of COPIED) {
    const filter = (path: string) => !NOT_COPIED.has(basename(path));
    cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter });
  }
  for (const name of COPIED_FILES) cpSync(join(ROOT, name), join(folder, name));
  linkPackages(folder);
  const touched = new Set<string>();
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  function write(file: string, text: string): void {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
    touched.add(file);
  }
  function change(file: string, edit: (text: string) => string): void {
    const [before, after] = [read(file), edit(read(file))];
    if (before === after) throw new Error(`${file} does not read as the guide has it`);
    write(file, after);
  }
  return {
    read,
    add: write,
    change,
    insert: (file, anchor, added) =>
      change(file, (text) => text.replace(anchor, () => anchor + added)),
    addSentences: (file, sentences) => {
      let present = {};
      try {
        present = JSON.parse(read(file)) as object;
      } catch {
        // A file of a new language.
      }
      write(file, `${JSON.stringify({ ...present, ...sentences }, null, 2)}\n`);
    },
    copyFolder: (from, to) => cpSync(join(folder, from), join(folder, to), { recursive: true }),
    filesIn: (inside) =>
      readdirSync(join(folder, inside), { recursive: true, encoding: 'utf8' })
        .map((file) => `${inside}/${file}`)
        .sort(),
    touched: () => [...touched].sort(),
    compile: () =>
      CHECKED.map((project) =>
        run(folder, ['node_modules/typescript-7/bin/tsc', '-p', project, '--noEmit']),
      ).join(''),
    test: (project, ...files) =>
      run(folder, ['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...files]),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Every file of the repository, relative to its root. */
export function repositoryFiles(): string[] {
  return [...COPIED, 'docs', 'bench', 'deploy', '.'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: folder !== '.', withFileTypes: true })
      .filter((entry) => entry.isFile() && !/node_modules|\/dist\b/.test(entry.parentPath))
      .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1)),
  );
}
