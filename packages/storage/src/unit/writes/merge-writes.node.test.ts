import { type Child, DEFAULT_PROGRAMME_RULES, departureRecords, standingOn } from '@crece/domain';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hand, merge } from '../../engine/conflicts/testing/exchange.ts';
import { openPhone, type Phone } from '../../testing/index.ts';
import { childFields, screeningOf } from '../../testing/records.ts';
import type { ChildFile } from './types.ts';

const STAKE = 'test_stake_gtm';
const ANA = { name: 'Ana Morales' };
const JOSE = { name: 'José Núñez' };
const NOW = new Date('2025-06-01T12:00:00.000Z');
const LATER = new Date('2025-06-02T12:00:00.000Z');

async function aPhone(): Promise<Phone> {
  const phone = await openPhone({ stakeDB: STAKE, clock: () => LATER });
  await phone.engine.ledger.note({ isWhole: true });
  onTestFinished(() => phone.close());
  return phone;
}

interface Registered {
  phone: Phone;
  /** The record with the smaller id, and the other one. */
  first: Child;
  second: Child;
}

/** One child registered twice, with a screening each time. */
async function registeredTwice(
  differently: Parameters<typeof childFields>[0] = { firstName: 'Maria Sol', phone: '5502' },
): Promise<Registered> {
  const phone = await aPhone();
  const { unit } = phone;
  const first = await unit.createChild(childFields({ phone: '5501' }), ANA, NOW);
  const second = await unit.createChild(childFields(differently), ANA, LATER);
  await unit.saveScreening(first._id, screeningOf(first), ANA, NOW);
  const typed = { surveyDate: '2025-04-10', weight: '6.9' };
  await unit.saveScreening(second._id, screeningOf(second, typed), ANA, LATER);
  return { phone, first, second };
}

async function fileOf({ unit }: Phone, id: string): Promise<ChildFile> {
  const file = await unit.readChildFile(id);
  if (file === null) throw new Error(`no child ${id}`);
  return file;
}

const rowsOf = ({ unit }: Phone) =>
  unit.snapshot().children.map(({ id, screeningCount }) => [id, screeningCount]);

async function storedOf({ engine }: Phone, id: string) {
  return (await engine.store.readMany([id])).get(id);
}

/** What a screen shows of a unit, without revisions and times of writing. */
async function shownOf(phone: Phone, ids: readonly string[]) {
  const files = await Promise.all(ids.map((id) => phone.unit.readChildFile(id)));
  const rows = phone.unit.snapshot().children;
  const bare = (record: object) =>
    Object.fromEntries(
      Object.entries(record).filter(
        ([name]) => !['_rev', 'stamp', 'updatedAt', 'updatedBy', 'sameAs'].includes(name),
      ),
    );
  return {
    rows: rows.map(({ pending: _, ...row }) => row),
    files: files.map(
      (file) => file && { child: bare(file.child), screenings: file.screenings.map(bare) },
    ),
  };
}

