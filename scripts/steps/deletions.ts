// What a merge or a commit deletes. A merge that was made on an old state undoes others' work in
// silence: it deletes lines that the merged branch never deleted.
import { execFileSync } from 'node:child_process';

/** Lines by file: how often each was deleted. */
type Deleted = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Runs git in a folder; throws with git's own words. */
type Git = (...args: string[]) => string;

export const gitIn =
  (folder: string): Git =>
  (...args) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 30 });

/** The lines that `to` lacks of `from`, by file; blank lines do not count. */
function deletedBetween(git: Git, from: string, to: string): Deleted {
  const deleted = new Map<string, Map<string, number>>();
  let lines = new Map<string, number>();
  // Paths as they are, also with letters beyond ASCII.
  const diff = git('-c', 'core.quotePath=off', 'diff', '--no-renames', '--unified=0', from, to);
  for (const line of diff.split('\n')) {
    const file = /^--- a\/(.*?)\t?$/.exec(line)?.[1];
    if (file !== undefined) {
      lines = new Map();
      deleted.set(file, lines);
    } else if (line.startsWith('-') && !line.startsWith('--- ') && line.trim() !== '-') {
      const text = line.slice(1);
      lines.set(text, (lines.get(text) ?? 0) + 1);
    }
  }
  return deleted;
}

export interface Undone {
  readonly file: string;
  readonly lines: readonly string[];
}

/**
 * The lines that `result` deletes against `before` although `branch` did not delete them since it
 * left `before`. A line that moved inside its file, or that stands in a file that the branch made,
 * is not deleted.
 */
export function undoneBy(git: Git, before: string, branch: string, result: string): Undone[] {
  const base = git('merge-base', before, branch).trim();
  const own = deletedBetween(git, base, branch);
  const undone: Undone[] = [];
  for (const [file, lines] of deletedBetween(git, before, result)) {
    const missing = [...lines].flatMap(([text, count]) => {
      const allowed = own.get(file)?.get(text) ?? 0;
      return Array<string>(Math.max(0, count - allowed)).fill(text);
    });
    const isAdded = new Set(addedLines(git, before, result, file));
    const gone = missing.filter((text) => !isAdded.has(text));
    if (gone.length > 0) undone.push({ file, lines: gone });
  }
  return undone;
}

function addedLines(git: Git, from: string, to: string, file: string): string[] {
  return git('diff', '--no-renames', '--unified=0', from, to, '--', file)
    .split('\n')
    .filter((line) => line.startsWith('+') && !line.startsWith('+++ '))
    .map((line) => line.slice(1));
}

/**
 * The tree that merging `branch` into `HEAD` gives: what is staged where a merge or squash is under
 * way, else what git would make of it.
 */
export function resultOfMerge(git: Git, branch: string): string {
  if (git('diff', '--cached', '--name-only').trim() !== '') return git('write-tree').trim();
  try {
    return git('merge-tree', '--write-tree', 'HEAD', branch).split('\n')[0] ?? '';
  } catch {
    throw new Error(
      `Merging ${branch} needs your hand: resolve it, stage it with "git add", then ask again before you commit.`,
    );
  }
}

/** Number of lines that a commit may delete outside the scope that its subject names. */
export const FOREIGN_DELETIONS = 300;

/** Scopes of subjects that are folders by another name. */
const SCOPES: Readonly<Record<string, RegExp>> = {
  e2e: /^e2e\//,
  bench: /^bench\//,
  docs: /^docs\/|[.]md$/,
  ci: /^[.]ci\//,
};

/** Whether a file belongs to the scope of a subject such as `feat(web/desk): …`. */
function isInScope(scope: string, file: string): boolean {
  return scope.split(/[,\s]+/).some((word) => {
    const [room = ''] = word.split('/');
    const folder = SCOPES[room];
    if (folder?.test(file) === true) return true;
    return file.split('/').includes(room);
  });
}

/**
 * Why a commit is refused: outside what its subject names, or in all where the subject promises a
 * feature, a mend or a test, it takes away {@link FOREIGN_DELETIONS} lines more than it may, and its
 * body has no line `Deletes: …` that says so. `null` when it is in order.
 */
export function foreignDeletions(git: Git, commit: string): string | null {
  const message = git('log', '-1', '--format=%B', commit);
  const [subject = ''] = message.split('\n');
  const [, kind = '', scope = ''] = /^(\w+)\(([^)]+)\)!?:/.exec(subject) ?? [];
  if (scope === '' || /^Deletes: /m.test(message)) return null;
  let foreign = 0;
  let net = 0;
  for (const line of git('show', '--numstat', '--format=', '--find-renames', commit).split('\n')) {
    const [added = '', deleted = '', file = ''] = line.split('\t');
    net += (Number(deleted) || 0) - (Number(added) || 0);
    if (!isInScope(scope, file)) foreign += Number(deleted) || 0;
  }
  const who = `${commit.slice(0, 8)} "${subject}"`;
  const remedy = 'name them in a line "Deletes: …" of its body, or bring them back.';
  if (foreign > FOREIGN_DELETIONS) {
    return `${who} deletes ${foreign} lines outside (${scope}): ${remedy}`;
  }
  return /^(?:feat|fix|test)$/.test(kind) && net > FOREIGN_DELETIONS
    ? `${who} deletes ${net} lines more than it adds: ${remedy}`
    : null;
}
