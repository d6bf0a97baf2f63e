/**
 * Checks docs/specification-coverage.md: every row must name existing test files that contain
 * tests, or a declared later piece of work. A deleted or moved test file therefore fails the run,
 * and no row stays without proof; titles of tests are not checked.
 *
 * A row's last cell has the short names of test files, separated by commas, then (or only) `later:
 * <piece of work>` with a name from the document's list of later work.
 *
 * Checks docs/security.md too: what it calls met or partly met must name such test files.
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const DOCUMENT = 'docs/specification-coverage.md';
const SECURITY = 'docs/security.md';
const TEST_FILES = ['{apps,packages}/*/{src,build}', 'e2e/{flows,agreement}', 'scripts'].map(
  (folder) => `${folder}/**/*.{test,spec}.{ts,tsx}`,
);
/** Folders that are in every path or add no information. */
const LEFT_OUT = new Set(['apps', 'packages', 'src', 'features', 'routes', 'flows']);
/** A row must be readable on one line; a longer one names too many tests or has too much text. */
const LONGEST_ROW = 180;

export interface CoverageResult {
  rows: number;
  tested: number;
  later: number;
  problems: string[];
}

/**
 * The name of a test file in the table: its path without extension and folders that add no
 * information (`apps/web/src/features/lock/lock-gate.test.tsx` is `web/lock/lock-gate`; storage's
 * `.both`, for tests on Node and in a browser, adds none either).
 */
export function shortName(path: string): string {
  return path
    .replace(/(\.both)?\.(test|spec)\.tsx?$/, '')
    .split('/')
    .filter((part, index, parts) => index === parts.length - 1 || !LEFT_OUT.has(part))
    .join('/');
}

/** Whether a file's text calls a test: `it`, `test`, a test with fixtures or a shared suite. */
export function holdsTests(text: string): boolean {
  return /^\s*(?:it|test|with[A-Z]\w*|describe[A-Z]\w*)(?:\.\w+)*\(/m.test(text);
}

/** Splits a table line into its cells; a pipe inside backticks or escaped does not split. */
export function cellsOf(line: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let inCode = false;
  for (let i = 1; i < line.length; i += 1) {
    const char = line.charAt(i);
    if (char === '\\' && line.charAt(i + 1) === '|') {
      cell += '|';
      i += 1;
    } else if (char === '`') {
      inCode = !inCode;
      cell += char;
    } else if (char === '|' && !inCode) {
      cells.push(cell.trim());
      cell = '';
    } else {
      cell += char;
    }
  }
  return cells;
}

/**
 * Reads the coverage document and checks each row's proof.
 *
 * @param markdown the document
 * @param tests the text of every test file, by its short name
 */
export function checkCoverage(
  markdown: string,
  tests: ReadonlyMap<string, string>,
): CoverageResult {
  const result: CoverageResult = { rows: 0, tested: 0, later: 0, problems: [] };
  const pieces = new Set(
    [...markdown.matchAll(/^- \*\*later: ([^*]+)\*\*/gm)].map((match) => (match[1] ?? '').trim()),
  );
  const seen = new Set<string>();
  for (const line of markdown.split('\n')) {
    const cells = line.startsWith('| ') ? cellsOf(line) : [];
    const [id, , proof] = cells;
    if (id === undefined || !/^\d+\.[a-z0-9-]+$/.test(id)) continue;
    result.rows += 1;
    if (seen.has(id)) result.problems.push(`${id}: the row stands twice`);
    seen.add(id);
    if (line.length > LONGEST_ROW) {
      result.problems.push(
        `${id}: the row has ${line.length} characters, more than ${LONGEST_ROW}`,
      );
    }
    checkProof(id, proof ?? '', pieces, tests, result);
  }
  if (result.rows === 0) result.problems.push('no row was found: the check would prove nothing');
  return result;
}

function checkProof(
  id: string,
  proof: string,
  pieces: ReadonlySet<string>,
  tests: ReadonlyMap<string, string>,
  result: CoverageResult,
): void {
  const parts = proof.split(/[,;]/).map((part) => part.trim());
  const laters = parts.filter((part) => part.startsWith('later: '));
  const names = parts.filter((part) => part !== '' && !part.startsWith('later: '));
  if (names.length === 0 && laters.length === 0) {
    result.problems.push(`${id}: names neither a test nor a later piece of work`);
    return;
  }
  for (const later of laters) {
    const piece = later.slice('later: '.length);
    if (!pieces.has(piece))
      result.problems.push(`${id}: "${piece}" is not in the list of later work`);
  }
  for (const [index, name] of names.entries()) {
    const text = tests.get(name);
    if (text === undefined) result.problems.push(`${id}: there is no test file ${name}`);
    else if (!holdsTests(text)) result.problems.push(`${id}: ${name} holds no test`);
    if (names.indexOf(name) < index) result.problems.push(`${id}: ${name} stands twice`);
  }
  if (names.length > 0) result.tested += 1;
  else result.later += 1;
}

const CHAPTERS = 14;
const SHOWN_BY_TESTS = ['met', 'partly'];
const STATES = [...SHOWN_BY_TESTS, 'not met', 'not applicable'];

/**
 * Reads the document about the security standard: every chapter must be there, and every line has a
 * state, says how or why, and names the tests that show it where there is anything to show.
 *
 * @param markdown the document
 * @param tests the text of every test file, by its short name
 */
export function checkSecurity(markdown: string, tests: ReadonlyMap<string, string>): string[] {
  const result: CoverageResult = { rows: 0, tested: 0, later: 0, problems: [] };
  const chapters = new Set<string>();
  for (const line of markdown.split('\n')) {
    const [id = '', state = '', how = '', proof = ''] = line.startsWith('| V') ? cellsOf(line) : [];
    const [chapter] = /^V\d+/.exec(id) ?? [];
    if (chapter === undefined) continue;
    chapters.add(chapter);
    if (!STATES.includes(state)) result.problems.push(`${id}: "${state}" is no state`);
    if (how === '') result.problems.push(`${id}: says neither how nor why not`);
    if (proof !== '' || SHOWN_BY_TESTS.includes(state))
      checkProof(id, proof, new Set(), tests, result);
  }
  for (let chapter = 1; chapter <= CHAPTERS; chapter += 1) {
    if (!chapters.has(`V${chapter}`)) result.problems.push(`V${chapter}: the chapter has no line`);
  }
  return result.problems;
}

/** The test files below a folder by short name; throws when two have the same one. */
export function readTests(folder: string): Map<string, string> {
  const tests = new Map<string, string>();
  for (const path of globSync(TEST_FILES, { cwd: folder })) {
    const name = shortName(path);
    if (tests.has(name)) throw new Error(`two test files have the short name ${name}`);
    tests.set(name, readFileSync(`${folder}/${path}`, 'utf8'));
  }
  return tests;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const tests = readTests(root);
  const result = checkCoverage(readFileSync(`${root}${DOCUMENT}`, 'utf8'), tests);
  const security = checkSecurity(readFileSync(`${root}${SECURITY}`, 'utf8'), tests);
  for (const problem of result.problems) console.error(`${DOCUMENT}: ${problem}`);
  for (const problem of security) console.error(`${SECURITY}: ${problem}`);
  console.log(
    `${result.rows} rows: ${result.tested} proven by tests, ${result.later} for later work`,
  );
  if (result.problems.length + security.length > 0) process.exitCode = 1;
}
