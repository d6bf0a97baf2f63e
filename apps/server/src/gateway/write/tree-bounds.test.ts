import { MAX_FIRST_GENERATION, MAX_LEAP } from '@crece/replication';
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
  unjoined?: string;
  mayLeap?: boolean;
}

/** The refusal of a batch that takes a record from some leaves to others. */
function said(different: Different, onLeap?: (id: string, rev: string) => void) {
  const { before = [], after = [], size = { before: 1, after: 2 }, brought, mayLeap } = different;
  const document = { _id: ID, _rev: after[0]?.rev ?? '1-a' };
  const revision = { document, ancestry: [document._rev] };
  const lookedUp = {
    brought: brought === undefined ? null : new Map([[ID, new Set(brought)]]),
    mayLeap: new Map(mayLeap === undefined ? [] : [[ID, mayLeap]]),
  };
  const { unjoined = null } = different;
  return boundRefusal({ revision, before, after, size, unjoined }, lookedUp, onLeap);
}

describe('a revision that joins nothing stored', () => {
  const before = [leaf('5-a')];
  const leapTo = (generation: number, mayLeap?: boolean): Different => ({
    before,
    after: [leaf(`${generation}-b`), ...before],
    unjoined: `${generation}-b`,
    ...(mayLeap === undefined ? {} : { mayLeap }),
  });

  it('a revision is accepted where its record may leap, up to 10,000 generations above the others', () => {
    expect(said(leapTo(5 + MAX_LEAP, true))).toBeNull();
    expect(said(leapTo(5 + MAX_LEAP, false))).toBe('malformed-revision');
    expect(said(leapTo(6 + MAX_LEAP, true))).toBe('malformed-revision');
  });

  it('a leap that was not looked up is reported, unless something else forbids it', () => {
    const leaps: string[] = [];
    const note = (...names: string[]) => leaps.push(names.join(' '));
    expect(said(leapTo(900), note)).toBe('malformed-revision');
    expect(said(leapTo(6 + MAX_LEAP), note)).toBe('malformed-revision');
    expect(said({ ...leapTo(900), before: [] }, note)).toBeNull();
    expect(said(leapTo(900, false), note)).toBe('malformed-revision');
    const full = { ...leapTo(900), size: { before: MAX_NODES, after: MAX_NODES + 900 } };
    expect(said(full, note)).toBe('too-many-versions');
    expect(leaps).toEqual([`${ID} 900-b`]);
  });

  it('everything beside a leap is refused: a removal there must not look like a merge', () => {
    const after = [leaf(`${6 + MAX_LEAP}-b`), leaf('6-x', true)];
    expect(said({ before, after, unjoined: `${6 + MAX_LEAP}-b`, mayLeap: true })).toBe(
      'malformed-revision',
    );
  });

  it('the first revision of a record may have a generation up to 2^52', () => {
    const first = (generation: number) =>
      said({ after: [leaf(`${generation}-b`)], unjoined: `${generation}-b` });
    expect(first(MAX_FIRST_GENERATION)).toBeNull();
    expect(first(MAX_FIRST_GENERATION + 1)).toBe('malformed-revision');
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

  it(`a record holds ${most} of these versions at most until it is known who brought more`, () => {
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
