// What a change touches, checked in under a minute: types of the packages that know it, lint of its
// files, tests of its rooms. `-- --all` checks everything but browser and journeys; `-- --merge
// BRANCH`, before a merge or squash is committed, names what it would undo of others' work; `--
// --commits main..` looks at what commits delete.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { foreignDeletions, gitIn, resultOfMerge, undoneBy } from './steps/deletions.ts';
import { members } from './steps/step.ts';

const ROOT = resolve(import.meta.dirname, '..');
const git = gitIn(ROOT);
const lines = (text: string) => text.split('\n').filter((line) => line !== '');

function run(...args: string[]): boolean {
  const env = { ...process.env, NODE_ENV: 'test' };
  return spawnSync(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' }).status === 0;
}

/** What differs from the last commit; the last commit itself where nothing does. */
function changedFiles(): string[] {
  const now = [
    ...lines(git('diff', '--name-only', 'HEAD')),
    ...lines(git('ls-files', '--others', '--exclude-standard')),
  ];
  const files = now.length > 0 ? now : lines(git('diff', '--name-only', 'HEAD~1', 'HEAD'));
  return [...new Set(files)].filter((file) => existsSync(join(ROOT, file)));
}

/** The room of a source file: `packages/storage/src/unit/writes`, `apps/web/src/features/due`. */
function roomOf(file: string): string | null {
  const found = /^(?:(?:packages|apps)\/[^/]+\/src|e2e|scripts|bench)\/.*[.]tsx?$/.exec(file);
  return found === null ? null : dirname(file);
}

/** The folders with a TypeScript project that a changed file can break. */
function projectsOf(files: readonly string[]): string[] {
  const own = members(ROOT).map((folder) => {
    const text = readFileSync(join(ROOT, folder, 'package.json'), 'utf8');
    const { name, dependencies = {} } = JSON.parse(text) as {
      name: string;
      dependencies?: Record<string, string>;
    };
    return { folder, name, uses: Object.keys(dependencies) };
  });
  const touched = new Set(
    own.filter(({ folder }) => files.some((file) => file.startsWith(`${folder}/`))),
  );
  for (let size = -1; size !== touched.size; ) {
    size = touched.size;
    const names = new Set([...touched].map(({ name }) => name));
    for (const each of own) if (each.uses.some((name) => names.has(name))) touched.add(each);
  }
  const beside = ['e2e', 'scripts', 'bench'].filter((folder) =>
    files.some((file) => file.startsWith(`${folder}/`)),
  );
  return [...[...touched].map(({ folder }) => folder), ...beside];
}

function checkChange(): boolean {
  const files = changedFiles();
  if (files.length === 0) {
    console.log('Nothing has changed.');
    return true;
  }
  const sources = files.filter((file) => /[.]tsx?$/.test(file));
  const rooms = [...new Set(files.flatMap((file) => roomOf(file) ?? []))].sort();
  const tests = rooms.flatMap((room) =>
    readdirSync(join(ROOT, room))
      .filter((name) => /[.]test[.]tsx?$/.test(name) && !name.includes('.browser.'))
      .map((name) => `${room}/${name}`),
  );
  const projects = sources.length === 0 ? [] : projectsOf(sources);
  console.log(`${files.length} files, rooms: ${rooms.join(', ') || 'none'}`);
  const results = [
    run('node_modules/@biomejs/biome/bin/biome', 'check', '--no-errors-on-unmatched', ...files),
    ...projects.map((each) => run('node_modules/typescript-7/bin/tsc', '-p', each, '--noEmit')),
    sources.length === 0 || run('node_modules/oxlint/bin/oxlint', ...sources),
    tests.length === 0 ||
      run(
        'node_modules/vitest/vitest.mjs',
        'run',
        ...['node', 'web', 'web-isolated'].flatMap((project) => ['--project', project]),
        ...tests,
      ),
  ];
  const isGood = results.every(Boolean);
  console.log(
    isGood
      ? 'The change holds. What other rooms make of it: npm test.'
      : 'The change does not hold: see above.',
  );
  return isGood;
}

function checkMerge(branch: string): boolean {
  const undone = undoneBy(git, 'HEAD', branch, resultOfMerge(git, branch));
  for (const { file, lines: gone } of undone) {
    console.error(`${file}: ${gone.length} lines are deleted that ${branch} did not delete:`);
    for (const line of gone.slice(0, 5)) console.error(`  - ${line}`);
  }
  console.log(undone.length === 0 ? `Merging ${branch} undoes nothing of others.` : '');
  return undone.length === 0;
}

function checkCommits(range: string): boolean {
  const refusals = lines(git('rev-list', '--no-merges', range)).flatMap(
    (commit) => foreignDeletions(git, commit) ?? [],
  );
  for (const refusal of refusals) console.error(refusal);
  return refusals.length === 0;
}

function check([what, value]: readonly string[]): boolean {
  if (what === undefined) return checkChange();
  if (what === '--all') return run('scripts/test.ts', '--only=types,lint,unit');
  if (what === '--merge' && value !== undefined) return checkMerge(value);
  if (what === '--commits' && value !== undefined) return checkCommits(value);
  console.error('Use: npm run check, or with -- --all, -- --merge BRANCH, -- --commits FROM..TO');
  return false;
}

try {
  process.exitCode = check(process.argv.slice(2)) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
