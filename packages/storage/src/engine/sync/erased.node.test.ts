import { describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { forgedFile, nextVersion } from '../../testing/forged-file.ts';
import type { CreceServer } from '../../testing/node/crece-server.ts';
import {
  aPhone,
  freshUnit,
  type SyncPhone,
  serverDocuments,
  useSharedServer,
} from '../../testing/node/sync-world.ts';

const NAME = 'Xochiquetzalina';
const YEAR_MS = 365 * 86_400_000;
const AUTHOR = { name: 'Ana Morales' };

const server = useSharedServer();

/** Erases a record as an administrator does, and waits until the server has ended it. */
async function erase({ url, admin }: CreceServer, stakeDB: string, id: string): Promise<void> {
  const headers = { authorization: `JWT ${admin.token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ id, why: 'asked' });
  const asked = await fetch(`${url}/api/erasures/${stakeDB}`, { method: 'POST', headers, body });
  expect(asked.status).toBe(202);
  await eventually(async () => {
    const answer = await fetch(`${url}/api/erasures`, { headers });
    const { erasures } = (await answer.json()) as { erasures: { id: string; isDone: boolean }[] };
    expect(erasures.find((each) => each.id === id)?.isDone).toBe(true);
  });
}

/** Keys of everything on a phone's disk that quotes a text. */
function quoting({ phone: { disk } }: SyncPhone, text: string): string[] {
  const places = [
    ...Object.entries(disk.stores).map(([name, values]) => [name, values] as const),
    ...[...disk.databases].flatMap(([, { stores }]) =>
      Object.entries(stores).map(([name, { values }]) => [name, values] as const),
    ),
  ];
  return places.flatMap(([name, values]) =>
    [...values].flatMap(([key, value]) =>
      (JSON.stringify(value) + key).includes(text) ? [`${name}/${key}`] : [],
    ),
  );
}

/** Two phones with a whole unit, of which one child has the name; on the second it lies in a block. */
async function twoPhones() {
  const stakeDB = freshUnit();
  let later = 0;
  const clock = () => new Date(Date.now() + later);
  const ana = await aPhone(server.current, { stakeDB });
  const child = await ana.addChild({ firstName: NAME });
  await ana.screen(child._id);
  await ana.addChildren(40);
  await ana.complete();
  const ben = await aPhone(server.current, { stakeDB, clock });
  await ben.complete();
  expect(quoting(ben, NAME).some((key) => key.startsWith('blocks/'))).toBe(true);
  const pass = (milliseconds: number) => {
    later += milliseconds;
  };
  return { stakeDB, ana, ben, child, pass };
}

async function isGoneFrom(phone: SyncPhone, id: string): Promise<void> {
  expect(phone.names()).not.toContain(NAME);
  expect(quoting(phone, NAME)).toEqual([]);
  const leaves = await phone.phone.engine.store.leaves(id);
  expect(leaves.every(({ _deleted, why }) => _deleted === true && why === 'erased')).toBe(true);
  expect(phone.unit.snapshot()).toMatchObject({ pending: 0, sync: { refused: [], tasks: [] } });
}

describe('a child that an administrator erased for good', () => {
  it('every phone drops it at its next run, says that something was erased, and falls silent', async () => {
    const { stakeDB, ana, ben, child } = await twoPhones();
    await ben.phone.device.drafts.save(`survey:${child._id}`, { comments: NAME });
    await erase(server.current, stakeDB, child._id);
    for (const phone of [ana, ben]) {
      await phone.complete();
      await isGoneFrom(phone, child._id);
      expect(phone.names()).toHaveLength(40);
      expect(phone.unit.snapshot().sync.erasedAt).toBeDefined();
      expect(await phone.complete()).toMatchObject({ sent: 0, received: 0 });
    }
    expect(await ben.phone.device.drafts.list()).toEqual([]);
    const there = await serverDocuments(server.current, stakeDB);
    expect(JSON.stringify([...there])).not.toContain(NAME);
  });

  it('another child that only this phone has merged with it keeps its screenings, also unsent ones', async () => {
    const { stakeDB, ana, ben, child } = await twoPhones();
    const other = await ben.addChild({ firstName: 'Luz' });
    await ben.complete();
    await ben.screen(other._id);
    await ben.unit.mergeChildren(
      { ids: [child._id, other._id], fromLarger: [] },
      AUTHOR,
      new Date(),
    );
    await erase(server.current, stakeDB, child._id);
    await ben.complete();
    await ana.complete();
    expect(quoting(ben, NAME)).toEqual([]);
    for (const phone of [ana, ben]) {
      const file = await phone.unit.readChildFile(other._id);
      expect(file?.child.firstName).toBe('Luz');
      expect(file?.screenings).toHaveLength(1);
    }
    expect(await ben.complete()).toMatchObject({ sent: 0, received: 0 });
  });

  it('a phone a year without a network does not bring back what it typed, and keeps the rest', async () => {
    const { stakeDB, ben, child, pass } = await twoPhones();
    await ben.editChild(child._id, { ward: NAME });
    await ben.screen(child._id);
    const other = await ben.addChild({ firstName: 'Luz' });
    await erase(server.current, stakeDB, child._id);
    pass(YEAR_MS);
    await ben.complete();
    await isGoneFrom(ben, child._id);
    expect(ben.names()).toContain('Luz');
    const there = await serverDocuments(server.current, stakeDB);
    expect(there.get(other._id)).toMatchObject({ firstName: 'Luz' });
    expect(JSON.stringify([...there])).not.toContain(NAME);
    // What somebody saves from a form that was open all the time ends in the same way.
    await ben.phone.engine.store.write(
      [{ ...child, _rev: undefined, firstName: NAME } as never],
      'strict',
    );
    await ben.phone.engine.announce();
    expect(ben.names()).toContain(NAME);
    await ben.complete();
    await isGoneFrom(ben, child._id);
    expect(await ben.complete()).toMatchObject({ sent: 0, received: 0 });
  });

  it('a check of everything sends nothing of it', async () => {
    const { stakeDB, ben, child } = await twoPhones();
    await ben.editChild(child._id, { ward: NAME });
    await erase(server.current, stakeDB, child._id);
    await ben.complete();
    await ben.sync.checkEverything();
    expect(await ben.complete()).toMatchObject({ sent: 0, pending: 0, refused: 0 });
    await isGoneFrom(ben, child._id);
  });

  it('a phone that downloads afterwards never sees it', async () => {
    const { stakeDB, child } = await twoPhones();
    await erase(server.current, stakeDB, child._id);
    const eva = await aPhone(server.current, { stakeDB });
    await eva.complete();
    expect(eva.names()).toHaveLength(40);
    expect(quoting(eva, NAME)).toEqual([]);
    expect(eva.unit.snapshot().sync.erasedAt).toBeUndefined();
  });

  it('a file from another phone brings it back nowhere: not where it was erased, and elsewhere until the next run', async () => {
    const { stakeDB, ana, ben, child } = await twoPhones();
    const version = await nextVersion(ben.phone.engine, child._id, 'cafe', { ward: NAME });
    await erase(server.current, stakeDB, child._id);
    await ana.complete();
    const file = await forgedFile(stakeDB, [version]);
    await file.load(async () => ana.unit);
    await isGoneFrom(ana, child._id);
    await file.load(async () => ben.unit);
    expect(ben.names()).toContain(NAME);
    await ben.complete();
    await isGoneFrom(ben, child._id);
  });

  it('nobody’s file can say that a record was erased', async () => {
    const { stakeDB, ana, child } = await twoPhones();
    const { engine } = ana.phone;
    const [leaf] = await engine.store.leaves(child._id);
    const { _id, _rev, _revisions } = await nextVersion(engine, child._id, 'beef', {});
    const said = { _id, _rev, _revisions, _deleted: true, why: 'erased' };
    await (await forgedFile(stakeDB, [said])).load(async () => ana.unit);
    await ana.complete();
    expect(ana.names()).toContain(NAME);
    expect(await engine.store.leaves(child._id)).toEqual([leaf]);
  });
});
