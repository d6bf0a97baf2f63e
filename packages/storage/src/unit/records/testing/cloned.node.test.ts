import { expect, it } from 'vitest';
import { cloned } from './cloned.ts';

it('a clone is what a structured clone is, and shares nothing with its value', () => {
  const value = {
    text: 'a',
    none: null,
    absent: undefined,
    zero: -0,
    when: new Date('2025-06-01'),
    bytes: new Uint8Array([1, 2]),
    map: new Map([['a', { b: 1 }]]),
    list: [1, undefined, { inner: ['b'] }],
    odd: JSON.parse('{"__proto__":{"polluted":true},"n":[1]}') as object,
    bare: Object.assign(Object.create(null) as object, { n: 1 }),
  };
  const clone = cloned(value);
  expect(clone).toStrictEqual(structuredClone(value));
  for (const [name, inner] of Object.entries(clone)) {
    if (typeof inner === 'object' && inner !== null) {
      expect(inner).not.toBe(value[name as keyof typeof value]);
    }
  }
  expect((clone.list as unknown[])[2]).not.toBe((value.list as unknown[])[2]);
  expect(() => cloned({ call: () => undefined })).toThrow(DOMException);
});
