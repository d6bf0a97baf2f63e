import { describe, expect, it } from 'vitest';
import { isKeptRemoval, isRemoval } from './removal.ts';

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
