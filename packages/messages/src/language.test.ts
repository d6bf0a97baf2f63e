import { describe, expect, it } from 'vitest';
import { DEFAULT_LANGUAGE, isLanguage, preferredLanguage } from './language.ts';

describe('the languages', () => {
  it('English (the default) and Spanish are the only languages', () => {
    expect(DEFAULT_LANGUAGE).toBe('en');
    expect(['en', 'es', 'EN', 'en-GB', 'fr', '', null, undefined, 0].filter(isLanguage)).toEqual([
      'en',
      'es',
    ]);
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
