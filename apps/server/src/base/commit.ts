import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const SHOWN_LETTERS = 12;
const COMMIT = /^[0-9a-f]{40}$/;

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}

/** The folder of git's files; in a further worktree `.git` is a file that names it. */
function gitFolder(root: string): string | null {
  const path = join(root, '.git');
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return null;
  if (found.isDirectory()) return path;
  const named = /^gitdir: (.+)$/.exec(textOf(path) ?? '')?.[1];
  return named === undefined ? null : resolve(root, named);
}

function commitOfReference(folder: string, reference: string): string | null {
  // Branches of a further worktree lie with those of the first one.
  const common = resolve(folder, textOf(join(folder, 'commondir')) ?? '.');
  const own = textOf(join(folder, reference)) ?? textOf(join(common, reference));
  if (own !== null) return own;
  const packed = textOf(join(common, 'packed-refs'))?.split('\n') ?? [];
  return packed.find((line) => line.endsWith(` ${reference}`))?.split(' ')[0] ?? null;
}

/** The commit that a checkout stands at, by git's own files; null where it is none. */
export function commitOfCheckout(root: string): string | null {
  const folder = gitFolder(root);
  if (folder === null) return null;
  const head = textOf(join(folder, 'HEAD')) ?? '';
  const reference = /^ref: (.+)$/.exec(head)?.[1];
  const commit = reference === undefined ? head : commitOfReference(folder, reference);
  return commit !== null && COMMIT.test(commit) ? commit.slice(0, SHOWN_LETTERS) : null;
}

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** `CRECE_COMMIT`, which an image sets that has no git in it, else that of the checkout. */
export function ownCommit(given: string | undefined = process.env['CRECE_COMMIT']): string {
  const named = given?.trim() ?? '';
  if (/^[0-9a-f]{7,40}$/.test(named)) return named.slice(0, SHOWN_LETTERS);
  return commitOfCheckout(ROOT) ?? 'unknown';
}
