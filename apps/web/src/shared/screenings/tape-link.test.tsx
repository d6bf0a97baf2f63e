import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../testing/render.tsx';
import { TapeLink } from './tape-link.tsx';

afterEach(cleanup);

const child = {
  id: 'chld_test_stake_gtm_1746878400001_aaaaaa',
  firstName: 'Ana',
  lastName: 'López',
};

async function show(months: number | null, isReferred = false): Promise<HTMLElement | null> {
  const place = { child, isReferred, stakeDB: 'test_stake_gtm', from: 'due' } as const;
  await renderApp(<TapeLink {...place} months={months} onPress={() => undefined} />, {
    language: 'es',
  });
  const name = isReferred ? 'Medir a Ana López' : 'Medir el brazo (MUAC) de Ana López';
  return screen.queryByRole('link', { name });
}

it('opens the screening form on MUAC alone, which leads back to the page of the row', async () => {
  const link = await show(6);
  expect(link?.getAttribute('href')).toBe(`/children/survey/${child.id}?measures=muac&from=due`);
});

it('opens all measures of a child with an open referral', async () => {
  const link = await show(6, true);
  expect(link?.getAttribute('href')).toBe(`/children/survey/${child.id}?from=due`);
});

it.each([
  [5, false],
  [6, true],
  [59, true],
  [60, false],
  [null, false],
])('of a child of %s completed months is there: %s', async (months, isThere) => {
  expect((await show(months)) !== null).toBe(isThere);
});
