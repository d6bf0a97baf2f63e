import { describe, expect, it } from 'vitest';
import {
  DEFAULT_LANGUAGE,
  FIRST_SENTENCES,
  isLanguage,
  loadSentences,
  preferredLanguage,
} from './language.ts';

describe('the languages', () => {
  it('are English, by default, and Spanish, and no other', () => {
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
    // Yupik and Middle English begin with the same letters.
    [['esu', 'enm', 'fr'], 'en'],
    [['', ' es '], 'es'],
    [[], 'en'],
  ])('of a browser that prefers %j: %s', (tags, language) => {
    expect(preferredLanguage(tags)).toBe(language);
  });

  it('begin with English sentences that are there at once', async () => {
    const english = await loadSentences(DEFAULT_LANGUAGE);
    expect(Object.keys(FIRST_SENTENCES).length).toBeGreaterThan(100);
    expect(english).toMatchObject(FIRST_SENTENCES);
  });
});
