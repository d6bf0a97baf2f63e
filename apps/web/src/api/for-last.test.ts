import { expect, it, vi } from 'vitest';
import { forLast } from './for-last.ts';

it('gives the same object while it is asked about the same as last time', () => {
  const make = vi.fn((from: string) => ({ from }));
  const made = forLast(make);
  const first = made('a');
  expect(made('a')).toBe(first);
  expect(make).toHaveBeenCalledTimes(1);
  expect(made('b')).toEqual({ from: 'b' });
  expect(made('a')).not.toBe(first);
});

it('asks how to compare where an equal value is another object', () => {
  const made = forLast(
    (texts: readonly string[]) => [...texts],
    (before, now) => before.every((text, at) => text === now[at]),
  );
  const first = made(['a', 'b']);
  expect(made(['a', 'b'])).toBe(first);
  expect(made(['a', 'c'])).not.toBe(first);
});
