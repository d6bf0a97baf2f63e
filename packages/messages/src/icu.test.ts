import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { argumentsOf, formatMessage, parseMessage } from './icu.ts';

const english = {
  number: (value: number) => new Intl.NumberFormat('en-GB').format(value),
  plural: (value: number) => new Intl.PluralRules('en-GB').select(value),
};

const say = (source: string, params: Record<string, string | number> = {}) =>
  formatMessage(parseMessage(source), params, english);

describe('formatMessage', () => {
  it('inserts arguments, and formats numbers for the language', () => {
    expect(say('{name} has {count} records', { name: 'Luz', count: 1234 })).toBe(
      'Luz has 1,234 records',
    );
  });

  it.each([
    [0, 'no children'],
    [1, '1 child'],
    [2, '2 children'],
    [1200, '1,200 children'],
  ])('selects the plural form for %d', (count, expected) => {
    const source = '{count, plural, =0 {no children} one {# child} other {# children}}';
    expect(say(source, { count })).toBe(expected);
  });

  it('selects a named branch, else the other branch', () => {
    const source = '{sex, select, Boy {his} Girl {her} other {their}} height';
    expect(say(source, { sex: 'Girl' })).toBe('her height');
    expect(say(source, { sex: 'unknown' })).toBe('their height');
  });

  it("keeps the plural's count inside a select, and a hash outside plurals unchanged", () => {
    const source = '{n, plural, other {{sex, select, Boy {# boys} other {# children}}}} #1';
    expect(say(source, { n: 3, sex: 'Boy' })).toBe('3 boys #1');
  });

  it('parses apostrophes: single, doubled, and quoting braces', () => {
    expect(say("it's ''quoted'' '{literally}' {x}", { x: 'so' })).toBe(
      "it's 'quoted' {literally} so",
    );
  });

  it('throws for a missing argument instead of writing "undefined"', () => {
    expect(() => say('Hello {name}')).toThrow('The sentence needs the argument name.');
  });
});

describe('parseMessage', () => {
  it.each([
    ['{name', 'no ,'],
    ['name}', 'a closing brace without an opening one'],
    ['{}', 'a missing name'],
    ['{n, plural, one {#}}', 'plural of n without other'],
    ['{d, date}', 'the type date'],
    ['{n, plural, one {# child}', 'a missing name'],
  ])('refuses %s', (source, reason) => {
    expect(() => parseMessage(source)).toThrow(reason);
  });

  it('returns the arguments of a sentence, including those in branches', () => {
    expect(argumentsOf(parseMessage('{n, plural, one {{who}} other {# of {place}}}'))).toEqual([
      'n',
      'place',
      'who',
    ]);
  });
});

describe('comparison with the full ICU library', () => {
  const sources = [
    'plain text, with commas',
    "l''heure d'été",
    "'{'braces'}' and {name}",
    '{n, plural, =0 {none} =1 {exactly one} one {# one} other {# many {name}}}',
    '{name, select, a {first {n, plural, one {# x} other {# xs}}} other {rest}}',
    '{n, number} and #',
    "{n, plural, other {'#' is #}}",
    '{ n , plural , one { # } other { ## } }',
  ];

  it.each(sources)('gives the same text for %s', (source) => {
    const full = new IntlMessageFormat(source, 'en-GB', undefined, { ignoreTag: true });
    for (const n of [0, 1, 2, 1234.5]) {
      for (const name of ['a', 'Ñandú']) {
        expect(say(source, { n, name })).toBe(full.format({ n, name }));
      }
    }
  });
});
