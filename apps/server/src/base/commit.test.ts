import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aFolder } from '../testing/test-app.ts';
import { commitOfCheckout, ownCommit } from './commit.ts';

function aCheckout(): { folder: string; git: (...args: string[]) => string } {
  const folder = join(aFolder(), 'checkout');
  mkdirSync(folder);
  const named = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.org'];
  const git = (...args: string[]) =>
    execFileSync('git', [...named, ...args], { cwd: folder, encoding: 'utf8' }).trim();
  git('init', '-q', '-b', 'main');
  writeFileSync(join(folder, 'a.txt'), 'a');
  git('add', '.');
  git('commit', '-q', '-m', 'a');
  return { folder, git };
}

describe('the commit of a server', () => {
  it('the commit is read from a checkout: on a branch, packed, detached, and in a further worktree', () => {
    const { folder, git } = aCheckout();
    const commit = git('rev-parse', 'HEAD').slice(0, 12);
    expect(commitOfCheckout(folder)).toBe(commit);
    const further = join(folder, '..', 'further');
    git('worktree', 'add', '-q', '-b', 'other', further);
    expect(commitOfCheckout(further)).toBe(commit);
    git('pack-refs', '--all');
    expect(commitOfCheckout(folder)).toBe(commit);
    expect(commitOfCheckout(further)).toBe(commit);
    git('checkout', '-q', '--detach');
    expect(commitOfCheckout(folder)).toBe(commit);
  });

  it('a folder without git has no commit', () => {
    expect(commitOfCheckout(aFolder())).toBeNull();
  });

  it('the commit that an image names is the server’s', () => {
    expect(ownCommit('0123456789abcdef0123456789abcdef01234567')).toBe('0123456789ab');
    expect(ownCommit('no commit')).toMatch(/^[0-9a-f]{12}$|^unknown$/);
  });
});
