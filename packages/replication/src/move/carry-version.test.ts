import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addPath } from '../tree/add-path.ts';
import { leavesOf } from '../tree/read-tree.ts';
import { emptyTree } from '../tree/revision-tree.ts';
import { carryEnd, carryVersion, type VersionWithAncestry } from './carry-version.ts';

const digest = (text: string) => createHash('md5').update(text, 'utf8').digest('hex');

/** A version at the end of a path, written oldest first: `'1-a 2-b'`. */
function version(path: string, fields: object = {}): VersionWithAncestry {
  const ancestry = path.split(' ').reverse();
  return { document: { _id: 'chld_a', _rev: ancestry[0] ?? '', ...fields }, ancestry };
}

function carried(source: VersionWithAncestry, there: readonly VersionWithAncestry[] = []) {
  return carryVersion(source, { name: 'Ana' }, { id: 'chld_b', there }, digest);
}

/** The leaves of a record with these versions, living ones first. */
function leaves(versions: readonly (VersionWithAncestry | null)[]) {
  let tree = emptyTree;
  for (const each of versions) {
    if (each === null) continue;
    const deleted = each.document._deleted === true;
    tree = addPath(tree, each.ancestry, { deleted }).tree;
  }
  return leavesOf(tree);
}

describe('a version that is carried to another unit', () => {
  it('has the generations and stamps that it had, under revisions of its own', () => {
    const one = carried(version('1-a 2-b', { stamp: { name: 1, weight: 2 } }));
    expect(one?.ancestry).toEqual([`2-${digest('chld_b 2-b')}`, `1-${digest('chld_b 1-a')}`]);
    expect(one?.document).toEqual({
      _id: 'chld_b',
      _rev: one?.ancestry[0],
      name: 'Ana',
      stamp: { name: 1, weight: 2 },
    });
  });

  it('is there once, and what is written on it follows as its successor, in either order', () => {
    const [early, late] = [carried(version('1-a 2-b')), carried(version('1-a 2-b 3-c'))];
    const later = carried(version('1-a 2-b 3-c'), early === null ? [] : [early]);
    expect(later).toEqual(late);
    expect(leaves([early, late])).toHaveLength(1);
    expect(carried(version('1-a 2-b'), late === null ? [] : [late])).toBeNull();
    expect(carried(version('1-a 2-b 3-c'), late === null ? [] : [late])).toBeNull();
  });

  it('continues the deletion that its record left, and is followed there too', () => {
    const tombstone = version('1-e 2-e 3-e', { _deleted: true, why: 'moved' });
    const back = carried(version('1-a 2-b 3-c 4-d', { stamp: { name: 1, weight: 4 } }), [
      tombstone,
    ]);
    expect(back?.ancestry).toEqual([`4-${digest('chld_b 4-d')}`, '3-e', '2-e', '1-e']);
    expect(back?.document).toMatchObject({ stamp: { name: 4, weight: 4 } });
    const there = back === null ? [] : [back];
    const next = carried(version('1-a 2-b 3-c 4-d 5-e', { stamp: { weight: 5 } }), there);
    expect(next?.ancestry.slice(1)).toEqual(back?.ancestry);
    expect(leaves([tombstone, back, next])).toHaveLength(1);
  });

  it('a field that nobody changed while its record was away returns with the stamp that it had', () => {
    const went = version('1-a 2-b', { stamp: { name: 1, weight: 2, ward: 1 } });
    const stamp = { name: 1, weight: 2, ward: 1 };
    const tombstone = version('1-a 2-b 3-e', { _deleted: true, why: 'moved', stamp });
    const arrived = carried(went);
    if (arrived === null) throw new Error('it was not there');
    const [rev = ''] = arrived.ancestry;
    const edited: VersionWithAncestry = {
      document: { _id: 'chld_b', _rev: '3-c', stamp: { name: 1, weight: 2, ward: 3 } },
      ancestry: ['3-c', ...arrived.ancestry],
    };
    const back = (source: VersionWithAncestry) =>
      carryVersion(source, {}, { id: 'chld_a', there: [tombstone] }, digest)?.document['stamp'];
    expect(rev).toMatch(/^2-/);
    expect(back(arrived)).toEqual(stamp);
    expect(back(edited)).toEqual({ name: 1, weight: 2, ward: 4 });
  });

  it('each of two versions that return continues its own, never the other one', () => {
    const gone = (path: string) => version(path, { _deleted: true, why: 'moved' });
    const there = [gone('1-a 2-b 3-e'), gone('1-a 2-c 3-d 4-e')];
    const back = (path: string) => {
      const source = carried(version(path));
      if (source === null) throw new Error('it was not there');
      return carryVersion(source, {}, { id: 'chld_a', there }, digest)?.ancestry.slice(1);
    };
    expect(back('1-a 2-b')).toEqual(there[0]?.ancestry);
    expect(back('1-a 2-c 3-d')).toEqual(there[1]?.ancestry);
  });

  it('a version on which something was written meanwhile where it returns to is not carried', () => {
    const source = carried(version('1-a'));
    if (source === null) throw new Error('it was not there');
    const there = [version('1-a 2-b')];
    expect(carryVersion(source, {}, { id: 'chld_a', there }, digest)).toBeNull();
  });

  it('a field that was changed elsewhere returns as changed, also under a lower generation', () => {
    const tombstone = version('1-e 2-e', { _deleted: true });
    const stamp = { name: 1, weight: 4, other: 'x' };
    const back = carried(version('1-a 2-b 3-c 4-d', { stamp }), [tombstone]);
    expect(back?.document).toMatchObject({ stamp: { name: 3, weight: 3, other: 'x' } });
  });

  it('a tree carried piece by piece, in any order, becomes the same tree', () => {
    const path = fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(path, { minLength: 1, maxLength: 4 }), (paths) => {
        const versions = paths.map((names) =>
          version(
            names.map((_, i) => `${i + 1}-${digest(names.slice(0, i + 1).join())}`).join(' '),
          ),
        );
        const carry = (order: readonly VersionWithAncestry[]) => {
          const there: VersionWithAncestry[] = [];
          for (const each of order)
            there.push(...[carried(each, there)].flatMap((one) => one ?? []));
          return leaves(there).map(({ rev }) => rev);
        };
        expect(carry(versions.toReversed())).toEqual(carry(versions));
        expect(carry(versions)).toHaveLength(leaves(versions).length);
      }),
    );
  });
});

describe('the end of a version that was merged or not chosen', () => {
  const end = version('1-a 2-b 3-e', { _deleted: true, why: 'merged' });

  it('ends that version in the new home too, once, and with nothing else in it', () => {
    const there = carried(version('1-a 2-b', { stamp: {} }));
    const known = there === null ? [] : [there];
    const ended = carryEnd(end, { id: 'chld_b', there: known }, digest);
    const _rev = `3-${digest('chld_b 3-e')}`;
    expect(ended?.document).toEqual({ _id: 'chld_b', _rev, _deleted: true, why: 'merged' });
    expect(leaves([there, ended])).toEqual([expect.objectContaining({ deleted: true })]);
    const both = ended === null ? known : [...known, ended];
    expect(carryEnd(end, { id: 'chld_b', there: both }, digest)).toBeNull();
  });

  it('is not carried to a unit that never had that version', () => {
    const there = carried(version('1-a'));
    const known = there === null ? [] : [there];
    expect(carryEnd(end, { id: 'chld_b', there: known }, digest)).toBeNull();
  });
});
