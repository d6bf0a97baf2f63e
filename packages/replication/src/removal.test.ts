import { describe, expect, it } from 'vitest';
import { isKeptRemoval, isPutBack, isRemoval } from './removal.ts';

const NOW = new Date('2026-11-23T12:00:00.000Z');
const removal = {
  _id: 'chld_1',
  _rev: '2-b',
  _deleted: true,
  firstName: 'Luz',
  why: 'removed',
  removedAt: '2026-11-01T12:00:00.000Z',
  removedBy: 'Ana',
};
const { firstName, ...erased } = removal;

describe('isRemoval', () => {
  it.each([
    ['a removal', removal, true],
    ['a living version', { ...removal, _deleted: false }, false],
    ['the end of a merge', { ...removal, why: 'merged' }, false],
    ['a record that moved', { ...removal, why: 'moved' }, false],
    ['an erasure', erased, false],
    ['a foreign deletion', { _id: 'chld_1', _rev: '2-b', _deleted: true }, false],
  ])('%s', (_what, leaf, expected) => {
    expect(isRemoval(leaf)).toBe(expected);
    expect(isKeptRemoval(leaf, NOW)).toBe(expected);
  });
});

describe('isKeptRemoval', () => {
  it.each([
    ['2026-10-24T12:00:00.001Z', true],
    ['2026-10-24T12:00:00.000Z', false],
    ['2026-11-24T12:00:00.000Z', true],
    ['yesterday', false],
    [undefined, false],
  ])('a removal at %s is kept: %s', (removedAt, expected) => {
    expect(isKeptRemoval({ ...removal, removedAt }, NOW)).toBe(expected);
  });
});

describe('isPutBack', () => {
  // Made as revision 2, which left with its child (3) and came back (4).
  const back = { ...removal, _rev: '4-d', stamp: { firstName: 1, removedAt: 2 } };
  const other = { _id: 'chld_1', _rev: '3-x' };

  it.each([
    ['living, written on the removal', other, 2, true],
    ['merged since, written on the removal', { ...other, _deleted: true, why: 'merged' }, 2, true],
    ['living, written on what was before it', other, 1, false],
    ['moved on', { ...other, _deleted: true, why: 'moved' }, 2, false],
    ['of another removal', { ...other, _deleted: true, why: 'removed' }, 2, false],
  ])('a version that is %s', (_what, leaf, common, expected) => {
    expect(isPutBack(back, [leaf, back], () => common)).toBe(expected);
  });

  it.each([{}, { removedAt: null }, { removedAt: 0 }])(
    'nobody knew of a removal that does not say when it was made: %j',
    (stamp) => {
      expect(isPutBack({ ...back, stamp }, [other, back], () => 2)).toBe(false);
    },
  );
});
