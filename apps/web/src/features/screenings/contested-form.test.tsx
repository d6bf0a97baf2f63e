import { aChild } from '@crece/domain/testing';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openTestUnit } from '../../testing/open-unit.ts';
import { screeningTask } from '../../testing/tasks.ts';
import { height, isolateScreenings, muac, openForm, weight } from './testing/render-screenings.tsx';

isolateScreenings();

/** The form of a child of two birth dates, either of which may be right. */
async function openContested(birthDate: string, other: string) {
  const child = aChild({ birthDate });
  const of = screeningTask({}, {});
  const first = { ...of.first, document: { ...child } };
  const second = { ...of.second, document: { ...child, birthDate: other } };
  const tasks = [{ ...of, id: child._id, childId: child._id, first, second }];
  return openForm({ openedUnit: await openTestUnit({ screenings: [], tasks }) });
}

const untilLive = (text: string) =>
  waitFor(() => expect(document.querySelector('.live')?.textContent).toContain(text));

it('while a birth date waits for a choice, the form says so and its result is the severest, as the saved one', async () => {
  const { user } = await openContested('2024-03-10', '2023-03-10');
  await user.type(height(), '76');
  await user.type(weight(), '9.4');
  await untilLive('Undernourished');
  expect(screen.getByText(/the more severe result is shown/u)).toBeTruthy();
});

it('a baby of 5 or 8 months that must go to the clinic today is not sent home until 6 months', async () => {
  const { user } = await openContested('2025-01-05', '2024-10-05');
  expect(screen.queryByText(/MUAC counts from 6 months/u)).toBeNull();
  await user.type(height(), '66');
  await user.type(weight(), '7.2');
  await user.type(muac(), '11.2');
  await untilLive('MUAC says severe: refer');
  expect(screen.queryByText('Under 6 months')).toBeNull();
});

it('a child of 53 or 61 months is measured and saved, whichever date is stored', async () => {
  const { user } = await openContested('2020-05-05', '2021-01-05');
  await user.type(height(), '100');
  await user.type(weight(), '12.2');
  await untilLive('Weight for height −2.54');
  await user.click(screen.getByRole('button', { name: 'Save screening' }));
  await screen.findByText(/^Saved on this device/u);
});
