import { aChild } from '@crece/domain/testing';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openTestUnit } from '../../testing/open-unit.ts';
import { screeningTask } from '../../testing/tasks.ts';
import { height, isolateScreenings, openForm, weight } from './testing/render-screenings.tsx';

isolateScreenings();

it('while a birth date waits for a choice, the form says so and its result is the severest, as the saved one', async () => {
  const child = aChild();
  const of = screeningTask({}, {});
  const first = { ...of.first, document: { ...child } };
  const second = { ...of.second, document: { ...child, birthDate: '2023-03-10' } };
  const tasks = [{ ...of, id: child._id, childId: child._id, first, second }];
  const openedUnit = await openTestUnit({ screenings: [], tasks });
  const { user } = await openForm({ openedUnit });
  await user.type(height(), '76');
  await user.type(weight(), '9.4');
  await waitFor(() =>
    expect(document.querySelector('.live')?.textContent).toContain('Undernourished'),
  );
  expect(screen.getByText(/the more severe result is shown/u)).toBeTruthy();
});
