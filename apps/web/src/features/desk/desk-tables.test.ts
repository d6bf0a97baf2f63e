import { aChild, anAssessedScreening } from '@crece/domain/testing';
import { createTranslator } from '@crece/messages';
import type { Row } from '@crece/reports';
import { describe, expect, it } from 'vitest';
import { loadSentences } from '../../data/sentences.ts';
import { DESK_UNIT, deskAnswer } from '../../testing/desk-answer.ts';
import { figuresTable } from './desk-tables.ts';

const TODAY = '2025-06-01';

/** A unit of three wards, each with a child that was screened and one that was not. */
const DOCUMENTS = ['Norte', 'Sur', 'El Centro'].flatMap((ward) => {
  const child = aChild({ _id: `chld_${ward}`, ward });
  const screening = anAssessedScreening(child, {
    _id: `scr_${ward}`,
    surveyDate: '2025-05-10',
    height: 78,
    weight: 10,
    oedema: false,
  });
  return [child, screening, aChild({ _id: `chld_${ward}_never`, ward })];
});

describe('the desk as a file', async () => {
  const words = createTranslator('en', await loadSentences('en', 'desk'));
  const { figures } = deskAnswer([[DESK_UNIT, DOCUMENTS]], TODAY);
  const rows = [...(figuresTable(words, figures, 'Cobán').rows as readonly Row[])];

  it('tells first the whole, with the share screened', () => {
    expect(rows.slice(0, 2)).toEqual([
      ['Cobán', 'All children', 'Children under five', 6, null, null, null, null],
      ['Cobán', 'All children', 'Screened in the last 6 months', 3, 6, 50, null, null],
    ]);
  });

  it('tells of each ward what is read of every place, not ninety lines', () => {
    const wards = rows.filter(([, part]) => part === 'Ward');
    expect(wards.filter(([place]) => place === 'Norte').map(([, , figure]) => figure)).toEqual([
      'Children under five',
      'Screened in the last 6 months',
      'Never screened',
      'Refer today',
      'Babies under 6 months at risk of poor growth',
      'Late for a visit',
      'Undernourished',
      'At risk',
      'Normal',
      'Not assessed: weigh and measure, or take MUAC',
      'Supplement: Today',
      'Supplement: July 2025',
    ]);
    expect(wards).toHaveLength(36);
    expect(rows.length).toBeLessThan(140);
  });
});
