import type { Catalogue } from '@crece/domain';
import { describe, expect, it } from 'vitest';
import { aPhone, freshUnit, serverLeaves, useSharedServer } from '../../testing/node/sync-world.ts';

const server = useSharedServer();

/** The administrator ends a unit in the list of places. */
async function end(stakeDB: string): Promise<void> {
  const { url, admin } = server.current;
  const headers = { authorization: `JWT ${admin.token}`, 'content-type': 'application/json' };
  const read = await fetch(`${url}/api/catalogue`, { headers });
  const { rev, catalogue } = (await read.json()) as { rev: string; catalogue: Catalogue };
  const countries = catalogue.countries.map((country) => ({
    ...country,
    stakes: country.stakes.map((unit) =>
      unit.stakeDB === stakeDB ? { ...unit, retired: true } : unit,
    ),
  }));
  const body = JSON.stringify({ rev, catalogue: { countries } });
  const answer = await fetch(`${url}/api/catalogue`, { method: 'PUT', headers, body });
  expect(answer.status).toBe(200);
}

describe('a unit that has ended', () => {
  it('what a phone had not sent, new and edited, still arrives and reaches other phones', async () => {
    const unit = freshUnit();
    const ana = await aPhone(server.current, { stakeDB: unit });
    const [rosa] = await ana.addChildren(2);
    await ana.complete();
    await ana.addChild({ firstName: 'Late' });
    await ana.editChild(rosa?._id ?? '', { ward: 'Norte' });
    await end(unit);
    expect(await ana.complete()).toMatchObject({ sent: 2, refused: 0, pending: 0 });
    const luis = await aPhone(server.current, { stakeDB: unit });
    await luis.complete();
    expect(luis.names().sort()).toEqual(ana.names().sort());
    expect(await luis.leaves()).toEqual(await serverLeaves(server.current, unit));
  });

  it('joined to another, what its phones send later reaches the phones of the other unit', async () => {
    const [from, to] = [freshUnit(), freshUnit()];
    const ana = await aPhone(server.current, { stakeDB: from });
    const [rosa] = await ana.addChildren(3);
    await ana.screen(rosa?._id ?? '');
    await ana.complete();
    await ana.addChild({ firstName: 'Late' });
    await ana.screen(rosa?._id ?? '');
    const everybody = ana.names().sort();
    const { url, admin } = server.current;
    const headers = { authorization: `JWT ${admin.token}`, 'content-type': 'application/json' };
    const joining = `${url}/api/units/${from}/joining`;
    const body = JSON.stringify({ to });
    expect((await fetch(joining, { method: 'POST', headers, body })).status).toBe(202);
    const state = async () => (await (await fetch(joining, { headers })).json()) as unknown;
    await expect.poll(state).toMatchObject({ joining: { to, state: 'joined' } });

    expect(await ana.complete()).toMatchObject({ refused: 0, pending: 0 });
    const luis = await aPhone(server.current, { stakeDB: to });
    await expect
      .poll(async () => {
        await luis.complete();
        return luis.names().sort();
      })
      .toEqual(everybody);
    const counts = luis.unit.snapshot().children.map(({ screeningCount }) => screeningCount);
    expect(counts.sort()).toEqual([0, 0, 0, 2]);
    await ana.complete();
    expect(ana.names()).toEqual([]);
    expect(ana.unit.snapshot()).toMatchObject({ pending: 0, orphans: [] });
    expect(await ana.leaves()).toEqual(await serverLeaves(server.current, from));
  });
});
