import { describe, expect, it } from 'vitest';
import { hasUnusualLetters } from './unusual-letters.ts';

describe('hasUnusualLetters', () => {
  it.each([
    ['a Cyrillic А in Latin', '\u0410dmin'],
    ['a Greek omicron in Latin', 'R\u03bfsa L\u00f3pez'],
    ['mathematical letters', '\u{1D400}dmin'],
    ['full-width letters', '\uff21dmin'],
    ['a Latin letter in a Cyrillic name', '\u0410\u043d\u043d\u0061'],
    ['a script next to another', 'Rosa \u0410\u043d\u043d\u0430'],
    ['Cherokee among Latin', 'Ros\u13aa'],
  ])('marks %s', (_what, name) => expect(hasUnusualLetters(name)).toBe(true));

  it.each([
    'Ana López',
    'María José de la Cruz y Ñuñez',
    'Mª José',
    'O’Higgins-Müller 2',
    'Анна Петрова',
    'محمد بن علي',
    '山田 花子',
    'やまだ ハナコ 山田',
    '김 민준 金',
    'Kim 김',
    'Nguyễn Thị',
    'Ha‘apai ʻOfa',
    '',
  ])('accepts %s', (name) => expect(hasUnusualLetters(name)).toBe(false));
});
