import { describe, expect, it } from 'vitest';
import { withoutFields, withoutUndefined } from './optional.ts';

describe('withoutUndefined', () => {
  it('removes undefined properties and no others', () => {
    const object = withoutUndefined({ a: undefined, b: null, c: 0, d: '', e: false });
    expect(Object.entries(object)).toEqual([
      ['b', null],
      ['c', 0],
      ['d', ''],
      ['e', false],
    ]);
  });
});

describe('withoutFields', () => {
  it('copies the record without the named fields', () => {
    const record = { a: 1, b: 2, c: 3 };
    expect(withoutFields(record, ['b', 'x'])).toEqual({ a: 1, c: 3 });
    expect(record).toEqual({ a: 1, b: 2, c: 3 });
  });

  it('keeps a field named __proto__ away from the prototype', () => {
    const hostile: object = JSON.parse('{"__proto__":{"isAdmin":true},"a":1}') as object;
    const copy = withoutFields(hostile, ['a']);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(copy).not.toHaveProperty('isAdmin');
    expect(Object.keys(copy)).toEqual(['__proto__']);
  });
});
