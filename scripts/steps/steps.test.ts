import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aCheckout, type Checkout } from '../testing/checkout.ts';
import { uncruised } from './arrows.ts';
import { playwrightOutcome, vitestOutcome } from './reports.ts';
import { inOrder, passed, type Step, selectSteps } from './step.ts';
import { typeProjects } from './types.ts';

describe('vitestOutcome', () => {
  it('counts passed and failed tests', () => {
    const report = { numPassedTests: 40, numFailedTests: 2 };
    expect(vitestOutcome(report, 1)).toEqual({ passed: 40, failed: 2 });
    expect(vitestOutcome({ numPassedTests: 42 }, 0)).toEqual({ passed: 42, failed: 0 });
  });

  it('names the skipped tests', () => {
    const report = { numPassedTests: 1, numPendingTests: 2, numTodoTests: 3 };
    expect(vitestOutcome(report, 0)).toEqual({ passed: 1, failed: 0, note: '5 skipped' });
  });

  it("counts a file that did not load in addition to another's failed tests", () => {
    const testResults = [
      { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ];
    const report = { numPassedTests: 2, numFailedTests: 1, testResults };
    expect(vitestOutcome(report, 1)).toMatchObject({ passed: 2, failed: 2 });
  });

  it('names each failed test with the first lines of its reason, without colours', () => {
    const testResults = [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds' },
          {
            status: 'failed',
            fullName: 'takes',
            failureMessages: ['\u001b[31mgot 2\u001b[39m\n\nof 3'],
          },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'no such file', assertionResults: [] },
    ];
    const report = { numPassedTests: 1, numFailedTests: 1, testResults };
    expect(vitestOutcome(report, 1).failures).toEqual([
      'a.test.ts > takes\n    got 2\n    of 3',
      'b.test.ts\n    no such file',
    ]);
  });

  it('fails once when the run failed outside any test', () => {
    expect(vitestOutcome({ numPassedTests: 40 }, 1)).toEqual({
      passed: 40,
      failed: 1,
      note: 'exit code 1',
    });
  });

  it('fails when no test ran or no report was left', () => {
    const expected = { passed: 0, failed: 1, note: 'no test ran' };
    expect(vitestOutcome({ numPassedTests: 0 }, 0)).toEqual(expected);
    expect(vitestOutcome(null, 0)).toEqual(expected);
  });
});

describe('playwrightOutcome', () => {
  it('counts passed and failed tests', () => {
    const stats = { expected: 9, unexpected: 1, flaky: 0, skipped: 0 };
    expect(playwrightOutcome({ stats }, 1)).toEqual({ passed: 9, failed: 1 });
  });

  it('names failed tests at any depth', () => {
    const stats = { expected: 1, unexpected: 1 };
    const tests = [{ results: [{ errors: [{ message: 'not visible' }] }] }];
    const specs = [
      { ok: true, title: 'opens', file: 'a.spec.ts', line: 3 },
      { ok: false, title: 'closes', file: 'a.spec.ts', line: 9, tests },
    ];
    const suites = [{ specs: [], suites: [{ specs }] }];
    expect(playwrightOutcome({ stats, suites }, 1).failures).toEqual([
      'a.spec.ts:9 > closes\n    not visible',
    ]);
  });

  it('names tests that passed only on a retry, and skipped ones', () => {
    const stats = { expected: 9, unexpected: 0, flaky: 2, skipped: 1 };
    expect(playwrightOutcome({ stats }, 0)).toEqual({
      passed: 11,
      failed: 0,
      note: '2 only on a second try, 1 skipped',
    });
  });

  it('shows the page at the time of the failure', () => {
    const checkout = aCheckout();
    const path = join(checkout.root, 'error-context.md');
    const lines = Array.from({ length: 80 }, (_, at) => `- line ${at}`);
    writeFileSync(path, `# Error details\n\n# Page snapshot\n${lines.join('\n')}\n`);
    const attachments = [
      { name: 'trace', path },
      { name: 'error-context', path },
    ];
    const tests = [{ results: [{ errors: [{ message: 'not visible' }], attachments }] }];
    const specs = [{ ok: false, title: 'closes', file: 'a.spec.ts', line: 9, tests }];
    const report = { stats: { unexpected: 1 }, suites: [{ specs }] };
    const [told = ''] = playwrightOutcome(report, 1).failures ?? [];
    checkout.remove();
    expect(told).toMatch(/^a\.spec\.ts:9 > closes\n {4}not visible\n\n- line 0\n/);
    expect(told).toMatch(/- line 58$/);
  });

  it('fails when no test ran', () => {
    const expected = { passed: 0, failed: 1, note: 'no test ran' };
    expect(playwrightOutcome({ stats: { expected: 0 } }, 0)).toEqual(expected);
    expect(playwrightOutcome(null, 0)).toEqual(expected);
  });
});

