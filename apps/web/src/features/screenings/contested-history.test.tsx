import { aChild, anAssessedScreening } from '@crece/domain/testing';
import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { childPath } from '../../shared/navigation/paths.ts';
import { openTestUnit } from '../../testing/open-unit.ts';
import { screeningTask } from '../../testing/tasks.ts';
import { isolateScreenings, show } from './testing/render-screenings.tsx';

isolateScreenings();

it('of two birth dates that wait for a choice nobody is said to have corrected one', async () => {
  const child = aChild();
  const of = screeningTask({}, {});
  const first = { ...of.first, document: { ...child } };
  const second = { ...of.second, document: { ...child, birthDate: '2023-03-10' } };
  const tasks = [{ ...of, id: child._id, childId: child._id, first, second }];
  const screenings = [anAssessedScreening(child, { height: 74, weight: 8.9 })];
  await show((each) => childPath(each._id), {
    openedUnit: await openTestUnit({ screenings, tasks }),
  });
  await waitFor(() =>
    expect(document.querySelector('.told-that-day')?.textContent).toMatch(/^That day it said/u),
  );
  expect(document.body.textContent).not.toMatch(/worked out again/iu);
});
