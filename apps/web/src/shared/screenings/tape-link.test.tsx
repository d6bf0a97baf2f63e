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

const ARM = 'Medir el brazo (MUAC) de Ana López';
const ALL = 'Medir a Ana López';

async function show(months: number | null, isArmEnough = true): Promise<HTMLElement | null> {
  const place = { child, isArmEnough, stakeDB: 'test_stake_gtm', from: 'due' } as const;
  await renderApp(<TapeLink {...place} months={months} onPress={() => undefined} />, {
    language: 'es',
  });
  return screen.queryByRole('link');
}

it('opens the screening form on MUAC alone, which leads back to the page of the row', async () => {
  const link = await show(6);
  expect(link?.getAttribute('href')).toBe(`/children/survey/${child.id}?measures=muac&from=due`);
  expect(link?.getAttribute('aria-label')).toBe(ARM);
});

it.each([
  ['a child whose arm says too little', 6, false],
  ['a baby, whose arm does not count', 5, true],
  ['a newborn', 0, true],
] as const)('opens all measures of %s', async (_who, months, isArmEnough) => {
  const link = await show(months, isArmEnough);
  expect(link?.getAttribute('href')).toBe(`/children/survey/${child.id}?from=due`);
  expect(link?.getAttribute('aria-label')).toBe(ALL);
});

it.each([
  [59, true],
  [60, false],
  [null, false],
])('a child of %s completed months has the link to the tape: %s', async (months, isThere) => {
  expect((await show(months)) !== null).toBe(isThere);
});
