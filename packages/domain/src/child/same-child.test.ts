import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinSameAs } from '../base/join-same-as.ts';
import type { SameAs } from '../base/words.ts';
import { childrenOnce } from './children-once.ts';
import { decidedOther, decidedSame } from './decide-same.ts';
import { groupsOf, otherIds, sameIds } from './same-child.ts';

const ids = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
const link = fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids));

const said = (links: readonly (readonly [string, string])[]) =>
  links.map(([from, to]): [string, string[]] => [from, [to]]);

describe('records of one child', () => {
  it('are one group in a ring, in a chain and when both name each other', () => {
    const ring = said([
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
    ]);
    const chain = said([
      ['c', 'b'],
      ['b', 'a'],
    ]);
    for (const each of [ring, chain]) {
      const groups = groupsOf(each);
      for (const id of ['a', 'b', 'c']) expect(groups.get(id)).toEqual(['a', 'b', 'c']);
    }
    expect(groupsOf(said([['a', 'a']])).size).toBe(0);
    expect(groupsOf(said([['b', 'a']])).get('b')).toEqual(['a', 'b']);
  });

  it('are the same groups in 1,000 random orders and directions of what is said', () => {
    fc.assert(
      fc.property(
        fc
          .array(link, { maxLength: 12 })
          .chain((links) =>
            fc.tuple(
              fc.constant(links),
              fc.shuffledSubarray(links, { minLength: links.length }),
              fc.array(fc.boolean(), { minLength: links.length, maxLength: links.length }),
            ),
          ),
        ([links, shuffled, turned]) => {
          const other = shuffled.map(([from, to], i) =>
            turned[i] === true ? ([to, from] as const) : ([from, to] as const),
          );
          expect([...groupsOf(said(other))].sort()).toEqual([...groupsOf(said(links))].sort());
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('are read as one child, led by the smallest id that is there', () => {
    const same = (_id: string, ...others: string[]) => ({
      _id,
      sameAs: others.map((id) => ({ id, decided: 1 })),
    });
    const [a, b, c, d] = [same('a'), same('b', 'a'), same('c', 'b'), same('d')];
    expect(childrenOnce([c, d, b, a])).toEqual([
      { child: d, others: [] },
      { child: a, others: [b, c] },
    ]);
    // The one that led is removed: the next one leads.
    expect(childrenOnce([c, b])).toEqual([{ child: b, others: [c] }]);
    // One in the middle is removed: what the others say of it still holds them together only by it.
    expect(childrenOnce([c, a])).toEqual([
      { child: c, others: [] },
      { child: a, others: [] },
    ]);
  });
});

describe('a decision', () => {
  const one = (decided: number): SameAs => ({ id: 'a', decided });

  it('is counted, so that each one is above what was decided before', () => {
    const counts = (next: typeof decidedSame) =>
      [[], [one(1)], [one(2)], [one(3)]].map((sameAs) => next({ sameAs }, 'a')[0]?.decided);
    expect(counts(decidedSame)).toEqual([1, 1, 3, 3]);
    expect(counts(decidedOther)).toEqual([2, 2, 2, 4]);
    expect(decidedSame({}, 'a')).toEqual([one(1)]);
  });

  it('says of which records the child is one, and of which it is not', () => {
    const sameAs = [one(1), { id: 'b', decided: 2 }, { id: 'c', decided: 3 }];
    expect([sameIds({ sameAs }), otherIds({ sameAs })]).toEqual([['a', 'c'], ['b']]);
    expect([sameIds({}), otherIds({})]).toEqual([[], []]);
  });

  it('keeps what the other record said before, as long as they are one child', () => {
    const merged = decidedSame({}, 'a', { phone: '5501', ward: null });
    expect(merged).toEqual([{ id: 'a', decided: 1, before: { phone: '5501', ward: null } }]);
    expect(decidedOther({ sameAs: merged }, 'a')).toEqual([one(2)]);
  });

  const decision = fc.record(
    {
      id: fc.constantFrom('a', 'b'),
      decided: fc.integer({ min: 1, max: 3 }),
      before: fc.dictionary(
        fc.constantFrom('phone', 'ward'),
        fc.constantFrom('x', 'y', null, { z: 1 }, { z: 2 }),
      ),
    },
    { requiredKeys: ['id', 'decided'] },
  );

  it('joins with others to the same in every order, grouping and repetition', () => {
    const decisions = fc.array(decision, { maxLength: 3 });
    fc.assert(
      fc.property(decisions, decisions, decisions, (a, b, c) => {
        expect(joinSameAs(a, b)).toEqual(joinSameAs(b, a));
        expect(joinSameAs(joinSameAs(a, b), c)).toEqual(joinSameAs(a, joinSameAs(b, c)));
        expect(joinSameAs(joinSameAs(a, b), b)).toEqual(joinSameAs(a, b));
      }),
      { numRuns: 1_000 },
    );
  });
});
