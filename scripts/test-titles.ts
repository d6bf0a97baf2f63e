/**
 * A test that fails is met by its title: in a report, in a list of commits, in a search. So a title says
 * by itself what holds. This file counts those that need the `describe` around them ("is refused after
 * ten minutes": what is?); run as a program, it fails when they are more than a few in a hundred.
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Titles in a hundred that may need their `describe`. */
export const MOST_LEANING = 5;

/** How many files a refusal names, those with the most such titles first. */
const NAMED_FILES = 10;

export interface TestSource {
  readonly path: string;
  readonly text: string;
}

/** Files with tests of their own, and those with suites that several of them share. */
export const mayHoldTests = (path: string): boolean =>
  /\.(?:test|spec)\.tsx?$/.test(path) || /\/testing\/.*\.tsx?$/.test(path);

/**
 * The first words of a title that leans on its `describe`: a form of "be", "have" or "do", a modal verb, a
 * verb that says only in what state a subject is, a word that continues a sentence.
 */
const LEANING = new RegExp(
  `^(?:${[
    'is|are|was|were|be|been|has|have|had|does|do|did',
    'can|cannot|could|may|might|must|should|shall|will|would',
    'gets?|becomes?|remains?|stays?|stands?|lies?',
    'of|that|and|also|still|unless|because',
  ].join('|')})\\b`,
);

export const needsDescribe = (title: string): boolean => LEANING.test(title);

/** `it`, `test`, and a test with fixtures of its own by the name that files give it: `withAccounts`. */
const TEST = /^(?:it|test|with[A-Z]\w*)$/;
const MANNERS = new Set(['concurrent', 'each', 'fails', 'fixme', 'for', 'only', 'skip', 'skipIf']);

/** Whether this is called as a test is: `it`, `it.only`, `it.each(table)`, `` it.each`table` ``. */
function isTestName(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return TEST.test(node.text);
  if (ts.isCallExpression(node)) return isTestName(node.expression);
  if (ts.isTaggedTemplateExpression(node)) return isTestName(node.tag);
  return (
    ts.isPropertyAccessExpression(node) &&
    MANNERS.has(node.name.text) &&
    isTestName(node.expression)
  );
}

const isFunction = (node: ts.Node): boolean =>
  ts.isArrowFunction(node) || ts.isFunctionExpression(node);

/** The title of a test; `null` for any other call. */
function titleOf(call: ts.CallExpression, file: ts.SourceFile): string | null {
  const [title, ...others] = call.arguments;
  if (title === undefined || !others.some(isFunction) || !isTestName(call.expression)) return null;
  if (ts.isStringLiteralLike(title)) return title.text;
  return ts.isTemplateExpression(title) ? title.getText(file).slice(1, -1) : null;
}

/** The titles of the tests in a file, in their order. */
export function titlesOf({ path, text }: TestSource): string[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind);
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    const title = ts.isCallExpression(node) ? titleOf(node, file) : null;
    if (title !== null) titles.push(title);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return titles;
}

export interface Titles {
  readonly all: number;
  readonly leaning: number;
  /** What is wrong: nothing up to {@link MOST_LEANING} in a hundred. */
  readonly problems: readonly string[];
}

export function checkTitles(sources: readonly TestSource[]): Titles {
  const files = sources.map((source) => {
    const titles = titlesOf(source);
    return { path: source.path, count: titles.length, leaning: titles.filter(needsDescribe) };
  });
  const all = files.reduce((sum, { count }) => sum + count, 0);
  const leaning = files.reduce((sum, { leaning: own }) => sum + own.length, 0);
  if (all === 0)
    return { all, leaning, problems: ['no title was found: the check proves nothing'] };
  if (100 * leaning <= MOST_LEANING * all) return { all, leaning, problems: [] };
  const worst = files
    .filter((file) => file.leaning.length > 0)
    .sort((a, b) => b.leaning.length - a.leaning.length || (a.path < b.path ? -1 : 1))
    .slice(0, NAMED_FILES)
    .map(({ path, leaning: own }) => `${path}: ${own.length}, such as "${own[0] ?? ''}"`);
  const sentence = `${leaning} of ${all} titles need their describe, more than ${MOST_LEANING} %: name what the test is about`;
  return { all, leaning, problems: [sentence, ...worst] };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const paths = globSync('{apps,packages,e2e,scripts,bench}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(path),
  }).filter(mayHoldTests);
  const { all, leaning, problems } = checkTitles(
    paths.map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') })),
  );
  for (const problem of problems) console.error(problem);
  console.log(`${all} titles of tests: ${leaning} need their describe`);
  if (problems.length > 0) process.exitCode = 1;
}
