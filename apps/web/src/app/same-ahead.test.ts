import { todayIn } from '@crece/domain';
import { aChild } from '@crece/domain/testing';
import { expect, it, vi } from 'vitest';
import { foundIn } from '../features/same-child/pair-search.ts';
import { openTestUnit } from '../testing/open-unit.ts';
import { sameAhead } from './same-ahead.ts';

const TIME_ZONE = 'America/Guatemala';
const idOf = (place: number) => `chld_test_stake_gtm_174687840000${place}_0a1b2c`;

it('the children of a unit that may be one are found before their page is opened', async () => {
  const twin = { firstName: 'Ana', lastName: 'López', birthDate: '2024-03-10' };
  const ids = [1, 2].map(idOf);
  const local = await openTestUnit({ children: ids.map((_id) => aChild({ ...twin, _id })) });
  sameAhead({ local, timeZone: TIME_ZONE });
  await vi.waitFor(() => {
    const { children, pairs } = local.snapshot();
    const found = foundIn(local, { children, pairs, today: todayIn(TIME_ZONE, new Date()) });
    expect([found?.isDone, found?.pairs.map((pair) => pair.map(({ id }) => id))]).toEqual([
      true,
      [ids],
    ]);
  });
});

it('nobody looks for them once the page was left, even before the search is loaded', async () => {
  const local = await openTestUnit({
    children: [1, 2].map((place) => aChild({ _id: idOf(place) })),
  });
  const snapshot = vi.spyOn(local, 'snapshot');
  const stop = sameAhead({ local, timeZone: TIME_ZONE });
  stop();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(snapshot).not.toHaveBeenCalled();
});
