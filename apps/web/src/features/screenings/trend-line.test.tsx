import { aScreening } from '@crece/domain/testing';
import type { Language } from '@crece/messages';
import { cleanup, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { childPath } from '../../shared/navigation/paths.ts';
import { savedPath } from './saved-path.ts';
import { isolateScreenings, show, TODAY } from './testing/render-screenings.tsx';

isolateScreenings();

const before = aScreening({ weight: 7.1 });
const now = (weight: number, different = {}) =>
  aScreening({
    _id: 'scr_test_stake_gtm_1749556800000_aaaaaa',
    surveyDate: TODAY,
    weight,
    ...different,
  });
const trend = () =>
  screen.queryByText(/(weight|Weight hardly changed|peso).* kg (since|desde)/u)?.textContent;

describe('weight trend in words', () => {
  it.each([
    [7.4, 'en', 'Gaining weight: +0.3 kg since 10 May'],
    [7.1, 'en', 'Weight hardly changed: 0 kg since 10 May'],
    [6.8, 'en', 'Losing weight: −0.3 kg since 10 May'],
    [7.4, 'es', 'Sube de peso: +0,3 kg desde el 10 may'],
    [7.15, 'es', 'El peso casi no cambia: +0,05 kg desde el 10 may'],
    [6.8, 'es', 'Baja de peso: −0,3 kg desde el 10 may'],
  ] as const)(
    'the trend is shown on result card and child view: 7.1, then %f (%s)',
    async (weight, language, sentence) => {
      const screenings = [before, now(weight)];
      const options = { screenings, language: language satisfies Language };
      await show((child) => savedPath(child._id, now(weight)._id, 'test_stake_gtm'), options);
      expect(await screen.findByText(sentence)).toBeTruthy();
      cleanup();
      await show((child) => childPath(child._id), options);
      expect(await screen.findByText(sentence)).toBeTruthy();
    },
  );

  it.each([
    [
      71.6,
      'en',
      /^Falling behind in height since 10 May \(height for age: from −1\.\d+ to −2\.\d+, below the WHO line −2\)$/u,
    ],
    [
      71.6,
      'es',
      /^Se queda atrás en talla desde el 10 may \(talla para la edad: de −1,\d+ a −2,\d+, bajo la línea −2 de la OMS\)$/u,
    ],
    [74, 'en', null],
  ] as const)(
    'with the WHO line that the height fell below: 71.5 cm, then %f (%s)',
    async (height, language, sentence) => {
      const screenings = [{ ...before, height: 71.5 }, now(7.1, { height })];
      await show((child) => childPath(child._id), { screenings, language });
      await screen.findByRole('region', { name: language === 'en' ? 'Changes' : 'Cambios' });
      if (sentence === null) expect(screen.queryByText(/height for age:/u)).toBeNull();
      else expect(screen.getByText(sentence)).toBeTruthy();
    },
  );

  it('a first weight, or one with oedema, has no trend', async () => {
    await show((child) => childPath(child._id), { screenings: [before] });
    await screen.findByRole('region', { name: 'Measures' });
    expect(trend()).toBeUndefined();
    cleanup();
    const screenings = [before, now(7.9, { oedema: true })];
    await show((child) => childPath(child._id), { screenings });
    await screen.findByRole('region', { name: 'Changes' });
    expect(trend()).toBeUndefined();
  });
});
