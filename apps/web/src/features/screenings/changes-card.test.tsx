import { aScreening } from '@crece/domain/testing';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { childPath } from '../../shared/navigation/paths.ts';
import { isolateScreenings, show } from './testing/render-screenings.tsx';

isolateScreenings();

const at = (hour: number, different: Parameters<typeof aScreening>[0]) =>
  aScreening({
    _id: `scr_test_stake_gtm_17495${hour}6800000_aaaaaa`,
    created: `2025-06-09T0${hour}:00:00.000Z`,
    surveyDate: '2025-06-09',
    ...different,
  });

const said = async () => {
  const card = await screen.findByRole('region', { name: 'Changes' });
  return within(card)
    .getAllByRole('listitem')
    .map((line) => line.querySelector('.vh')?.textContent);
};

it('the later of two screenings of one day is the newest', async () => {
  const screenings = [
    at(1, { weight: 10.2, height: 78, muac: 14.2 }),
    at(2, { weight: 7.5, height: 78, muac: 12.1 }),
  ];
  await show((child) => childPath(child._id), { screenings });
  expect(await said()).toEqual([
    'Weight 7.5 kg, −2.7 since 9 Jun',
    'Height 78.0 cm, 0.0 since 9 Jun',
    'MUAC 12.1 cm, −2.1 since 9 Jun',
  ]);
});

it('a measure that was taken once, or in millimetres, has no plot', async () => {
  const screenings = [
    at(1, { weight: 7.4, height: 70, muac: 124 }),
    at(2, { weight: 7.5, muac: 12.1 }),
  ].map(({ ...each }, index) =>
    index === 1 ? (({ height: _height, ...rest }) => rest)(each) : each,
  );
  await show((child) => childPath(child._id), { screenings });
  expect(await said()).toEqual(['Weight 7.5 kg, +0.1 since 9 Jun']);
});

it('a danger is red in the measures, whichever index decided', async () => {
  const screenings = [at(1, { weight: 7.1, height: 68.5, muac: 11.9 })];
  await show((child) => childPath(child._id), { screenings });
  const measures = await screen.findByRole('region', { name: 'Measures' });
  const hot = [...measures.querySelectorAll('.hot')].map((cell) => cell.textContent);
  expect(hot.length).toBeGreaterThan(0);
  for (const figure of hot) expect(Number(figure?.replace('−', '-'))).toBeLessThan(-2);
});
