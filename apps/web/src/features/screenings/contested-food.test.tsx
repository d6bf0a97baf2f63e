import { aChild, aScreening } from '@crece/domain/testing';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { childPath } from '../../shared/navigation/paths.ts';
import { openTestUnit } from '../../testing/open-unit.ts';
import { screeningTask } from '../../testing/tasks.ts';
import { isolateScreenings, show } from './testing/render-screenings.tsx';

isolateScreenings();

/** Told to start the supplement, for figures that another birth date gave. */
const TOLD = aScreening({
  surveyDate: '2025-05-10',
  height: 66,
  weight: 7,
  muac: 13.5,
  status: 'RED_CHILD',
  actions: ['RED_START', 'RED_ENROLL'],
  zScore: {
    ha: -2.5,
    wa: -2.4,
    wl: 0,
    haStatus: 'redZoneZscore',
    waStatus: 'redZoneZscore',
    wlStatus: 'normalZscore',
  },
  monthAge: 9,
});

it.each([
  ['2025-02-10', false],
  ['2024-09-10', true],
])(
  'what was told that day names an amount only if the child is 6 months by both birth dates: %s',
  async (other, named) => {
    const child = aChild();
    const of = screeningTask({}, {});
    const first = { ...of.first, document: { ...child } };
    const second = { ...of.second, document: { ...child, birthDate: other } };
    const tasks = [{ ...of, id: child._id, childId: child._id, first, second }];
    const openedUnit = await openTestUnit({ screenings: [TOLD], tasks });
    await show((each) => childPath(each._id), { openedUnit });
    await screen.findByRole('region', { name: 'Screenings' });
    await waitFor(() => expect(document.querySelector('.told-that-day')).not.toBeNull());
    const told = document.querySelector('.told-that-day')?.textContent ?? '';
    expect(told.includes('240 kcal')).toBe(named);
  },
);
