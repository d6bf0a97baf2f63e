import { describe, expect, it } from 'vitest';
import { cellsOf, checkCoverage } from './check-coverage.ts';

const DOCUMENT = `
- **later: reports** the coordinators' files
| id | what | proof |
|---|---|---|
| 1.one | a rule | \`a.test.ts > keeps the rule\` |
| 1.two | a report | later: reports |
`;
const tests = (path: string) => (path === 'a.test.ts' ? "it('keeps the rule')" : null);

describe('checkCoverage', () => {
  it('counts rows that are proven and rows that wait', () => {
    expect(checkCoverage(DOCUMENT, tests)).toEqual({ rows: 2, tested: 1, later: 1, problems: [] });
  });

  it('names a test that no longer exists', () => {
    const renamed = DOCUMENT.replace('keeps the rule', 'keeps another rule');
    expect(checkCoverage(renamed, tests).problems).toEqual([
      '1.one: a.test.ts has no test "keeps another rule"',
    ]);
    expect(checkCoverage(DOCUMENT, () => null).problems).toEqual([
      '1.one: there is no file a.test.ts',
    ]);
  });

  it('refuses an undeclared piece of work, an empty proof and a row that stands twice', () => {
    const bad = `${DOCUMENT}| 1.two | again | later: someday |\n| 1.three | nothing |  |\n`;
    expect(checkCoverage(bad, tests).problems).toEqual([
      '1.two: the row stands twice',
      '1.two: "someday" is not in the list of later work',
      '1.three: names neither a test nor a later piece of work',
    ]);
  });

  it('fails when it finds no row at all', () => {
    expect(checkCoverage('nothing', tests).problems).toHaveLength(1);
  });
});

describe('cellsOf', () => {
  it('splits cells and leaves a pipe inside code alone', () => {
    expect(cellsOf('| a | `b | c` | d \\| e |')).toEqual(['a', '`b | c`', 'd | e']);
  });
});
