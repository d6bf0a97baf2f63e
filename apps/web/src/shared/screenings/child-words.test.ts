import { aChild, aScreening } from '@crece/domain/testing';
import { createTranslator } from '@crece/messages';
import { expect, it } from 'vitest';
import { loadSentences } from '../../data/sentences.ts';
import { birthShown, childSubtitle } from './child-words.ts';

const TODAY = '2025-06-10';
const english = createTranslator('en', await loadSentences('en', 'first'));
const child = aChild({ birthDate: '2023-03-10', mother: 'Rosa Tzul' });
const versions = {
  child: [aChild({ birthDate: '2024-09-10' }), aChild({ birthDate: '2022-09-10' })],
  screenings: new Map(),
};

it('gives the age today, "about" where the birth date was estimated', () => {
  expect(childSubtitle(english, { child }, null, TODAY)).toBe('Girl, 27 months · Rosa Tzul');
  const about = { ...child, birthDateEstimated: true as const };
  expect(childSubtitle(english, { child: about }, null, TODAY)).toBe(
    'Girl, about 27 months · Rosa Tzul',
  );
});

it('shows the later of two birth dates, and an estimated one, as about', () => {
  expect(birthShown({ child })).toEqual({ birthDate: '2023-03-10', isAbout: false });
  expect(birthShown({ child, versions })).toEqual({ birthDate: '2024-09-10', isAbout: true });
  const about = { ...child, birthDateEstimated: true as const };
  expect(birthShown({ child: about }).isAbout).toBe(true);
});

it('gives no age of a child of two birth dates as certain, and takes it for the youngest', () => {
  const file = { child, versions };
  expect(childSubtitle(english, file, null, TODAY)).toBe('Girl, about 9 months · Rosa Tzul');
  const renamed = { child, versions: { ...versions, child: [{ ...child, firstName: 'Ana' }] } };
  expect(childSubtitle(english, renamed, null, TODAY)).toBe('Girl, 27 months · Rosa Tzul');
  const aged = aScreening({ surveyDate: '2025-05-10', ageOverride: 30 });
  expect(childSubtitle(english, file, aged, TODAY)).toBe('Girl, 31 months · Rosa Tzul');
});
