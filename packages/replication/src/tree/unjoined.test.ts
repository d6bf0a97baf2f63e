import { describe, expect, it } from 'vitest';
import { addPath } from './add-path.ts';
import { emptyTree } from './revision-tree.ts';
import { TreeBuilder } from './tree-builder.ts';

const pathOf = (newest: number, oldest: number, name = 'a'): string[] =>
  Array.from({ length: newest - oldest + 1 }, (_, age) => `${newest - age}-${name}`);

/** The leap in a batch of paths, each newest first, on a record with the revisions `a` up to 5. */
function leapIn(...paths: readonly (readonly string[])[]): string | null {
  const builder = new TreeBuilder(addPath(emptyTree, pathOf(5, 1)).tree);
  for (const path of paths) builder.add(path, false);
  return builder.unjoined();
}

describe('a path that', () => {
  it.each<[string, readonly string[][], string | null]>([
    ['continues a leaf', [pathOf(6, 5)], null],
    ['continues it by edits made offline, of which only the last is sent', [pathOf(900, 5)], null],
    ['branches off an older revision', [['4-b', ...pathOf(3, 3)]], null],
    ['reaches the first generation on another root', [pathOf(3, 1, 'b')], null],
    ['is known', [pathOf(5, 4)], null],
    ['ends before anything stored', [pathOf(1_500, 501)], '1500-a'],
    ['has a parent that was never stored', [['7-b', '6-b']], '7-b'],
    [
      'is joined by another of the batch',
      [
        ['7-b', '6-b'],
        ['6-b', '5-a'],
      ],
      null,
    ],
    [
      'is joined by one before it',
      [
        ['6-b', '5-a'],
        ['7-b', '6-b'],
      ],
      null,
    ],
    ['is the lower of two leaps', [['40-b'], ['9-c'], ['6-d', '5-a']], '40-b'],
  ])('%s', (_, paths, expected) => {
    expect(leapIn(...paths)).toBe(expected);
    expect(leapIn(...[...paths].reverse())).toBe(expected);
  });

  it('tells what lies below a stemmed tree is joined to it', () => {
    const { tree } = addPath(emptyTree, pathOf(900, 500));
    const builder = new TreeBuilder(tree);
    builder.add(['901-b', ...pathOf(900, 400)], false);
    expect(builder.unjoined()).toBeNull();
  });

  it('goes into a record without revisions is one too, unless it begins at the first', () => {
    for (const [path, expected] of [
      [pathOf(9, 7), '9-a'],
      [pathOf(9, 1), null],
    ] as const) {
      const builder = new TreeBuilder(emptyTree);
      builder.add(path, false);
      expect(builder.unjoined()).toBe(expected);
    }
  });
});
