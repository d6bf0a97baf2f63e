import { todayIn } from '@crece/domain';
import { aChild } from '@crece/domain/testing';
import { expect, it, vi } from 'vitest';
import { foundIn } from '../features/same-child/pair-search.ts';
import { openTestUnit } from '../testing/open-unit.ts';
import { sameAhead } from './same-ahead.ts';

it('the children of a unit that may be one are found before their page is opened', async () => {
  const twin = { firstName: 'Ana', lastName: 'López', birthDate: '2024-03-10' };
  const ids = [1, 2].map((place) => `chld_test_stake_gtm_174687840000${place}_0a1b2c`);
  const local = await openTestUnit({ children: ids.map((_id) => aChild({ ...twin, _id })) });
  const timeZone = 'America/Guatemala';
  await sameAhead({ local, timeZone });
  await vi.waitFor(() => {
    const { children, pairs } = local.snapshot();
    const found = foundIn(local, { children, pairs, today: todayIn(timeZone, new Date()) });
    expect([found?.isDone, found?.pairs.map((pair) => pair.map(({ id }) => id))]).toEqual([
      true,
      [ids],
    ]);
  });
});
