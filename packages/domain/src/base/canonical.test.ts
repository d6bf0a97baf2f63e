import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical, sameContent } from './canonical.ts';

describe('canonical', () => {
  it('sorts keys at every depth, keeps array order, drops undefined', () => {
    const document = { b: 1, a: { d: [3, { z: 1, y: 2 }], c: undefined }, _id: 'x', C: 1 };
    expect(JSON.stringify(canonical(document))).toBe(
      '{"C":1,"_id":"x","a":{"d":[3,{"y":2,"z":1}]},"b":1}',
    );
  });

  it('keeps a property of any name, `__proto__` too', () => {
    const document: unknown = JSON.parse('{"b":1,"__proto__":{"d":2,"c":3},"a":4}');
    expect(JSON.stringify(canonical(document))).toBe('{"__proto__":{"c":3,"d":2},"a":4,"b":1}');
  });

  it('writes the same bytes for any order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (document) => {
        const turned = Object.fromEntries(Object.entries(document).toReversed());
        expect(JSON.stringify(canonical(turned))).toBe(JSON.stringify(canonical(document)));
        expect(sameContent(turned, document)).toBe(true);
      }),
    );
  });
});

describe('sameContent', () => {
  it('detects a difference, and ignores undefined properties', () => {
    expect(sameContent({ a: 1 }, { a: 2 })).toBe(false);
    expect(sameContent({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
    expect(sameContent({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  });
});