describe('a child of several records', () => {
  it('has the refused consent of either record, and its own again when they are taken apart', async () => {
    const given = { given: true, day: '2025-05-01', who: 'Ana' };
    const refused = { given: false, day: '2025-05-02', who: 'Eva' };
    const phone = await aPhone();
    const { unit } = phone;
    const first = await unit.createChild(childFields({ consent: given }), ANA, NOW);
    const second = await unit.createChild(childFields({ consent: refused }), ANA, LATER);
    const consentOf = async (id: string) => (await storedOf(phone, id))?.['consent'];
    await unit.mergeChildren({ ids: [first._id, second._id], fromLarger: ['consent'] }, ANA, LATER);
    expect(await consentOf(first._id)).toEqual(refused);
    await unit.unmergeChildren(second._id, ANA, LATER);
    expect(await consentOf(first._id)).toEqual(given);
    // The other way round: what is refused stays, even where the other record's value is asked for.
    await unit.editChild(first, childFields({ consent: refused }), ANA, LATER, { overwrite: true });
    await unit.editChild(second, childFields({ consent: given }), ANA, LATER, { overwrite: true });
    await unit.mergeChildren({ ids: [first._id, second._id], fromLarger: ['consent'] }, ANA, LATER);
    expect(await consentOf(first._id)).toMatchObject({ given: false });
  });

  it('is found by the names of each, and its row has them after a new start and an undo too', async () => {
    const typed = { firstName: 'Maria Sol', lastName: 'Tzoc', mother: 'Rosa Tum' };
    const { phone, first, second } = await registeredTwice(typed);
    const { unit } = phone;
    const othersOf = () => unit.snapshot().children.find(({ id }) => id === first._id)?.others;
    expect(othersOf()).toBeUndefined();
    await unit.mergeChildren({ ids: [first._id, second._id], fromLarger: [] }, ANA, LATER);
    expect(othersOf()).toEqual([
      {
        ...typed,
        birthDate: second.birthDate,
        searchKey: 'maria sol tzoc',
        motherKey: 'rosa tum',
      },
    ]);
    await unit.unmergeChildren(second._id, ANA, LATER);
    expect(othersOf()).toBeUndefined();
  });

  it('died or moved away when any of them says so, and takes it back where it stands', async () => {
    const phone = await aPhone();
    const { unit } = phone;
    const first = await unit.createChild(childFields(), ANA, NOW);
    const second = await unit.createChild(childFields({ firstName: 'Sol' }), ANA, LATER);
    await unit.saveScreening(first._id, screeningOf(first), ANA, NOW);
    const fields = { departure: 'moved-away', departureDate: '2025-05-30' } as const;
    await unit.saveDeparture(second, fields, JOSE, NOW);
    await unit.mergeChildren({ ids: [first._id, second._id], fromLarger: [] }, ANA, LATER);
    const departure = () => {
      const [row] = unit.snapshot().children;
      if (row === undefined) throw new Error('no row');
      return standingOn(row, '2025-06-02', DEFAULT_PROGRAMME_RULES).departure;
    };
    expect(departure()).toMatchObject({ outcome: 'moved-away', date: '2025-05-30' });
    const { child, screenings, others } = await fileOf(phone, first._id);
    const [target, ...more] = departureRecords(child, screenings, others);
    expect([target?.kind, more]).toEqual(['child', []]);
    if (target?.kind !== 'child') throw new Error('on a record');
    const back = await unit.saveDeparture(target.child, {}, ANA, LATER);
    expect(back._id).toBe(second._id);
    expect(departure()).toBeNull();
    expect(await storedOf(phone, second._id)).not.toHaveProperty('departure');
    // A screening of the leading record after it says that the child is here.
    const before = { ...fields, departureDate: '2025-05-09' } as const;
    await unit.saveDeparture(back, before, JOSE, LATER);
    expect(departure()).toBeNull();
  });
});

describe('an open question about a record behind the leading one', () => {
  it('is listed under its own name, opens with the file of the child by either id, and is settled', async () => {
    const { phone, first, second } = await registeredTwice();
    const other = await aPhone();
    await hand(phone.engine, other.engine);
    const typed = { firstName: 'Maria Sol', phone: '5502' };
    await phone.unit.editChild(second, childFields({ ...typed, ward: 'Norte' }), ANA, LATER);
    await other.unit.editChild(second, childFields({ ...typed, ward: 'Sur' }), JOSE, LATER);
    await phone.unit.mergeChildren({ ids: [first._id, second._id], fromLarger: [] }, ANA, LATER);
    await hand(other.engine, phone.engine);
    await merge(phone.engine);
    await phone.engine.announce();
    const { tasks } = phone.unit.snapshot().sync;
    expect(tasks.map(({ id, title }) => [id, title])).toEqual([[second._id, 'Maria Sol Xicay']]);
    const task = await phone.unit.readTask(second._id);
    if (task === null) throw new Error('no task');
    expect(task.fields).toEqual(['ward']);
    expect((await fileOf(phone, task.childId ?? task.id)).child._id).toBe(first._id);
    await phone.unit.choose(task, { ward: 'second' }, ANA, LATER);
    await hand(phone.engine, other.engine);
    await merge(other.engine);
    await other.engine.announce();
    for (const each of [phone, other]) {
      expect(each.unit.snapshot().sync.tasks).toEqual([]);
      expect(rowsOf(each)).toEqual([[first._id, 2]]);
    }
  });
});

