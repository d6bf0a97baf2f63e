import { describe, expect, it } from 'vitest';
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, preferredLanguage } from './language.ts';

describe('the languages', () => {
  it('English is the default, Spanish the second, and nothing else is a language', () => {
    expect(DEFAULT_LANGUAGE).toBe('en');
    expect(LANGUAGES.slice(0, 2)).toEqual(['en', 'es']);
    expect(LANGUAGES.filter(isLanguage)).toEqual(LANGUAGES);
    expect(['EN', 'en-GB', 'fr', '', null, undefined, 0].filter(isLanguage)).toEqual([]);
  });

  it.each([
    [['es'], 'es'],
    [['es-GT', 'en'], 'es'],
    [['en-GB', 'es'], 'en'],
    [['quc', 'es-419', 'en-US'], 'es'],
    [['pt-BR', 'fr'], 'en'],
    [['ES-mx'], 'es'],
    // Yupik (esu) and Middle English (enm) start with the letters of Spanish and English.
    [['esu', 'enm', 'fr'], 'en'],
    [['', ' es '], 'es'],
    [[], 'en'],
  ])('for browser preferences %j: %s', (tags, language) => {
    expect(preferredLanguage(tags)).toBe(language);
  });
});
