import { describe, expect, it } from 'vitest';
import { checkTitles, mayHoldTests, needsDescribe, titlesOf } from './test-titles.ts';

const PATH = 'packages/domain/src/ids.test.ts';

/** A file with so many titles that lean on their `describe`, and so many that do not. */
function aFile(leaning: number, others: number, path = PATH) {
  const test = (title: string) => `it('${title}', () => {});`;
  const tests = [
    ...Array.from({ length: leaning }, (_, at) => test(`is refused ${at}`)),
    ...Array.from({ length: others }, (_, at) => test(`a late answer is refused ${at}`)),
  ];
  return { path, text: tests.join('\n') };
}

describe('checkTitles', () => {
  it.each([
    ['none', 0, 100],
    ['4.9 %', 49, 951],
    ['5 %', 50, 950],
  ])('%s of leaning titles pass', (_share, leaning, others) => {
    const all = leaning + others;
    expect(checkTitles([aFile(leaning, others)])).toEqual({ all, leaning, problems: [] });
  });

  it('titles above 5 % fail, and their files are named, the worst first', () => {
    const other = 'apps/web/src/app/routes.test.tsx';
    const sources = [aFile(1, 99, other), aFile(50, 850), aFile(0, 1, 'e2e/flows/day.spec.ts')];
    expect(checkTitles(sources)).toEqual({
      all: 1001,
      leaning: 51,
      problems: [
        '51 of 1001 titles need their describe, more than 5 %: name what the test is about',
        `${PATH}: 50, such as "is refused 0"`,
        `${other}: 1, such as "is refused 0"`,
      ],
    });
  });

  it('ten files are named, no more', () => {
    const sources = Array.from({ length: 11 }, (_, at) => aFile(1, 0, `e2e/flows/${at}.spec.ts`));
    expect(checkTitles(sources).problems).toHaveLength(1 + 10);
  });

  it('a run without any title fails', () => {
    expect(checkTitles([{ path: PATH, text: '' }]).problems).toHaveLength(1);
  });
});

describe('needsDescribe', () => {
  it.each([
    'is refused after ten minutes',
    'has no link',
    'does not start',
    'cannot be demoted',
    'stays open',
    'of 100,000 documents gets a row for each',
    'that is malformed is answered with 400',
    'also asks a person who returns',
  ])('the title "%s" leans on its describe', (title) => {
    expect(needsDescribe(title)).toBe(true);
  });

  it.each([
    'a full disk answers 503',
    'refuses a late answer',
    'island names are sorted',
    'offline phones wait',
    '%s is refused',
    '',
  ])('the title "%s" reads alone', (title) => {
    expect(needsDescribe(title)).toBe(false);
  });
});

describe('titlesOf', () => {
  const titles = (text: string, path = PATH) => titlesOf({ path, text });

  it.each([
    ["it('a phone waits', () => {});", 'a phone waits'],
    ['it("a person\'s phone waits", async () => {});', "a person's phone waits"],
    ["it.only('a phone waits', function () {});", 'a phone waits'],
    ["it('a phone waits', { timeout: 1 }, () => {});", 'a phone waits'],
    ["it.each([['a', 'b']])('%s waits for %s', () => {});", '%s waits for %s'],
    [`it.each\`a\n\${1}\`('$a waits', () => {});`, '$a waits'],
    ["it.skipIf(isSlow)('a phone waits', () => {});", 'a phone waits'],
    [`it(\`a phone waits \${ROUNDS} times\`, () => {});`, `a phone waits \${ROUNDS} times`],
    ["test.describe('phones', () => { test('a phone waits', async () => {}); });", 'a phone waits'],
    ["withAccounts('a phone waits', async () => {});", 'a phone waits'],
  ])('finds the title in %s', (text, title) => {
    expect(titles(text)).toEqual([title]);
  });

  it.each([
    "describe('is', () => {});",
    "test.step('is', () => {});",
    "test.skip(isSlow, 'is too slow');",
    "withId('is');",
    "commit('is', () => {});",
    "// it('is gone', () => {});",
    'const example = "it(\'is\', () => {});";',
  ])('finds no title in %s', (text) => {
    expect(titles(text)).toEqual([]);
  });

  it('titles beside the markup of a page are found, in their order', () => {
    const text = "it('one', () => { render(<p>it</p>); });\nit('two', () => {});";
    expect(titles(text, 'apps/web/src/a.test.tsx')).toEqual(['one', 'two']);
  });
});

describe('mayHoldTests', () => {
  it('tests, journeys and shared suites are read, and product code is not', () => {
    const paths = [
      PATH,
      'apps/web/src/app/routes.test.tsx',
      'e2e/flows/day.spec.ts',
      'apps/server/src/store/testing/conformance-feed.ts',
      'packages/domain/src/ids.ts',
      'docs/testing/notes.md',
    ];
    expect(paths.filter(mayHoldTests)).toEqual(paths.slice(0, 4));
  });
});
