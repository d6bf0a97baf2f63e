import type { Home } from '@crece/domain';
import { describe, expect, it, vi } from 'vitest';
import type { CreceServer } from '../../testing/node/crece-server.ts';
import {
  aPhone,
  freshUnit,
  type SyncPhone,
  useSharedServer,
} from '../../testing/node/sync-world.ts';
import { screeningOf } from '../../testing/records.ts';

const server = useSharedServer();
const AUTHOR = { name: 'Cleo Ruiz' };

/** Asks for a move as the application does. */
async function move({ url, admin }: CreceServer, from: Home, to: string): Promise<Home> {
  const headers = { authorization: `JWT ${admin.token}`, 'content-type': 'application/json' };
  const address = `${url}/api/children/${from.id}/move?stakeDB=${from.stakeDB}`;
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ to }) });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { home: Home }).home;
}

/** Asks about a unit that is joined to another, or for that, and returns how far it is. */
async function joining(
  { url, admin }: CreceServer,
  stakeDB: string,
  method: 'GET' | 'POST' | 'DELETE',
  to?: string,
): Promise<string | undefined> {
  const authorization = `JWT ${admin.token}`;
  const answer = await fetch(`${url}/api/units/${stakeDB}/joining`, {
    method,
    headers: { authorization, ...(to === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(to === undefined ? {} : { body: JSON.stringify({ to }) }),
  });
  expect(answer.ok).toBe(true);
  return ((await answer.json()) as { joining: { state: string } | null }).joining?.state;
}

/** Two phones of one unit and one of another; a child with a screening in the first. */
async function threePhones() {
  const [here, there] = [freshUnit(), freshUnit()];
  const ana = await aPhone(server.current, { stakeDB: here });
  const child = await ana.addChild({ firstName: 'Xochitl' });
  await ana.screen(child._id);
  await ana.complete();
  const cleo = await aPhone(server.current, { stakeDB: here });
  const ben = await aPhone(server.current, { stakeDB: there });
  for (const phone of [cleo, ben]) await phone.complete();
  return { here, there, ana, cleo, ben, child, id: child._id };
}

const fileOf = async ({ unit }: SyncPhone, id: string) => {
  const file = await unit.readChildFile(id);
  if (file === null) throw new Error(`${id} is not here`);
  return file;
};

/** Nobody is asked anything, and nothing more is to be sent or received. */
async function fallSilent(phones: readonly SyncPhone[]): Promise<void> {
  for (const phone of phones) await phone.complete();
  for (const phone of phones) {
    expect(await phone.complete()).toMatchObject({ sent: 0, received: 0 });
    const { pending, sync, orphans } = phone.unit.snapshot();
    expect({ pending, tasks: sync.tasks, refused: sync.refused, orphans }).toEqual({
      pending: 0,
      tasks: [],
      refused: [],
      orphans: [],
    });
  }
}

describe('a child that moves to another unit', () => {
  it('is found by somebody at every step, while two phones type about it without a network', async () => {
    const { here, there, ana, cleo, ben, id } = await threePhones();
    const isFound = () => {
      expect([ana, cleo, ben].some((phone) => phone.names().includes('Xochitl'))).toBe(true);
    };
    await ana.editChild(id, { ward: 'Norte' });
    const typed = await cleo.screen(id);
    const home = await move(server.current, { stakeDB: here, id }, there);
    isFound();
    await ana.complete();
    expect(ana.names()).toEqual([]);
    isFound();
    await ben.complete();
    expect(ben.names()).toEqual(['Xochitl']);
    expect((await fileOf(ben, home.id)).screenings).toHaveLength(1);
    await cleo.complete();
    expect(cleo.names()).toEqual([]);
    isFound();
    await fallSilent([ana, cleo, ben]);
    const { child, screenings } = await fileOf(ben, home.id);
    expect(child).toMatchObject({ ward: 'Norte', movedFrom: [{ stakeDB: here, id }] });
    expect(screenings.map(({ _id }) => _id)).toContain(typed.replace(here, there));
    expect(screenings.map(({ owner }) => owner)).toEqual([home.id, home.id]);
    for (const phone of [ana, cleo]) expect(await phone.unit.movedTo(id)).toEqual(home);
    expect(await ben.unit.movedTo(home.id)).toBeNull();
  });

  it('what is saved from a form that was open when it left stands in the list until it has followed', async () => {
    const { here, there, cleo, ben, id } = await threePhones();
    const open = await fileOf(cleo, id);
    const home = await move(server.current, { stakeDB: here, id }, there);
    await cleo.complete();
    expect(cleo.names()).toEqual([]);
    const screening = screeningOf(open.child, {}, open.screenings);
    const { _id } = await cleo.unit.saveScreening(id, screening, AUTHOR, cleo.phone.now());
    const shown = cleo.unit.snapshot();
    expect(shown.children.length + shown.orphans.length).toBeGreaterThan(0);
    expect(shown.sync.tasks).toEqual([]);
    await fallSilent([cleo, ben]);
    const { screenings } = await fileOf(ben, home.id);
    expect(screenings.map((each) => each._id)).toContain(_id.replace(here, there));
    expect(screenings).toHaveLength(2);
  });

  it('moved back, it has its first id and all that was typed in either unit, and nobody is asked', async () => {
    const { here, there, ana, cleo, ben, id } = await threePhones();
    const home = await move(server.current, { stakeDB: here, id }, there);
    await ben.complete();
    await ben.editChild(home.id, { ward: 'Sur' });
    await ben.screen(home.id);
    await ben.complete();
    await cleo.editChild(id, { address: '4a calle' });
    expect(await move(server.current, home, here)).toEqual({ stakeDB: here, id });
    // Written in the other unit while the child was already back, and here before anybody knew.
    await ben.screen(home.id);
    await cleo.screen(id);
    await fallSilent([ben, cleo, ana]);
    for (const phone of [ana, cleo]) {
      const { child, screenings } = await fileOf(phone, id);
      expect(child).toMatchObject({ ward: 'Sur', address: '4a calle' });
      expect(screenings).toHaveLength(4);
      expect(await phone.unit.movedTo(id)).toBeNull();
    }
    expect(ben.names()).toEqual([]);
    expect(await ben.unit.movedTo(home.id)).toEqual({ stakeDB: here, id });
  });

  it('there and back again, what was typed meanwhile is taken, and nobody is asked', async () => {
    const { here, there, ana, cleo, id } = await threePhones();
    await ana.editChild(id, { ward: 'Norte' });
    await cleo.editChild(id, { address: '4a calle' });
    for (const _ of [1, 2]) {
      await move(server.current, await move(server.current, { stakeDB: here, id }, there), here);
    }
    await fallSilent([ana, cleo, ana]);
    expect((await fileOf(ana, id)).child).toMatchObject({ ward: 'Norte', address: '4a calle' });
  });

  it('what both units changed meanwhile is asked, however much was typed after it', async () => {
    const { here, there, ana, ben, id } = await threePhones();
    const home = await move(server.current, { stakeDB: here, id }, there);
    await ben.complete();
    await ben.editChild(home.id, { ward: 'Sur' });
    for (const comments of ['a', 'b', 'c', 'd']) await ben.editChild(home.id, { comments });
    await ben.complete();
    await ana.editChild(id, { ward: 'Norte' });
    await move(server.current, home, here);
    await ana.complete();
    expect(ana.unit.snapshot().sync.tasks).toMatchObject([{ kind: 'values', fields: ['ward'] }]);
  });

  it.each([
    ['two values', 'values', 'ward'],
    ['a removal beside a change', 'removed', undefined],
  ] as const)(
    '%s, answered by somebody who did not know of the move, are not asked about again',
    async (_what, kind, field) => {
      const { here, there, ana, cleo, ben, id } = await threePhones();
      await cleo.editChild(id, { ward: 'Sur' });
      if (kind === 'removed') await ana.removeChild(id);
      else await ana.editChild(id, { ward: 'Norte' });
      for (const phone of [ana, cleo, ana]) await phone.complete();
      const home = await move(server.current, { stakeDB: here, id }, there);
      await ben.complete();
      const asked = await cleo.unit.readTask(id);
      if (asked === null) throw new Error('nothing is asked');
      expect(asked.kind).toBe(kind);
      const chosen = field === undefined ? {} : { [field]: 'first' as const };
      const ward = field === undefined ? 'Sur' : asked.first.document[field];
      await cleo.unit.choose(asked, chosen, AUTHOR, cleo.phone.now());
      await fallSilent([cleo, ben, ana]);
      expect((await fileOf(ben, home.id)).child).toMatchObject({ ward });
    },
  );

  it('a phone that knows it from before the move and one that downloads later see the same', async () => {
    const { here, there, ana, id, child } = await threePhones();
    const { birthDate } = child;
    const [screening] = (await fileOf(ana, id)).screenings;
    if (screening === undefined) throw new Error('it was screened');
    const slips = await ana.unit.slips(AUTHOR, ana.phone.now());
    const { slip } = await slips.giveSlip(screening);
    await ana.complete();
    await move(server.current, { stakeDB: here, id }, there);
    const eva = await aPhone(server.current, { stakeDB: here });
    await fallSilent([ana, eva]);
    expect(eva.names()).toEqual([]);
    expect(await eva.unit.removedRecords(null)).toEqual([]);
    expect(await ana.unit.removedRecords(null)).toEqual([]);
    const home = { stakeDB: there, id: id.replace(here, there) };
    const movedAt = expect.any(String) as string;
    const slipsThen = [[slip?.[0], screening.surveyDate]];
    expect(await ana.unit.movedRecords('chld')).toEqual([
      { id, home, movedAt, name: 'Xochitl Xicay', birthDate, slips: slipsThen },
    ]);
    // The one that came later has nothing of it: the server tells the slip.
    expect(await eva.unit.movedRecords('chld')).toEqual([]);
    const { url, admin } = server.current;
    const answer = await fetch(`${url}/api/children/moved/${here}`, {
      headers: { authorization: `JWT ${admin.token}` },
    });
    expect(await answer.json()).toEqual({ stakeDB: here, children: [{ id, slips: slipsThen }] });
  });
});

it('a unit is joined to another and parted from it: phones on which nobody types send nothing', async () => {
  const { here, there, ana, cleo, ben } = await threePhones();
  for (const child of await ana.addChildren(10)) await ana.screen(child._id);
  const phones = [ana, cleo, ben];
  const names = () => phones.map((phone) => phone.names().length);
  await fallSilent(phones);
  await joining(server.current, here, 'POST', there);
  await vi.waitUntil(async () => (await joining(server.current, here, 'GET')) === 'joined', 60_000);
  for (const phone of phones) expect(await phone.complete()).toMatchObject({ sent: 0 });
  expect(names()).toEqual([0, 0, 11]);
  await joining(server.current, here, 'DELETE');
  await vi.waitUntil(
    async () => (await joining(server.current, here, 'GET')) === undefined,
    60_000,
  );
  for (const phone of phones) expect(await phone.complete()).toMatchObject({ sent: 0 });
  expect(names()).toEqual([11, 11, 0]);
  await fallSilent(phones);
});
