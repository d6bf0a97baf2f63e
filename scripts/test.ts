// Runs every check of the repository and ends with one line: `N passed, N failed`. `npm test --
// --only=types,unit` runs some of them; after a failed step the next ones still run.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { Children } from './bootstrap/children.cjs';
import { type Chromium, ensureChromium } from './find-chromium.ts';
import { checkArrows } from './steps/arrows.ts';
import { checkPrograms } from './steps/programs.ts';
import { playwrightOutcome, readReport, vitestOutcome } from './steps/reports.ts';
import { failed, inOrder, type Outcome, passed, type Step, selectSteps } from './steps/step.ts';
import { checkTypes } from './steps/types.ts';

const ROOT = resolve(import.meta.dirname, '..');
const REPORTS = join(ROOT, 'reports');
const children = new Children();

/** With it, tools and the tests' many server processes start in two thirds of the time. */
const NODE_COMPILE_CACHE = join(ROOT, 'node_modules', '.cache', 'node-compile');

/** As for the workers of `vitest.config.ts`: collecting garbage costs the tools a tenth of their time. */
const ROOMY = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

function node(args: string[], env: Record<string, string> = {}): Promise<number> {
  const withCache = { NODE_COMPILE_CACHE, ...env };
  return children.run({
    command: process.execPath,
    args: [...ROOMY, ...args],
    cwd: ROOT,
    env: withCache,
  });
}

/** A tool whose exit code is its whole result. */
async function tool(...args: string[]): Promise<Outcome> {
  return (await node(args)) === 0 ? passed() : failed();
}

/**
 * Unit tests wait for processes, threads and timers for half of their time (`docs/decisions/0159-…`);
 * storage's tests in Chromium do not.
 */
const UNIT_WORKERS = Math.ceil(availableParallelism() * 1.5);

