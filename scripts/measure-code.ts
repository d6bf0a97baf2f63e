// What the code of this repository measures: `npm run measure -- [REVISION…]` prints one column for each
// revision and one for the files as they lie here.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { checkTitles, mayHoldTests } from './test-titles.ts';

const ROOT = resolve(import.meta.dirname, '..');

interface SourceText {
  readonly path: string;
  readonly text: string;
}

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });

/** The TypeScript files of the applications and packages, as they lie here or in a revision. */
function sources(revision: string | null): SourceText[] {
  const wanted = ['apps', 'packages', 'e2e', 'scripts', 'bench'];
  if (revision === null)
    return listed(ROOT, git('ls-files', '-co', '--exclude-standard', ...wanted));
  const folder = mkdtempSync(join(tmpdir(), 'crece-measure-'));
  try {
    const archive = join(folder, 'code.tar');
    git('archive', '--output', archive, revision, '--', ...wanted);
    execFileSync('tar', ['-xf', archive, '-C', folder]);
    return listed(folder, git('ls-tree', '-r', '--name-only', revision, '--', ...wanted));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function listed(folder: string, names: string): SourceText[] {
  return names.split('\n').flatMap((path) => {
    if (!/\.tsx?$/.test(path) || path.endsWith('.d.ts')) return [];
    try {
      return [{ path, text: readFileSync(join(folder, path), 'utf8') }];
    } catch {
      return []; // Deleted here, but not yet committed.
    }
  });
}

const isTest = ({ path }: SourceText) => /\.(test|spec)\.tsx?$/.test(path);

/**
 * Product code: without tests and what only they use, generated files, manifests of features, and the
 * schemas of requests and answers.
 */
function isProduct(source: SourceText): boolean {
  const { path } = source;
  return (
    /^(apps|packages)\/[^/]+\/src\//.test(path) &&
    !isTest(source) &&
    !/\/(testing|generated|gallery)\//.test(path) &&
    !/\/(feature|.*\.generated)\.ts$/.test(path) &&
    !path.startsWith('packages/contract/')
  );
}

const isComment = (line: string) => /^(\/\/|\/\*|\*)/.test(line);

interface Lines {
  code: number;
  comment: number;
  characters: number;
}

function linesOf(texts: readonly SourceText[]): Lines {
  const lines: Lines = { code: 0, comment: 0, characters: 0 };
  for (const { text } of texts) {
    for (const line of text.split('\n')) {
      const content = line.trim();
      if (content === '') continue;
      if (isComment(content)) lines.comment += 1;
      else {
        lines.code += 1;
        lines.characters += line.trimEnd().length;
      }
    }
  }
  return lines;
}

const LONG = 100;

interface Found {
  readonly exported: ReadonlySet<string>;
  readonly longFunctions: number;
}

function isExported(node: ts.Node): boolean {
  const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

function namesOf(node: ts.Statement): string[] {
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    );
  }
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node);
  return isNamed && node.name !== undefined ? [node.name.text] : [];
}

/** The names that a file declares and exports, and how many of its functions are long. */
function read({ path, text }: SourceText): Found {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const exported = new Set(file.statements.filter(isExported).flatMap(namesOf));
  let longFunctions = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const first = file.getLineAndCharacterOfPosition(node.getStart()).line;
      const last = file.getLineAndCharacterOfPosition(node.end).line;
      if (last - first + 1 > LONG) longFunctions += 1;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { exported, longFunctions };
}

function measured(revision: string | null): Record<string, string> {
  const texts = sources(revision);
  const product = texts.filter(isProduct);
  if (product.length === 0) throw new Error(`no product code in ${revision ?? 'this folder'}`);
  const { code, comment, characters } = linesOf(product);
  const found = product.map(read);
  const files = new Map<string, number>();
  for (const { exported } of found) {
    for (const name of exported) files.set(name, (files.get(name) ?? 0) + 1);
  }
  const titles = checkTitles(texts.filter(({ path }) => mayHoldTests(path)));
  const whole = (value: number) => value.toLocaleString('en');
  return {
    'product files': whole(product.length),
    'product code lines (neither blank nor comment)': whole(code),
    'comment lines, % of code and comment': ((100 * comment) / (code + comment)).toFixed(1),
    'mean length of a code line': (characters / code).toFixed(1),
    [`functions over ${LONG} lines`]: whole(
      found.reduce((sum, { longFunctions }) => sum + longFunctions, 0),
    ),
    'names exported from more than one file': whole(
      [...files.values()].filter((count) => count > 1).length,
    ),
    'test titles': whole(titles.all),
    'test titles that need their describe, %': ((100 * titles.leaning) / titles.all).toFixed(1),
  };
}

const columns = [...process.argv.slice(2), null].map(
  (revision) => [revision ?? 'here', measured(revision)] as const,
);
const width = 52;
console.log(`${''.padEnd(width)}${columns.map(([name]) => name.padStart(14)).join('')}`);
for (const what of Object.keys(columns[0]?.[1] ?? {})) {
  const cells = columns.map(([, values]) => (values[what] ?? '').padStart(14));
  console.log(`${what.padEnd(width)}${cells.join('')}`);
}
