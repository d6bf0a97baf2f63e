import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonScanner } from './json-scanner.ts';

const scanned = (text: string): JsonScanner => {
  const scanner = new JsonScanner();
  for (const byte of new TextEncoder().encode(text)) scanner.take(byte);
  return scanner;
};

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
    : 0;

describe('the scanner of JSON in pieces', () => {
  it.each([
    ['', 0, 0, false],
    ['[', 1, 1, false],
    ['[{', 2, 2, false],
    ['[{}', 1, 2, false],
    ['[{}]', 0, 2, false],
    ['{"a', 1, 1, true],
    ['{"a"', 1, 1, false],
    [String.raw`{"a\"`, 1, 1, true],
    [String.raw`{"a\\"`, 1, 1, false],
    ['{"}]', 1, 1, true],
    ['"ś[', 0, 0, true],
  ])('stands after %s at depth %i, %i at the deepest', (text, depth, deepest, isText) => {
    expect(scanned(text)).toMatchObject({ depth, deepest, isText });
  });

  it('ends every value where it began, and knows how deep it was', () => {
    const property = fc.property(fc.jsonValue(), (value) => {
      const { depth, deepest, isText } = scanned(JSON.stringify(value));
      expect({ depth, deepest, isText }).toEqual({
        depth: 0,
        deepest: depthOf(value),
        isText: false,
      });
    });
    fc.assert(property, { numRuns: 200 });
  });
});
