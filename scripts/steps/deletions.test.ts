import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  FOREIGN_DELETIONS,
  foreignDeletions,
  gitIn,
  resultOfMerge,
  undoneBy,
} from './deletions.ts';

const AUTHOR = ['-c', 'user.name=Ana', '-c', 'user.email=ana@crece.example'];

let git: ReturnType<typeof gitIn>;
let write: (file: string, ...lines: string[]) => void;

function commit(message: string): string {
  git('add', '-A');
  git(...AUTHOR, 'commit', '-q', '-m', message);
  return git('rev-parse', 'HEAD').trim();
}

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'crece-deletions-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  git = gitIn(folder);
  write = (file, ...lines) => writeFileSync(join(folder, file), `${lines.join('\n')}\n`);
  git('init', '-q', '-b', 'main');
  write('list.ts', 'one', 'two', 'three');
  write('desk.ts', 'four', 'five');
  commit('chore: begin');
});

describe('a merge', () => {
  /** A branch that deletes "two", while main gains a line and a file. */
  function branchAndMain(): void {
    git('checkout', '-q', '-b', 'branch');
    write('list.ts', 'one', 'three');
    commit('fix: two is gone');
    git('checkout', '-q', 'main');
    write('desk.ts', 'four', 'five', 'six');
    write('new.ts', 'seven');
    commit('feat: six and seven');
  }

  it('a merge that keeps what others added is in order', () => {
    branchAndMain();
    expect(undoneBy(git, 'HEAD', 'branch', resultOfMerge(git, 'branch'))).toEqual([]);
  });

  it('a merge that puts the branch over the work of others names their files and lines', () => {
    branchAndMain();
    git('read-tree', '-u', '--reset', 'branch');
    expect(undoneBy(git, 'HEAD', 'branch', resultOfMerge(git, 'branch'))).toEqual([
      { file: 'desk.ts', lines: ['six'] },
      { file: 'new.ts', lines: ['seven'] },
    ]);
  });

  it('a merge that moves a line inside its file deletes nothing', () => {
    branchAndMain();
    git('merge', '-q', '--no-commit', '--no-ff', 'branch');
    write('desk.ts', 'six', 'four', 'five');
    git('add', '-A');
    expect(undoneBy(git, 'HEAD', 'branch', resultOfMerge(git, 'branch'))).toEqual([]);
  });

  it('a merge that needs a hand says what to do', () => {
    branchAndMain();
    write('list.ts', 'one', 'TWO', 'three');
    commit('feat: two is written large');
    expect(() => resultOfMerge(git, 'branch')).toThrow('resolve it, stage it');
  });
});

describe('a commit', () => {
  const many = Array.from({ length: FOREIGN_DELETIONS + 3 }, (_, at) => `line ${at}`);

  /** Deletes so many lines of a file that the subject does not name. */
  function deleting(count: number, message: string): string | null {
    write('long.ts', ...many);
    commit('feat(long.ts): long');
    write('long.ts', ...many.slice(count));
    return foreignDeletions(git, commit(message));
  }

  it('a commit may delete up to the limit outside its scope', () => {
    expect(deleting(FOREIGN_DELETIONS, 'feat(web): a desk')).toBeNull();
  });

  it('a commit above the limit is refused, with the number and what to do', () => {
    const refusal = deleting(FOREIGN_DELETIONS + 1, 'feat(web): a desk');
    expect(refusal).toContain(`deletes ${FOREIGN_DELETIONS + 1} lines outside (web)`);
  });

  it('a commit that promises a feature is refused when it takes away, also within its scope', () => {
    expect(deleting(FOREIGN_DELETIONS + 1, 'feat(long.ts): a desk')).toContain(
      `deletes ${FOREIGN_DELETIONS + 1} lines more than it adds`,
    );
  });

  it('a commit may delete what its subject or its body names', () => {
    expect(deleting(many.length, 'refactor(long.ts): shorter')).toBeNull();
    expect(deleting(many.length, 'feat(web): a desk\n\nDeletes: the long file')).toBeNull();
  });
});
