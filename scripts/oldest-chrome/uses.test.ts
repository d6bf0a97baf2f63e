import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newScriptUses, ownNames } from './script-uses.ts';
import { newStyleUses } from './style-uses.ts';
import { OLDEST_CHROME } from './version.ts';

it('checks for the oldest Chrome that the application lets in', () => {
  const file = resolve(import.meta.dirname, '../../apps/web/public/browser-check.js');
  const oldest = /var OLDEST = (\d+)/.exec(readFileSync(file, 'utf8'))?.[1];
  expect(oldest).toBe(String(OLDEST_CHROME));
});

const inScript = (source: string, own: readonly string[] = []) =>
  newScriptUses('a.js', source, 95, new Set(own)).map(({ feature, since }) => [feature, since]);
const inStyle = (source: string) =>
  newStyleUses(source, 95).map(({ feature, since }) => [feature, since]);

describe('newScriptUses', () => {
  it.each([
    ['a global', 'const b = structuredClone(a);', 'structuredClone', 98],
    ['a method of an array', 'a?.toSorted(b);', '.toSorted', 110],
    ['a method of a class', 'Object.groupBy(a, b);', 'Object.groupBy', 117],
    ['a static method beside an old one of instances', 'Response.json(a);', 'Response.json', 105],
    ['a class', 'new WebTransport(a);', 'WebTransport', 97],
    ['a flag of a regular expression', '/[a--b]/v.test(a);', '/…/v', 112],
    [
      'a static field that old versions refuse',
      'class A { static name = 1; }',
      'static name = …',
      98,
    ],
  ])('finds %s', (_what, source, feature, since) => {
    expect(inScript(source)).toEqual([[feature, since]]);
  });

  it('finds nothing in what the version before had, and at the version itself', () => {
    expect(inScript('[].at(-1); Object.hasOwn({}, "a"); crypto.randomUUID();')).toEqual([]);
    expect(newScriptUses('a.js', 'structuredClone(a);', 98, new Set())).toEqual([]);
    expect(newScriptUses('a.js', 'structuredClone(a);', 97, new Set())).toHaveLength(1);
  });

  it('leaves the names that the application gives its own properties', () => {
    const source = 'const a = { toSorted() {} }; class B { findLast = 1; } a.take = 2;';
    const own = [...ownNames('a.js', source)];
    expect(own).toEqual(['toSorted', 'findLast', 'take']);
    expect(inScript('b.toSorted(); b.findLast();', own)).toEqual([]);
  });

  it('refuses a file that it cannot read', () => {
    expect(() => inScript('const = 1;')).toThrow(/^a\.js/);
  });
});

describe('newStyleUses', () => {
  it.each([
    ['a selector', 'p:has(a){color:red}', ':has', 105],
    ['a rule', '@layer a{p{color:red}}', '@layer', 99],
    ['a property', 'p{container-name:a}', 'container-name', 105],
    ['a function', 'p{color:color-mix(in srgb,red,blue)}', 'color-mix()', 111],
    ['a unit', 'p{height:calc(100dvh - 2px)}', 'dvh', 108],
    ['a unit in a variable', 'p{--a:100dvh}', 'dvh', 108],
    ['a range in a media query', '@media (width>=3em){p{color:red}}', '@media with <', 104],
  ])('finds %s', (_what, source, feature, since) => {
    expect(inStyle(source)).toEqual([[feature, since]]);
  });

  it('accepts what a rule asks for first, not what follows it', () => {
    const asked = '@supports (height:100dvh){p{height:100dvh}a{height:1dvh}}';
    expect(inStyle(asked)).toEqual([]);
    expect(inStyle(`${asked}p{height:100dvh}`)).toEqual([['dvh', 108]]);
  });

  it('reads neither strings nor comments', () => {
    expect(inStyle('p{content:"a:has(b){height:1dvh}"}/* p{height:1dvh} */')).toEqual([]);
  });

  it('finds nothing in what the oldest version knows', () => {
    expect(inStyle('p{inset:0;aspect-ratio:1/2}p:is(a,b):focus-visible{gap:1em}')).toEqual([]);
  });
});