async function vitest(name: string, projects: string[], workers: number): Promise<Outcome> {
  const file = join(REPORTS, `${name}.json`);
  rmSync(file, { force: true });
  const code = await node(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      `--maxWorkers=${workers}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    { NODE_ENV: 'test' },
  );
  return vitestOutcome(readReport(file), code);
}

async function playwright(): Promise<Outcome> {
  const file = join(REPORTS, 'e2e.json');
  rmSync(file, { force: true });
  const code = await node(
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config=e2e/playwright.config.ts',
      '--reporter=list,json',
    ],
    // A line for each journey, because other steps write between them.
    { PLAYWRIGHT_JSON_OUTPUT_FILE: file, PLAYWRIGHT_FORCE_TTY: '0' },
  );
  return playwrightOutcome(readReport(file), code);
}

/** The folders checked by the rules of `.oxlintrc.json`. */
const LINTED = ['packages', 'apps', 'e2e', 'scripts', 'bench'];

/** What the tests of `npm run test:deep` start besides; said at once and not after an hour. */
const DEEP_STEPS: Step[] =
  process.env['CRECE_DEEP'] === '1'
    ? [{ name: 'programs', group: 'unit', isStatic: true, run: async () => checkPrograms() }]
    : [];

const STEPS: Step[] = [
  ...DEEP_STEPS,
  { name: 'build', group: 'build', isStatic: true, run: () => tool('scripts/build.ts') },
  { name: 'types', group: 'types', isStatic: true, run: () => checkTypes(ROOT, node) },
  {
    name: 'oxlint',
    group: 'lint',
    isStatic: true,
    run: () => tool('node_modules/oxlint/bin/oxlint', ...LINTED),
  },
  {
    name: 'knip',
    group: 'lint',
    isStatic: true,
    run: () => tool('node_modules/knip/bin/knip.js'),
  },
  {
    name: 'arrows',
    group: 'lint',
    isStatic: true,
    run: () => checkArrows(ROOT, join(REPORTS, 'arrows.json'), node),
  },
  {
    name: 'biome',
    group: 'lint',
    isStatic: true,
    run: () => tool('node_modules/@biomejs/biome/bin/biome', 'check', '.'),
  },
  { name: 'coverage', group: 'lint', isStatic: true, run: () => tool('scripts/check-coverage.ts') },
  { name: 'titles', group: 'lint', isStatic: true, run: () => tool('scripts/test-titles.ts') },
  {
    name: 'size',
    group: 'build',
    needs: 'build',
    run: () => tool('node_modules/size-limit/bin.js'),
  },
  {
    name: 'chrome95',
    group: 'build',
    needs: 'build',
    run: () => tool('scripts/check-oldest-chrome.ts'),
  },
  {
    name: 'unit',
    group: 'unit',
    run: () => vitest('unit', ['node', 'web', 'web-isolated'], UNIT_WORKERS),
  },
  {
    name: 'browser',
    group: 'browser',
    needsChromium: true,
    run: () => vitest('browser', ['browser'], availableParallelism()),
  },
  {
    name: 'e2e',
    group: 'e2e',
    needs: 'build',
    needsChromium: true,
    run: playwright,
  },
];

/** Input of a step: results of earlier steps, and a Chromium that may still be installing. */
interface Before {
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly chromium: Promise<Chromium> | null;
}

async function runStep(step: Step, { outcomes, chromium }: Before): Promise<Outcome> {
  if (step.needs !== undefined && (outcomes.get(step.needs)?.failed ?? 0) > 0) {
    return failed(`not run: ${step.needs} failed`);
  }
  try {
    if (step.needsChromium && chromium !== null) {
      const found = await chromium;
      if (!found.ok) return failed(found.sentence);
      process.env['CRECE_CHROMIUM'] = found.path;
    }
    return await step.run();
  } catch (error) {
    console.error(error);
    return failed('broke off');
  }
}

async function runAll(steps: Step[]): Promise<number> {
  const outcomes = new Map<string, Outcome>();
  const table: string[] = [];
  // If it must be installed, this runs in parallel with the steps that do not need it.
  const chromium = steps.some((step) => step.needsChromium) ? ensureChromium() : null;
  const runOne = async (step: Step): Promise<void> => {
    console.log(`\n=== ${step.name} ===`);
    const start = performance.now();
    const outcome = await runStep(step, { outcomes, chromium });
    if (children.stopped()) return;
    outcomes.set(step.name, outcome);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const note = outcome.note === undefined ? '' : ` (${outcome.note})`;
    const line = `${step.name.padEnd(9)} ${outcome.passed} passed, ${outcome.failed} failed, ${seconds} s${note}`;
    table.push(line);
    console.log(`--- ${line}`);
  };
  await inOrder(steps, runOne, () => children.stopped());
  if (children.stopped()) return children.exitCode(1);
  const all = [...outcomes.values()];
  const sum = (pick: (outcome: Outcome) => number) =>
    all.reduce((total, outcome) => total + pick(outcome), 0);
  const failures = sum((outcome) => outcome.failed);
  const last = `${sum((outcome) => outcome.passed)} passed, ${failures} failed`;
  // At the very end, because a truncated log keeps only its end.
  for (const [name, outcome] of outcomes) {
    for (const failure of outcome.failures ?? []) console.log(`\n${name} failed: ${failure}`);
  }
  console.log(`\n${table.join('\n')}\n`);
  return finish(last, failures === 0 ? 0 : 1);
}

/** Prints the last line and stores it for `.ci/run`, because npm prints more after a failure. */
function finish(line: string, code: number): number {
  writeFileSync(join(REPORTS, 'summary.txt'), `${line}\n`);
  console.log(line);
  return code;
}

async function main(args: string[]): Promise<number> {
  const selected = selectSteps(STEPS, args);
  if (!selected.ok) {
    console.error(selected.sentence);
    return 2;
  }
  mkdirSync(REPORTS, { recursive: true });
  return runAll(selected.steps);
}

process.exitCode = await main(process.argv.slice(2));
