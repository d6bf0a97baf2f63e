import { aChild, anAssessedScreening } from '@crece/domain/testing';
import { createTranslator, FIRST_SENTENCES } from '@crece/messages';
import { expect, it } from 'vitest';
import { rowOf } from '../../testing/rows.ts';
import { viewRow } from './child-row-view.ts';
import { rowWords } from './child-row-words.ts';

const TODAY = '2025-06-10';
const english = createTranslator('en', FIRST_SENTENCES);
const child = aChild({ ward: 'El Centro' });

/** The words of a child with this MUAC and a weight for height that leads the row. */
function wordsOf(muac: number, isWide: boolean) {
  const screening = anAssessedScreening(child, {
    surveyDate: '2025-06-09',
    height: 77,
    weight: 7,
    muac,
  });
  const row = rowOf(child, [screening], TODAY);
  return rowWords(english, row, viewRow(row, TODAY), { today: TODAY, alert: undefined, isWide });
}

it.each([
  [11.4, 'MUAC 11.4: refer', 'MUAC 11.4: refer'],
  [11.5, 'MUAC 11.5: moderate', 'MUAC 11.5'],
  [12.4, 'MUAC 12.4: moderate', 'MUAC 12.4'],
])(
  'shows MUAC %d on a phone with "refer", and in the yellow band by its figure',
  (muac, full, short) => {
    const { badges, spoken } = wordsOf(muac, false);
    expect(badges[0]).toMatchObject({ full, short });
    expect(spoken).toContain(full);
  },
);

it('has no badge for a MUAC of the green band', () => {
  expect(wordsOf(12.5, false).badges.map(({ full }) => full)).not.toContain('MUAC 12.5');
});

it('names the ward only where a table has room for it', () => {
  expect(wordsOf(13, true).family).toBe('Elena Xicay · El Centro');
  expect(wordsOf(13, false).family).toBe('Elena Xicay');
});
