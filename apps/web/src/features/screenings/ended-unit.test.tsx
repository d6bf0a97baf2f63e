import type { Account } from '@crece/domain';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import { act, cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { childPath } from '../../shared/navigation/paths.ts';
import { memoryDevice } from '../../testing/render.tsx';
import { isolateScreenings, type ShowOptions, show } from './testing/render-screenings.tsx';

isolateScreenings();

const UNIT = 'test_stake_gtm';
const child = aChild();
const SEVERE = anAssessedScreening(child, {
  _id: `scr_${UNIT}_1746878700001_3d4e5f`,
  surveyDate: '2025-06-01',
  ...{ height: 76, weight: 6.5 },
});
const ana: Account = { id: 'u1', username: 'ana', displayName: 'Ana', roles: ['user', 'sync'] };

/** The child's page in a unit that has ended, or in one that is open. */
async function view(isEnded: boolean, options: ShowOptions = {}) {
  const device = memoryDevice();
  const countries = BUILT_IN_CATALOGUE.countries.map((country) => ({
    ...country,
    stakes: country.stakes.map((unit) =>
      isEnded && unit.stakeDB === UNIT ? { ...unit, retired: true as const } : unit,
    ),
  }));
  await device.catalogue.save(countries, new Date('2025-06-10T00:00:00Z'));
  await show(({ _id }) => childPath(_id), { screenings: [SEVERE], device, ...options });
  await screen.findByRole('region', { name: 'Screenings' });
}

it('a child of a unit that has ended is moved by whoever may, to where it is measured', async () => {
  await view(true, { session: ana });
  await screen.findByText(/^Marisol is weighed and measured in another unit from now on/);
  const move = screen.getByRole('link', { name: 'Move to another unit' });
  expect(move.getAttribute('href')).toBe(`/children/move/${child._id}`);
});

it('whoever may not move it is told whom to ask', async () => {
  await view(true, { session: null });
  const note = await screen.findByText(/^Marisol is weighed .* Ask your coordinator/);
  expect(note.closest('.note-bar')?.querySelector('a')).toBeNull();
});

it('nothing of the kind is said in a unit that is open, nor of a child that died or moved away', async () => {
  await view(false, { session: ana });
  cleanup();
  const gone = { departure: 'died', departureDate: '2025-06-05' } as const;
  await view(true, { session: ana, child: gone });
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByText(/^Marisol is weighed and measured in another/)).toBeNull();
});
