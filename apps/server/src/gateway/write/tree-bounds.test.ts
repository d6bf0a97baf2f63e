import { MAX_GENERATION, MAX_LEAP } from '@crece/replication';
import { describe, expect, it } from 'vitest';
import type { Leaf } from '../../store/document-store.ts';
import {
  boundRefusal,
  MAX_LEAVES,
  MAX_NODES,
  MAX_OPEN_VERSIONS,
  NODES_WHEN_FULL,
  OWN_LEAVES,
} from './tree-bounds.ts';

const ID = 'chld_one';
const leaf = (rev: string, deleted = false): Leaf => ({ rev, deleted });
const leaves = (count: number, deleted = false, from = 0): Leaf[] =>
  Array.from({ length: count }, (_, i) => leaf(`2-${(from + i).toString(16)}`, deleted));

interface Different {
  before?: readonly Leaf[];
  after?: readonly Leaf[];
  size?: { before: number; after: number };
  brought?: readonly string[];
}

/** The refusal of a batch that takes a record from some leaves to others. */
function said({ before = [], after = [], size = { before: 1, after: 2 }, brought }: Different) {
  const document = { _id: ID, _rev: after[0]?.rev ?? '1-a' };
  const revision = { document, ancestry: [document._rev] };
  return boundRefusal(
    { revision, before, after, size },
    brought === undefined ? null : new Map([[ID, new Set(brought)]]),
  );
}

describe('a revision far above the others of its record', () => {
  const before = [leaf('5-a')];
  const to = (generation: number) => [leaf(`${generation}-b`), ...before];

  it('is accepted up to 10,000 generations above them', () => {
    expect(said({ before, after: to(5 + MAX_LEAP - 1) })).toBeNull();
    expect(said({ before, after: to(5 + MAX_LEAP) })).toBeNull();
    expect(said({ before, after: to(5 + MAX_LEAP + 1) })).toBe('malformed-revision');
  });

  it('has everything beside it refused: a removal there must not look like a merge', () => {
    const after = [leaf(`${6 + MAX_LEAP}-b`), leaf('6-x', true)];
    const revision = { document: { _id: ID, _rev: '6-x' }, ancestry: ['6-x', '5-a'] };
    const size = { before: 1, after: 3 };
    expect(boundRefusal({ revision, before, after, size }, null)).toBe('malformed-revision');
  });

  it('is measured from plausible revisions only, and may be the first of its record', () => {
    const planted = [leaf(`${Number.MAX_SAFE_INTEGER}-f`), ...before];
    expect(said({ before: planted, after: [...planted, leaf('6-b')] })).toBeNull();
    const far = [...planted, leaf(`${6 + MAX_LEAP}-b`)];
    expect(said({ before: planted, after: far })).toBe('malformed-revision');
    expect(said({ after: [leaf(`${MAX_GENERATION}-b`)] })).toBeNull();
  });
});

describe('the revision tree of a record', () => {
  const grown = (after: number, growth: number) =>
    said({ after: [leaf('1-a')], size: { before: after - growth, after } });

  it('holds 20,000 revisions; a full one still takes edits', () => {
    expect(grown(MAX_NODES - 1, 1_000)).toBeNull();
    expect(grown(MAX_NODES, 1_000)).toBeNull();
    expect(grown(MAX_NODES + 1, 1_000)).toBe('too-many-versions');
    expect(grown(MAX_NODES + 500, NODES_WHEN_FULL - 1)).toBeNull();
    expect(grown(MAX_NODES + 500, NODES_WHEN_FULL)).toBeNull();
    expect(grown(MAX_NODES + 500, NODES_WHEN_FULL + 1)).toBe('too-many-versions');
  });
});

describe.each([
  ['open versions', MAX_OPEN_VERSIONS, false],
  ['versions that merges have closed', MAX_LEAVES, true],
] as const)('%s', (_, most, deleted) => {
  const before = leaves(most - 1, deleted);

  it(`are limited to ${most} until it is known who brought them`, () => {
    expect(said({ before: before.slice(1), after: before })).toBeNull();
    expect(said({ before, after: leaves(most, deleted) })).toBeNull();
    expect(said({ before, after: leaves(most + 1, deleted) })).toBe('too-many-versions');
  });

  it('beyond the limit are accepted from an account with at most ten of its own', () => {
    const after = leaves(most + 1, deleted);
    const own = (count: number) => leaves(count, deleted).map(({ rev }) => rev);
    const full = leaves(most, deleted);
    expect(said({ before: full, after, brought: own(OWN_LEAVES - 2) })).toBeNull();
    expect(said({ before: full, after, brought: own(OWN_LEAVES - 1) })).toBeNull();
    const refused = said({ before: full, after, brought: own(OWN_LEAVES) });
    expect(refused).toBe('too-many-versions');
    expect(said({ before: full, after, brought: own(most) })).toBe('too-many-versions');
  });

  it('beyond the limit may still be changed and closed by any account', () => {
    const full = leaves(most + 20, deleted);
    const changed = [leaf('3-a', deleted), ...full.slice(1)];
    expect(said({ before: full, after: changed })).toBeNull();
    expect(said({ before: full, after: full.slice(1) })).toBeNull();
  });
});
