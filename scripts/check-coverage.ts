/**
 * Checks docs/specification-coverage.md: every row names tests that exist, or a declared later
 * piece of work. A renamed or deleted test therefore fails the run instead of leaving a promise
 * that nothing keeps.
 *
 * A row's last cell is either one or more references `path/to/file.test.ts > part of a title`
 * in backticks, or `later: <piece of work>` with a name from the document's list of later work.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const DOCUMENT = 'docs/specification-coverage.md';

export interface CoverageResult {
  rows: number;
  tested: number;
  later: number;
  problems: string[];
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
 * @param readTest returns a test file's text, or null when there is none
 */
export function checkCoverage(
  markdown: string,
  readTest: (path: string) => string | null,
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
    checkProof(id, proof ?? '', pieces, readTest, result);
  }
  if (result.rows === 0) result.problems.push('no row was found: the check would prove nothing');
  return result;
}

function checkProof(
  id: string,
  proof: string,
  pieces: ReadonlySet<string>,
  readTest: (path: string) => string | null,
  result: CoverageResult,
): void {
  const references = [...proof.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
  const laters = [...proof.matchAll(/later: ([^;`|]+)/g)].map((match) => (match[1] ?? '').trim());
  if (references.length === 0 && laters.length === 0) {
    result.problems.push(`${id}: names neither a test nor a later piece of work`);
    return;
  }
  for (const piece of laters) {
    if (!pieces.has(piece))
      result.problems.push(`${id}: "${piece}" is not in the list of later work`);
  }
  for (const reference of references) {
    const [path = '', title] = reference.split(' > ');
    const text = readTest(path);
    if (text === null) result.problems.push(`${id}: there is no file ${path}`);
    else if (title === undefined) result.problems.push(`${id}: ${path} names no test title`);
    else if (!text.includes(title)) result.problems.push(`${id}: ${path} has no test "${title}"`);
  }
  if (references.length > 0) result.tested += 1;
  else result.later += 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const result = checkCoverage(readFileSync(new URL(DOCUMENT, root), 'utf8'), (path) => {
    const url = new URL(path, root);
    return /\.(test|spec)\.tsx?$/.test(path) && existsSync(url) ? readFileSync(url, 'utf8') : null;
  });
  for (const problem of result.problems) console.error(`${DOCUMENT}: ${problem}`);
  console.log(
    `${result.rows} rows: ${result.tested} proven by tests, ${result.later} for later work`,
  );
  if (result.problems.length > 0) process.exitCode = 1;
}
