import { setTimeout as pause } from 'node:timers/promises';
import type { Home } from '@crece/domain';
import { expect, it, vi } from 'vitest';
import { aPhone, freshUnit, useServer } from '../../testing/node/sync-world.ts';

const server = useServer();

it('a child whose new unit is put back from before it came is there again, with what was written since in the old one', async () => {
  const [here, there] = [freshUnit(), freshUnit()];
  const ana = await aPhone(server.current, { stakeDB: here });
  const cleo = await aPhone(server.current, { stakeDB: here });
  const ben = await aPhone(server.current, { stakeDB: there });
  const child = await ana.addChild({ firstName: 'Xochitl' });
  await ana.screen(child._id);
  await ben.addChild({ firstName: 'Sami' });
  for (const phone of [ana, ben, cleo]) await phone.complete();
  const copy = server.current.backUp();
  const { url, admin } = server.current;
  const headers = { authorization: `JWT ${admin.token}`, 'content-type': 'application/json' };
  const moved = await fetch(`${url}/api/children/${child._id}/move?stakeDB=${here}`, {
    ...{ method: 'POST', headers, body: JSON.stringify({ to: there }) },
  });
  const { home } = (await moved.json()) as { home: Home };
  await ana.complete();
  await cleo.screen(child._id);

  // How far a unit has come is noted a second later: by that an older state is noticed.
  await pause(1_500);
  await server.current.kill();
  for (const beside of ['', '-wal', '-shm']) {
    server.current.restore(copy, `databases/units/${there}.sqlite${beside}`);
  }
  await server.current.start();
  // No phone of the new unit had received it.
  await vi.waitFor(
    async () => {
      await ben.complete();
      expect(ben.names()).toEqual(expect.arrayContaining(['Xochitl', 'Sami']));
    },
    { timeout: 30_000, interval: 500 },
  );
  for (const phone of [cleo, ana, ben]) await phone.complete();
  expect([ana.names(), cleo.names()]).toEqual([[], []]);
  expect((await ben.unit.readChildFile(home.id))?.screenings).toHaveLength(2);
});
