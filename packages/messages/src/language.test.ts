import { describe, expect, it } from 'vitest';
import { DEFAULT_LANGUAGE, FIRST_SENTENCES, isLanguage, loadSentences } from './language.ts';

describe('the languages', () => {
  it('are English, by default, and Spanish, and no other', () => {
    expect(DEFAULT_LANGUAGE).toBe('en');
    expect(['en', 'es', 'EN', 'en-GB', 'fr', '', null, undefined, 0].filter(isLanguage)).toEqual([
      'en',
      'es',
    ]);
  });

  it('begin with English sentences that are there at once', async () => {
    const english = await loadSentences(DEFAULT_LANGUAGE);
    expect(Object.keys(FIRST_SENTENCES).length).toBeGreaterThan(100);
    expect(english).toMatchObject(FIRST_SENTENCES);
  });
});
