import { describe, expect, it } from 'vitest';
import { parseName, tidyPersonName, tidyText } from './text.ts';

describe('tidyText', () => {
  it.each([
    ['  Cobán   Norte ', 'Cobán Norte'],
    ['Cobán\r\nNorte\u0000\u2028Sur', 'Cobán Norte Sur'],
    [' \t ', ''],
    ['Ñuble', 'Ñuble'],
  ])('turns %j into %j', (typed, kept) => {
    expect(tidyText(typed)).toBe(kept);
  });
});

describe('tidyPersonName', () => {
  it.each([
    ['an override of the direction', '\u202eevil\u202c', 'evil'],
    ['isolates and marks of direction', '\u2066Ana\u2069\u200f', 'Ana'],
    ['a zero-width space alone', '\u200b', ''],
    ['joiners alone', '\u200c\u200d', ''],
    ['a joiner at an end', '\u200dAna\u200c', 'Ana'],
    ['a joiner beside a blank', 'Ana\u200d María', 'Ana María'],
    ['a byte order mark', '\ufeffAna', 'Ana'],
    ['a soft hyphen', 'An\u00ada', 'Ana'],
    ['a Hangul filler', '\u3164', ''],
    ['a variation selector alone', '\ufe0f', ''],
    ['variation selectors between letters', 'A\ufe0en\u{e0100}a', 'Ana'],
    ['a combining grapheme joiner', 'An\u034fa', 'Ana'],
    ['a Braille blank', '\u2800', ''],
    ['Khmer vowels that nobody sees', '\u17b4\u17b5', ''],
    ['a tag', 'Ana\u{e0041}', 'Ana'],
    ['a Mongolian selector outside Mongolian', 'An\u180ba\u180e', 'Ana'],
    ['a letter and its accent apart', 'Jose\u0301', 'José'],
  ])("removes %s from a person's name", (_what, typed, kept) => {
    expect(tidyPersonName(typed)).toBe(kept);
  });

  it.each(['می\u200cخواهم', 'ᠠ\u180bᠨ', 'ക്\u200dഷ', 'Ñuble', 'O’Higgins', 'Ana-María', '山田'])(
    "keeps %s in a person's name",
    (name) => {
      expect(tidyPersonName(name)).toBe(name);
    },
  );
});

describe('parseName', () => {
  it('a name that nobody sees is none, and blanks within a name remain', () => {
    expect(parseName(' \ufe0f\u200b ')).toBeUndefined();
    expect(parseName(' Luz\ufe0f  Mar ')).toBe('Luz  Mar');
  });
});
