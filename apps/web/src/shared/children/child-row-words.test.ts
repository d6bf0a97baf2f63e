import { aChild, anAssessedScreening } from '@crece/domain/testing';
import { createTranslator, type Language } from '@crece/messages';
import { expect, it } from 'vitest';
import { loadSentences, START_SENTENCES } from '../../data/sentences.ts';
import { rowOf } from '../../testing/rows.ts';
import { viewRow } from './child-row-view.ts';
import { rowWords } from './child-row-words.ts';

const TODAY = '2025-06-10';
const english = createTranslator('en', START_SENTENCES);
const translatorOf = async (language: Language) =>
  createTranslator(language, await loadSentences(language, 'first'));
const child = aChild({ ward: 'El Centro' });

/** The words of a child with this MUAC and a weight for height that leads the row. */
function wordsOf(muac: number, isWide: boolean, translator = english) {
  const screening = anAssessedScreening(child, {
    surveyDate: '2025-06-09',
    height: 77,
    weight: 7,
    muac,
  });
  const row = rowOf(child, [screening], TODAY);
  return rowWords(translator, row, viewRow(row, TODAY), { today: TODAY, alert: undefined, isWide });
}

it.each([
  ['en', 11.4, 'MUAC 11.4: refer', 'MUAC 11.4: refer'],
  ['en', 11.5, 'MUAC 11.5: moderate', 'MUAC 11.5: moderate'],
  ['en', 12.4, 'MUAC 12.4: moderate', 'MUAC 12.4: moderate'],
  ['es', 11.4, 'MUAC 11,4: refiera', 'MUAC 11,4: refiera'],
  ['es', 11.5, 'MUAC 11,5: moderada', 'MUAC 11,5: moderada'],
] as const)('in %s, MUAC %d never stands without its word', async (language, muac, full, short) => {
  const { badges, spoken } = wordsOf(muac, false, await translatorOf(language));
  expect(badges[0]).toMatchObject({ full, short });
  expect(spoken).toContain(full);
});

it('a MUAC of the green band has no badge', () => {
  expect(wordsOf(12.5, false).badges.map(({ full }) => full)).not.toContain('MUAC 12.5');
});

it('names the ward only where a table has room for it', () => {
  expect(wordsOf(13, true).family).toBe('Elena Xicay · El Centro');
  expect(wordsOf(13, false).family).toBe('Elena Xicay');
});

it.each([
  ['en', 'Not measured again', 'Referred'],
  ['es', 'Sin medir de nuevo', 'Con referencia'],
] as const)(
  'in %s, a row with an open referral is never called normal',
  async (language, status, badge) => {
    const visits = [
      { _id: 'scr_1', surveyDate: '2025-06-01', height: 77, weight: 7 },
      { _id: 'scr_2', surveyDate: '2025-06-09', height: 0, weight: 0, muac: 13.6 },
    ].map((visit) => anAssessedScreening(child, visit));
    const row = rowOf(child, visits, TODAY);
    const translator = await translatorOf(language);
    const place = { today: TODAY, alert: undefined, isWide: false };
    const words = rowWords(translator, row, viewRow(row, TODAY), place);
    expect(words).toMatchObject({ sign: null, status });
    expect(words.badges[0]).toMatchObject({ full: badge, tone: 'red' });
    expect(words.spoken).not.toMatch(/normal/iu);
  },
);

it.each([
  ['en', 'A version could not be read'],
  ['es', 'No se pudo leer una versión'],
] as const)('in %s, says of which child a version could not be read', async (language, mark) => {
  const row = rowOf(child, [], TODAY);
  const place = { today: TODAY, alert: 'unread', isWide: false } as const;
  const words = rowWords(await translatorOf(language), row, viewRow(row, TODAY), place);
  expect(words.badges.map(({ full }) => full)).toContain(mark);
  expect(words.spoken).toContain(mark);
});

it("a row names a supplement by the programme's own words in the person's language", async () => {
  const row = rowOf(child, [], TODAY);
  const view = { ...viewRow(row, TODAY), supplement: 'MAM' } as const;
  const supplements = { MAM: { es: 'Dos sobres al día' } };
  const place = { today: TODAY, alert: undefined, isWide: false, supplements };
  const badges = async (language: 'en' | 'es') =>
    rowWords(await translatorOf(language), row, view, place).badges;
  for (const language of ['es', 'en'] as const) {
    const [badge] = await badges(language);
    expect([badge?.full, badge?.short]).toEqual(['Dos sobres al día', 'Dos sobres al día']);
  }
});

it.each([
  ['en', 'died', 'Died'],
  ['en', 'moved-away', 'Moved away'],
  ['es', 'died', 'Falleció'],
  ['es', 'moved-away', 'Se mudó'],
] as const)('in %s, of a child that %s nothing else is said', async (language, outcome, word) => {
  const screening = anAssessedScreening(child, {
    ...{ surveyDate: '2025-05-20', height: 77, weight: 7, muac: 11.1 },
    ...{ referralOutcome: outcome, referralDate: '2025-06-01' },
  });
  const row = rowOf(child, [screening], TODAY);
  const words = rowWords(await translatorOf(language), row, viewRow(row, TODAY), {
    ...{ today: TODAY, alert: undefined, isWide: false },
  });
  expect([words.sign, words.status, words.badges]).toEqual([null, word, []]);
});