describe('merging two children', () => {
  it('writes on the record with the larger id, whichever was pressed, and leaves screenings alone', async () => {
    for (const turned of [false, true]) {
      const { phone, first, second } = await registeredTwice();
      const { unit } = phone;
      const screenings = (await fileOf(phone, second._id)).screenings;
      const ids = [first._id, second._id] as const;
      const lead = await unit.mergeChildren(
        { ids: turned ? [ids[1], ids[0]] : ids, fromLarger: [] },
        ANA,
        LATER,
      );
      expect(lead).toBe(first._id);
      expect(await storedOf(phone, second._id)).toMatchObject({
        sameAs: [{ id: first._id, decided: 1 }],
        firstName: 'Maria Sol',
      });
      expect(await storedOf(phone, first._id)).not.toHaveProperty('sameAs');
      for (const { _id, _rev } of screenings) {
        expect(await storedOf(phone, _id)).toMatchObject({ _rev, owner: second._id });
      }
    }
  });

  it('shows one child with all screenings under either id, in list, file and counts', async () => {
    const { phone, first, second } = await registeredTwice();
    const { unit } = phone;
    await unit.mergeChildren({ ids: [first._id, second._id], fromLarger: ['phone'] }, ANA, LATER);
    expect(rowsOf(phone)).toEqual([[first._id, 2]]);
    const [byFirst, bySecond] = [await fileOf(phone, first._id), await fileOf(phone, second._id)];
    expect(bySecond).toEqual(byFirst);
    expect(byFirst.screenings.map(({ surveyDate }) => surveyDate)).toEqual([
      '2025-05-10',
      '2025-04-10',
    ]);
    expect(byFirst.child).toMatchObject({ firstName: 'Marisol', phone: '5502' });
    expect(byFirst.others?.map(({ _id }) => _id)).toEqual([second._id]);
    expect(unit.snapshot().orphans).toEqual([]);
    const { pairs } = unit.snapshot();
    expect(pairs?.leads.get(second._id)).toBe(first._id);
    const live = unit.childFile(second._id);
    onTestFinished(live.subscribe(() => undefined));
    await unit.saveScreening(
      second._id,
      screeningOf(first, { surveyDate: '2025-03-20' }),
      ANA,
      LATER,
    );
    expect(live.snapshot()?.screenings).toHaveLength(3);
    expect(rowsOf(phone)).toEqual([[first._id, 3]]);
    const owners = (await fileOf(phone, first._id)).screenings.map(({ owner }) => owner);
    expect(owners).toEqual([first._id, second._id, first._id]);
  });

  it('is read alike from kept rows, from a rebuilt list and in a second tab', async () => {
    const { phone, first, second } = await registeredTwice();
    await phone.unit.mergeChildren({ ids: [first._id, second._id], fromLarger: [] }, ANA, LATER);
    const shown = await shownOf(phone, [first._id, second._id]);
    const tab = await openPhone({ stakeDB: STAKE, disk: phone.disk, clock: () => LATER });
    await tab.unit.ready();
    expect(await shownOf(tab, [first._id, second._id])).toEqual(shown);
    await tab.close();
    // Closing has kept the rows: this one starts from them.
    const kept = await openPhone({ stakeDB: STAKE, disk: phone.disk, clock: () => LATER });
    await kept.unit.ready();
    expect(await shownOf(kept, [first._id, second._id])).toEqual(shown);
    await kept.unit.unmergeChildren(second._id, ANA, LATER);
    expect(rowsOf(kept)).toHaveLength(2);
    await kept.close();
  });

  it('is undone on either side: both children are as before', async () => {
    for (const leaving of ['first', 'second'] as const) {
      const { phone, first, second } = await registeredTwice();
      const { unit } = phone;
      const ids = [first._id, second._id] as const;
      const before = await shownOf(phone, ids);
      const fromLarger = ['firstName', 'phone', 'ward'] as const;
      await unit.mergeChildren({ ids, fromLarger }, ANA, LATER);
      expect(rowsOf(phone)).toHaveLength(1);
      await unit.unmergeChildren(leaving === 'first' ? first._id : second._id, JOSE, LATER);
      expect(await shownOf(phone, ids)).toEqual(before);
      expect(unit.snapshot().pairs?.apart.get(second._id)).toEqual([first._id]);
      // Once more, and back again: each decision is above the last.
      await unit.mergeChildren({ ids, fromLarger: [] }, ANA, LATER);
      expect(rowsOf(phone)).toHaveLength(1);
      expect((await storedOf(phone, second._id))?.['sameAs']).toEqual([
        { id: first._id, decided: 3 },
      ]);
    }
  });

  it('is undone without taking back what was corrected since', async () => {
    const { phone, first, second } = await registeredTwice();
    const { unit } = phone;
    const ids = [first._id, second._id] as const;
    await unit.mergeChildren({ ids, fromLarger: ['firstName', 'phone'] }, ANA, LATER);
    const { child } = await fileOf(phone, first._id);
    const { firstName, lastName, gender, birthDate, memberStatus } = child;
    const fields = { firstName, lastName, gender, birthDate, memberStatus, phone: '7777' };
    await unit.editChild(child, fields, JOSE, LATER);
    await unit.unmergeChildren(second._id, ANA, LATER);
    expect(await storedOf(phone, first._id)).toMatchObject({ firstName: 'Marisol', phone: '7777' });
  });

  it('assesses the screenings of both by the birth date that was chosen, and again when undone', async () => {
    const { phone, first, second } = await registeredTwice({ birthDate: '2023-12-10' });
    const { unit } = phone;
    const ids = [first._id, second._id] as const;
    const before = await shownOf(phone, ids);
    await unit.mergeChildren({ ids, fromLarger: ['birthDate'] }, ANA, LATER);
    const { screenings } = await fileOf(phone, first._id);
    expect(screenings.map(({ monthAge }) => Math.floor(monthAge ?? 0))).toEqual([17, 16]);
    await unit.unmergeChildren(second._id, ANA, LATER);
    const after = await shownOf(phone, ids);
    expect(after.rows.map(({ newest }) => newest?.monthAge)).toEqual(
      before.rows.map(({ newest }) => newest?.monthAge),
    );
    expect(after.files.map((file) => file?.child)).toEqual(before.files.map((file) => file?.child));
  });

  it('removes a screening that was typed twice in the same write, and it can be put back', async () => {
    const { phone, first, second } = await registeredTwice();
    const { unit } = phone;
    const [twice] = (await fileOf(phone, second._id)).screenings;
    if (twice === undefined) throw new Error('no screening');
    const ids = [first._id, second._id] as const;
    await unit.mergeChildren({ ids, fromLarger: [], twice: [twice._id] }, ANA, LATER);
    expect(rowsOf(phone)).toEqual([[first._id, 1]]);
    expect((await unit.removedRecords(null)).map(({ id }) => id)).toEqual([twice._id]);
    await unit.putBack(twice._id, ANA, LATER);
    expect(rowsOf(phone)).toEqual([[first._id, 2]]);
  });

  it('a record that is parted has the screening again that its merge removed as typed twice, and no other removed one', async () => {
    const { phone, first, second } = await registeredTwice();
    const { unit } = phone;
    const typed = { surveyDate: '2025-03-10', weight: '6.2' };
    const wrong = await unit.saveScreening(second._id, screeningOf(second, typed), ANA, LATER);
    await unit.removeScreening(second._id, wrong._id, ANA, LATER);
    const [twice] = (await fileOf(phone, second._id)).screenings;
    if (twice === undefined) throw new Error('no screening');
    const ids = [first._id, second._id] as const;
    const merged = new Date(LATER.getTime() + 60_000);
    await unit.mergeChildren({ ids, fromLarger: [], twice: [twice._id] }, ANA, merged);
    await unit.unmergeChildren(second._id, JOSE, new Date(LATER.getTime() + 3_600_000));
    expect(new Map(rowsOf(phone) as [string, number][])).toEqual(
      new Map([
        [first._id, 1],
        [second._id, 1],
      ]),
    );
    expect((await fileOf(phone, second._id)).screenings).toMatchObject([{ _id: twice._id }]);
    expect((await unit.removedRecords(null)).map(({ id }) => id)).toEqual([wrong._id]);
  });

  it('joins children that were merged before, and one between them may leave', async () => {
    const { phone, first, second } = await registeredTwice();
    const { unit } = phone;
    const third = await unit.createChild(childFields({ firstName: 'Mary' }), ANA, LATER);
    const [a, b, c] = [first._id, second._id, third._id].sort();
    if (a === undefined || b === undefined || c === undefined) throw new Error('three children');
    await unit.mergeChildren({ ids: [c, b], fromLarger: [] }, ANA, LATER);
    await unit.mergeChildren({ ids: [c, a], fromLarger: [] }, ANA, LATER);
    expect(rowsOf(phone)).toEqual([[a, 2]]);
    // Merged already: nothing is written.
    const { _rev: rev } = (await storedOf(phone, c)) ?? {};
    expect(await unit.mergeChildren({ ids: [b, c], fromLarger: ['ward'] }, ANA, LATER)).toBe(a);
    expect((await storedOf(phone, c))?._rev).toBe(rev);
    await unit.unmergeChildren(b, ANA, LATER);
    expect(unit.snapshot().pairs?.leads.get(c)).toBe(a);
    expect(
      unit
        .snapshot()
        .children.map(({ id }) => id)
        .sort(),
    ).toEqual([a, b]);
  });

  it('is remembered when two children are two, and a later merge is still possible', async () => {
    const { phone, first, second } = await registeredTwice();
    const { unit } = phone;
    const ids = [first._id, second._id] as const;
    await unit.keepApart(ids, ANA, LATER);
    expect(unit.snapshot().pairs?.apart.get(second._id)).toEqual([first._id]);
    expect(rowsOf(phone)).toHaveLength(2);
    await unit.mergeChildren({ ids, fromLarger: [] }, ANA, LATER);
    expect(rowsOf(phone)).toHaveLength(1);
    await expect(unit.keepApart(ids, ANA, LATER)).rejects.toMatchObject({
      code: 'changed-meanwhile',
    });
  });

  it('is refused while screenings of one of them may still arrive', async () => {
    const { phone, first, second } = await registeredTwice();
    const other = await openPhone({ stakeDB: STAKE, clock: () => LATER });
    onTestFinished(() => other.close());
    await hand(phone.engine, other.engine);
    const merging = other.unit.mergeChildren(
      { ids: [first._id, second._id], fromLarger: [] },
      ANA,
      LATER,
    );
    await expect(merging).rejects.toMatchObject({ code: 'still-arriving' });
  });

  it('holds back what it wrote as long as it can be taken back', async () => {
    const { phone, first, second } = await registeredTwice();
    const { unit, engine } = phone;
    const ids = [first._id, second._id] as const;
    await unit.mergeChildren({ ids, fromLarger: ['phone'] }, ANA, LATER, { hold: true });
    expect([...(await engine.held()).keys()].sort()).toEqual([...ids].sort());
    await unit.unmergeChildren(second._id, ANA, LATER);
    expect((await engine.held()).size).toBe(0);
  });
});