describe('selectSteps', () => {
  const step = (name: string, group: string, needs?: string): Step => ({
    name,
    group,
    ...(needs === undefined ? {} : { needs }),
    run: async () => passed(),
  });
  const STEPS = [
    step('biome', 'lint'),
    step('knip', 'lint'),
    step('build', 'build'),
    step('e2e', 'e2e', 'build'),
  ];
  const names = (...args: string[]) => {
    const selected = selectSteps(STEPS, args);
    return selected.ok ? selected.steps.map(({ name }) => name) : selected.sentence;
  };

  it('selects all steps without --only', () => {
    expect(names()).toEqual(['biome', 'knip', 'build', 'e2e']);
  });

  it('selects groups and single steps, in their defined order', () => {
    expect(names('--only=build,lint')).toEqual(['biome', 'knip', 'build']);
    expect(names('--only=knip')).toEqual(['knip']);
  });

  it('adds the step that a selected one needs', () => {
    expect(names('--only=e2e')).toEqual(['build', 'e2e']);
  });

  it('refuses an unknown name instead of running nothing', () => {
    const sentence = 'Use --only= with lint, biome, knip, build, e2e.';
    expect(names('--only=linnt')).toBe(`Unknown: linnt. ${sentence}`);
    expect(names('--onyl=lint')).toBe(`Unknown: --onyl=lint. ${sentence}`);
  });
});

describe('inOrder', () => {
  const step = (name: string, isStatic: boolean): Step => ({
    name,
    group: name,
    isStatic,
    run: async () => passed(),
  });
  const STEPS = [step('e2e', false), step('a', true), step('b', true), step('c', true)];
  const runBy = async (isStopped: (log: string[]) => boolean, steps: readonly Step[] = STEPS) => {
    const log: string[] = [];
    const run = async ({ name }: Step) => {
      log.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      log.push(`${name} ends`);
    };
    await inOrder(steps, run, () => isStopped(log));
    return log;
  };

  it('runs static steps two at a time, and the others after the last of them', async () => {
    const log = await runBy(() => false);
    expect(log.slice(0, 4)).toEqual(['a begins', 'b begins', 'a ends', 'c begins']);
    expect(log.slice(-3)).toEqual(['c ends', 'e2e begins', 'e2e ends']);
    expect(log).toHaveLength(8);
  });

  it('starts no further step after it is stopped', async () => {
    const log = await runBy((so) => so.length >= 2);
    expect(log).toEqual(['a begins', 'b begins', 'a ends', 'b ends']);
  });
});

describe('uncruised', () => {
  it('names folders without any checked module', () => {
    const sources = ['packages/growth/src/index.ts', 'apps/web/vite.config.ts', 'benches.ts'];
    expect(uncruised(['apps/web/src', 'packages/growth/src', 'bench'], sources)).toEqual([
      'apps/web/src',
      'bench',
    ]);
    expect(uncruised(['packages/growth/src'], [])).toEqual(['packages/growth/src']);
    expect(uncruised(['packages/growth/src', 'apps/web'], sources)).toEqual([]);
  });
});

describe('typeProjects', () => {
  let checkout: Checkout;

  beforeEach(() => {
    checkout = aCheckout();
  });
  afterEach(() => checkout.remove());

  it('finds every project except the base, and packages without one', () => {
    checkout.write('tsconfig.json', {});
    checkout.write('tsconfig.base.json', {});
    checkout.write('apps/web/package.json', {});
    checkout.write('apps/web/tsconfig.json', {});
    checkout.write('apps/web/tsconfig.worker.json', {});
    expect(typeProjects(checkout.root)).toEqual({
      projects: ['apps/web/tsconfig.json', 'apps/web/tsconfig.worker.json', 'tsconfig.json'],
      without: ['packages/growth'],
    });
  });
});
