import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  cellsOf,
  checkCoverage,
  checkSecurity,
  holdsTests,
  readTests,
  shortName,
} from './check-coverage.ts';

const DOCUMENT = `
- **later: reports** the coordinators' files
| id | what | proof |
|---|---|---|
| 1.one | a rule | domain/a, e2e/b |
| 1.two | a report | later: reports |
| 1.three | a page of reports | e2e/b; later: reports |
`;
const A_TEST = "it('keeps the rule', () => {});";
const TESTS = new Map([
  ['domain/a', A_TEST],
  ['e2e/b', A_TEST],
]);

describe('checkCoverage', () => {
  it('counts rows with tests and rows for later work', () => {
    expect(checkCoverage(DOCUMENT, TESTS)).toEqual({ rows: 3, tested: 2, later: 1, problems: [] });
  });

  it('reports a missing test file and one without a test', () => {
    expect(checkCoverage(DOCUMENT, new Map([['domain/a', 'const x = 1;']])).problems).toEqual([
      '1.one: domain/a holds no test',
      '1.one: there is no test file e2e/b',
      '1.three: there is no test file e2e/b',
    ]);
  });

  it('refuses an undeclared piece of work, an empty proof, and a duplicate row or file', () => {
    const bad = `${DOCUMENT}| 1.two | again | later: someday |
| 1.four | nothing |  |
| 1.five | twice | e2e/b, e2e/b |
`;
    expect(checkCoverage(bad, TESTS).problems).toEqual([
      '1.two: the row stands twice',
      '1.two: "someday" is not in the list of later work',
      '1.four: names neither a test nor a later piece of work',
      '1.five: e2e/b stands twice',
    ]);
  });

  it('accepts a row of 180 characters and refuses one of 181', () => {
    const row = (length: number) => `| 1.four | ${'x'.repeat(length - 21)} | e2e/b |`;
    expect(row(180)).toHaveLength(180);
    expect(checkCoverage(row(180), TESTS).problems).toEqual([]);
    expect(checkCoverage(row(181), TESTS).problems).toEqual([
      '1.four: the row has 181 characters, more than 180',
    ]);
  });

  it('fails when it finds no row', () => {
    expect(checkCoverage('nothing', TESTS).problems).toHaveLength(1);
  });
});

describe('shortName', () => {
  it.each([
    ['packages/domain/src/screening/classify.test.ts', 'domain/screening/classify'],
    ['packages/storage/src/engine/sync/exchange.node.test.ts', 'storage/engine/sync/exchange.node'],
    ['packages/storage/src/unit/writes/referral.both.test.ts', 'storage/unit/writes/referral'],
    ['apps/web/src/features/lock/lock-gate.test.tsx', 'web/lock/lock-gate'],
    ['apps/web/src/app/routes.test.tsx', 'web/app/routes'],
    ['apps/server/src/accounts/routes/sign-up-routes.test.ts', 'server/accounts/sign-up-routes'],
    ['e2e/flows/print.spec.ts', 'e2e/print'],
    ['scripts/check-coverage.test.ts', 'scripts/check-coverage'],
  ])('shortens %s to %s', (path, name) => {
    expect(shortName(path)).toBe(name);
  });
});

describe('holdsTests', () => {
  it.each([
    A_TEST,
    "  it.each([1, 2])('is %s', () => {});",
    "test('opens', async () => {});",
    "withAccounts(\n  'leads on', async () => {});",
    "describeDocumentStore('SqliteStore', open);",
  ])('finds the test in %s', (text) => {
    expect(holdsTests(text)).toBe(true);
  });

  it.each(['', "import { it } from 'vitest';", "// it('is gone', () => {});", 'submit(form);'])(
    'finds no test in %j',
    (text) => {
      expect(holdsTests(text)).toBe(false);
    },
  );
});

describe('readTests', () => {
  function aFolder(...paths: string[]): string {
    const folder = mkdtempSync(join(tmpdir(), 'crece-coverage-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const path of paths) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), A_TEST);
    }
    return folder;
  }

  it('finds the tests of packages, applications, journeys and scripts by their short names', () => {
    const folder = aFolder(
      'apps/web/src/features/lock/lock-gate.test.tsx',
      'apps/web/build/packed-data.test.ts',
      'packages/domain/src/ids.test.ts',
      'e2e/flows/print.spec.ts',
      'scripts/steps/steps.test.ts',
      'packages/domain/src/ids.ts',
      'node_modules/other/src/other.test.ts',
    );
    expect([...readTests(folder).keys()].sort()).toEqual([
      'domain/ids',
      'e2e/print',
      'scripts/steps/steps',
      'web/build/packed-data',
      'web/lock/lock-gate',
    ]);
    expect(readTests(folder).get('e2e/print')).toBe(A_TEST);
  });

  it('refuses two files with the same short name', () => {
    const folder = aFolder('apps/web/src/lock/a.test.ts', 'apps/web/src/features/lock/a.test.ts');
    expect(() => readTests(folder)).toThrow('two test files have the short name web/lock/a');
  });
});

describe('cellsOf', () => {
  it('splits cells and ignores a pipe inside code', () => {
    expect(cellsOf('| a | `b | c` | d \\| e |')).toEqual(['a', '`b | c`', 'd | e']);
  });
});

describe('checkSecurity', () => {
  const chapters = Array.from(
    { length: 14 },
    (_, at) => `| V${at + 1}.1.1 | met | so | domain/a |`,
  );

  it('accepts a line of each chapter with its test, and a reason where there is none', () => {
    const reasons = ['| V2.2.2 | not met | by specification | |', '| V3.9 | partly | so | e2e/b |'];
    expect(checkSecurity([...chapters, ...reasons].join('\n'), TESTS)).toEqual([]);
  });

  it('reports a missing chapter, test, state or reason', () => {
    const bad = [
      ...chapters.slice(1),
      '| V2.2.1 | met | so | |',
      '| V2.2.2 | met | so | domain/gone |',
      '| V2.2.3 | perhaps | so | e2e/b |',
      '| V2.2.4 | not met | | |',
    ];
    expect(checkSecurity(bad.join('\n'), TESTS)).toEqual([
      'V2.2.1: names neither a test nor a later piece of work',
      'V2.2.2: there is no test file domain/gone',
      'V2.2.3: "perhaps" is no state',
      'V2.2.4: says neither how nor why not',
      'V1: the chapter has no line',
    ]);
  });
});