describe('a child of several records', () => {
  async function merged(): Promise<Registered> {
    const registered = await registeredTwice();
    const { phone, first, second } = registered;
    await phone.unit.mergeChildren({ ids: [first._id, second._id], fromLarger: [] }, ANA, LATER);
    return registered;
  }

  it('is removed with all of them and all screenings, listed once and put back as it was', async () => {
    const { phone, first, second } = await merged();
    const { unit } = phone;
    const before = await shownOf(phone, [first._id]);
    expect(await unit.removeChild(second._id, ANA, LATER)).toEqual({ screenings: 2 });
    expect(unit.snapshot()).toMatchObject({ children: [], orphans: [] });
    const removed = await unit.removedRecords(null);
    expect(removed.map(({ id }) => id)).toEqual([first._id]);
    expect(removed[0]).toMatchObject({ kind: 'child', row: { screeningCount: 2 } });
    await unit.putBack(first._id, ANA, LATER);
    expect(await shownOf(phone, [first._id])).toEqual(before);
  });

  it('takes a form that was open on one of them while it was removed', async () => {
    const { phone, first, second } = await merged();
    const { unit } = phone;
    const { child } = await fileOf(phone, first._id);
    await unit.removeChild(first._id, ANA, LATER);
    const typed = screeningOf(child, { surveyDate: '2025-03-25' });
    await unit.saveScreening(second._id, typed, JOSE, LATER);
    const file = await fileOf(phone, first._id);
    expect(file.screenings.map(({ surveyDate }) => surveyDate)).toContain('2025-03-25');
  });

  it('takes what is typed in a form that was opened before the merge, and asks where both differ', async () => {
    const { phone, first, second } = await registeredTwice({ phone: '5502' });
    const { unit } = phone;
    const { child: base } = await fileOf(phone, second._id);
    await unit.mergeChildren({ ids: [first._id, second._id], fromLarger: [] }, ANA, LATER);
    const { firstName, lastName, gender, birthDate, memberStatus } = base;
    const required = { firstName, lastName, gender, birthDate, memberStatus };
    await unit.editChild(base, { ...required, phone: '5502', city: 'Sololá' }, JOSE, LATER);
    expect(await storedOf(phone, first._id)).toMatchObject({ phone: '5501', city: 'Sololá' });
    const again = unit.editChild(base, { ...required, phone: '9' }, JOSE, LATER);
    await expect(again).rejects.toMatchObject({ code: 'changed-meanwhile', fields: ['phone'] });
  });

  it('stays one child without a question when a record of it is removed elsewhere meanwhile', async () => {
    const { phone, first, second } = await registeredTwice();
    const other = await aPhone();
    await hand(phone.engine, other.engine);
    await other.unit.removeChild(second._id, JOSE, LATER);
    await phone.unit.mergeChildren({ ids: [first._id, second._id], fromLarger: [] }, ANA, LATER);
    for (let round = 0; round < 3; round += 1) {
      await hand(phone.engine, other.engine);
      await hand(other.engine, phone.engine);
      await merge(phone.engine);
      await merge(other.engine);
    }
    for (const each of [phone, other]) {
      await each.engine.announce();
      expect(each.unit.snapshot().sync.tasks).toEqual([]);
      // The removal took the screening of the record that was removed.
      expect(rowsOf(each)).toEqual([[first._id, 1]]);
    }
    expect(await merge(phone.engine)).toBe(0);
  });
});
