import type { UsersBody } from '@crece/contract';
import { describe, expect, it } from 'vitest';
import { readBody } from './session-calls.ts';

describe('an answer of the server', () => {
  const read = (raw: unknown) =>
    readBody<UsersBody & { of?: { name: string } }>(raw, {
      users: 'list',
      total: 'number',
      of: 'object',
    });

  it('an answer with every field that the application needs is taken as it is', () => {
    const raw = { users: [], total: 0, of: { name: 'a' }, more: true };
    expect(read(raw)).toBe(raw);
  });

  it.each([
    ['no object', 'text'],
    ['nothing', null],
    ['a list', []],
    ['without a field', { users: [], of: {} }],
    ['with a field of another kind', { users: [], total: '0', of: {} }],
    ['with an object for a list', { users: {}, total: 0, of: {} }],
    ['with null for an object', { users: [], total: 0, of: null }],
  ])('an answer is not readable when it is %s', (_name, raw) => {
    expect(() => read(raw)).toThrow('not-readable (200)');
  });
});
