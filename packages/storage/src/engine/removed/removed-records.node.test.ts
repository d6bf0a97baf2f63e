import { describe, expect, it } from 'vitest';
import {
  aPhone,
  freshUnit,
  type SyncPhone,
  useSharedServer,
} from '../../testing/node/sync-world.ts';

const server = useSharedServer();
const AUTHOR = { name: 'Ana Morales' };
const DAY_MS = 86_400_000;

/** The server's list of a unit. */
async function listOf(stakeDB: string): Promise<readonly unknown[]> {
  const { url, admin } = server.current;
  const answer = await fetch(`${url}/api/children/removed/${stakeDB}`, {
    headers: { authorization: `JWT ${admin.token}` },
  });
  return ((await answer.json()) as { documents: unknown[] }).documents;
}

const kindsOf = async ({ unit }: SyncPhone, fromServer: readonly unknown[] | null) =>
  (await unit.removedRecords(fromServer)).map(({ kind, id }) => `${kind} ${id}`);

/** A phone whose unit has a child with two visits, one of another removed before; all of it sent. */
async function aPhoneThatRemoved() {
  const stakeDB = freshUnit();
  let passed = 0;
  const clock = () => new Date(Date.now() + passed);
  const a = await aPhone(server.current, { stakeDB, clock });
  const child = await a.addChild({ firstName: 'Luz' });
  const [wrong] = [await a.screen(child._id), await a.screen(child._id), await a.screen(child._id)];
  const stays = await a.addChild();
  const visit = await a.screen(stays._id);
  const fields = { firstName: 'Rosa', lastName: 'Coc', memberStatus: 'No' } as const;
  const mother = await a.unit.saveMother(
    'pregnant',
    { ...fields, deliveryDate: '2027-01-01' },
    AUTHOR,
    a.phone.now(),
  );
  const remove = async (work: () => Promise<unknown>) => {
    passed += 1_000;
    await work();
  };
  await remove(() => a.unit.removeScreening(child._id, wrong, AUTHOR, a.phone.now()));
  await remove(() => a.unit.removeScreening(stays._id, visit, AUTHOR, a.phone.now()));
  await remove(() => a.unit.removeMother(mother._id, AUTHOR, a.phone.now()));
  await remove(() => a.removeChild(child._id));
  const listed = [`child ${child._id}`, `mother ${mother._id}`, `screening ${visit}`];
  const wait = (milliseconds: number) => {
    passed += milliseconds;
  };
  return { a, child, wrong, visit, mother, stakeDB, listed, wait };
}

describe('the records removed lately', () => {
  it('removed records of this device are listed, the newest first, with the screenings of the same removal', async () => {
    const { a, listed, wait, child } = await aPhoneThatRemoved();
    // A screening of a removed child comes back with it, or after it.
    expect(await kindsOf(a, null)).toEqual(listed);
    const [first] = await a.unit.removedRecords(null);
    expect(first).toMatchObject({
      id: child._id,
      removedBy: 'Ana Morales',
      pending: true,
      row: { firstName: 'Luz', screeningCount: 2, newest: { muac: 11.9 } },
    });
    wait(30 * DAY_MS);
    expect(await kindsOf(a, null)).toEqual([]);
  });

  it("a phone that never had them lists the server's removals; put back there, they return everywhere", async () => {
    const { a, child, wrong, visit, mother, stakeDB, listed } = await aPhoneThatRemoved();
    await a.complete();
    const late = await aPhone(server.current, { stakeDB });
    await late.complete();
    expect(await kindsOf(late, null)).toEqual([]);
    expect(await kindsOf(late, await listOf(stakeDB))).toEqual(listed);
    expect(late.unit.snapshot().pending).toBe(0);

    for (const id of [child._id, visit, mother._id]) {
      await late.unit.putBack(id, AUTHOR, late.phone.now());
    }
    await late.complete();
    await a.complete();
    for (const { unit } of [a, late]) {
      const file = await unit.readChildFile(child._id);
      expect(file?.screenings).toHaveLength(2);
      expect(file?.screenings.map(({ _id }) => _id)).not.toContain(wrong);
      expect(unit.snapshot()).toMatchObject({ orphans: [], sync: { tasks: [] }, pending: 0 });
      expect(unit.snapshot().mothers).toHaveLength(1);
    }
    // What was removed before is listed now, and can be put back by itself.
    expect(await kindsOf(a, await listOf(stakeDB))).toEqual([`screening ${wrong}`]);
    expect(await kindsOf(late, await listOf(stakeDB))).toEqual([`screening ${wrong}`]);
  });

  it('records that another phone has put back are not listed', async () => {
    const { a, child, stakeDB } = await aPhoneThatRemoved();
    await a.complete();
    const b = await aPhone(server.current, { stakeDB });
    await b.complete();
    await b.unit.removedRecords(await listOf(stakeDB));
    await b.unit.putBack(child._id, AUTHOR, b.phone.now());
    await b.complete();
    expect(await kindsOf(a, null)).toContain(`child ${child._id}`);
    expect(await kindsOf(a, await listOf(stakeDB))).not.toContain(`child ${child._id}`);
  });

  it('removed records that name another unit are not believed', async () => {
    const { a, stakeDB } = await aPhoneThatRemoved();
    await a.complete();
    const other = await aPhone(server.current, { stakeDB: freshUnit() });
    await expect(other.unit.removedRecords(await listOf(stakeDB))).rejects.toThrow('another unit');
    expect(await other.leaves()).toEqual(new Map());
  });
});
