import { aChild } from '@crece/domain/testing';
import type { DecidedPairs } from '@crece/storage';
import { describe, expect, it } from 'vitest';
import { rowOf } from '../../testing/rows.ts';
import { decidedBy, LikelySearch, likelyPairs } from './likely-pairs.ts';

const TODAY = '2025-05-10';

function row(id: string, different: Partial<ReturnType<typeof aChild>> = {}) {
  const names = { firstName: 'Ana', lastName: 'López', birthDate: '2024-03-10' };
  return rowOf(aChild({ ...names, ...different, _id: id }), [], TODAY);
}

const idsOf = (pairs: ReturnType<typeof likelyPairs>) => pairs.map(([a, b]) => `${a.id} ${b.id}`);

describe('likely pairs', () => {
  it('begin with those for which most speaks beside the names', () => {
    const rows = [
      row('a', { mother: 'Rosa Tum' }),
      row('b', { firstName: 'Ana María', mother: 'Luz Coc', birthDate: '2023-01-01' }),
      row('c', { mother: 'Rosa Tum' }),
    ];
    expect(idsOf(likelyPairs(rows, undefined, TODAY))[0]).toBe('a c');
  });

  it('leave out two graduates, and not one of them', () => {
    const old = { birthDate: '2019-01-01' };
    const rows = [row('a', old), row('b', old), row('c')];
    expect(idsOf(likelyPairs(rows, undefined, TODAY)).sort()).toEqual(['a c', 'b c']);
  });

  it('leave in two of whom one is under five by a birth date that waits for a choice', () => {
    const old = { birthDate: '2019-01-01' };
    const [a, b] = [row('a', old), row('b', old)];
    const contested = { ...a, standing: { ...a.standing, youngest: '2024-03-10' } };
    expect(idsOf(likelyPairs([contested, b], undefined, TODAY))).toEqual(['a b']);
  });

  it('leave out what was decided about any record of either child', () => {
    const pairs: DecidedPairs = {
      leads: new Map([
        ['a', 'a'],
        ['a2', 'a'],
      ]),
      apart: new Map([['b', ['a2']]]),
    };
    const [a, b, c] = [row('a'), row('b'), row('c')];
    const isDecided = decidedBy(pairs);
    expect([isDecided(a, b), isDecided(b, a), isDecided(a, c)]).toEqual([true, true, false]);
    expect(idsOf(likelyPairs([a, b, c], pairs, TODAY)).sort()).toEqual(['a c', 'b c']);
  });

  it('that are shown keep their place; what is found later is added, what was decided goes', () => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => row(id));
    if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error();
    const shown = [
      [b, c],
      [a, c],
      [a, b],
    ] as const;
    const pairs: DecidedPairs = { leads: new Map(), apart: new Map([['c', ['a']]]) };
    const renamed = row('b', { mother: 'Rosa Tum' });
    const search = new LikelySearch([a, renamed, c, d], pairs, TODAY, { before: shown });
    expect(search.shown()).toEqual({
      pairs: [
        [renamed, c],
        [a, renamed],
      ],
      isDone: false,
    });
    while (search.step());
    const { pairs: found, isDone } = search.shown();
    expect([isDone, idsOf(found.slice(0, 2))]).toEqual([true, ['b c', 'a b']]);
    expect(idsOf(found.slice(2)).sort()).toEqual(['a d', 'b d', 'c d']);
    // Nobody has such a name any more.
    const gone = new LikelySearch([a, row('b', { lastName: 'Tzoc' })], pairs, TODAY, {
      before: found,
    });
    expect(idsOf(gone.shown().pairs)).toEqual(['a b']);
    while (gone.step());
    expect(gone.shown().pairs).toEqual([]);
  });
});
