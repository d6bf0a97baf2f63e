import { DESK_LISTS, USUAL_CHOICE } from '@crece/domain';
import { createTranslator, LANGUAGES } from '@crece/messages';
import { describe, expect, it } from 'vitest';
import { loadSentences } from '../../data/sentences.ts';
import { listTitle, needWord, shortMonth } from './desk-words.ts';

describe.each(LANGUAGES)('words of the desk in %s', async (language) => {
  const words = createTranslator(language, await loadSentences(language, 'desk'));

  it('give every list its own title', () => {
    const titles = DESK_LISTS.map((list) =>
      listTitle(words, list, { today: '2025-11-10', choice: USUAL_CHOICE }),
    );
    expect(titles.filter((title) => title === '')).toEqual([]);
    // MUAC below 11.5 cm and a sign of severe malnutrition have the same title; only the children
    // counted differ.
    expect(new Set(titles).size).toBeGreaterThan(titles.length - 2);
  });

  it("name a supplement to order by the programme's own words", () => {
    expect(needWord(words, 'sup')).toBe(words.t('desk.need.sup'));
    const own = { ...words, supplements: { sup: { [language]: 'Two sachets' } } };
    expect(needWord(own, 'sup')).toBe('Two sachets');
    expect(needWord(own, 'mic')).toBe(words.t('desk.need.mic'));
  });

  it('name a month without its day', () => {
    expect(shortMonth(words, '2025-12')).toMatch(/^[a-z]+$/i);
  });
});
