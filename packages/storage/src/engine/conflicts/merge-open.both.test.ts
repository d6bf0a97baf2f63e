import { canonical } from '@crece/domain';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NOW, openTestUnit } from '../../testing/open-test-unit.ts';
import { childFields, screeningOf } from '../../testing/records.ts';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';

import { mergeOpen, mergeThese } from './merge-open.ts';
import { meet, merge, stateOf } from './testing/exchange.ts';
import { ANA, JOSE, twoPhones } from './testing/two-phones.ts';

const LATER = new Date('2025-06-12T15:00:00.000Z');

const CHILD = 'chld_test_stake_gtm_1746878400000_0a1b2c';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A hash of 32 equal digits. */
const hash = (digit: string): string => digit.repeat(32);

/** A second revision, child of `1-a…`. */
function second(digit: string, fields: object): CarriedDocument {
  return canonical({
    ...fields,
    _id: CHILD,
    _rev: `2-${hash(digit)}`,
    _revisions: { start: 2, ids: [hash(digit), hash('a')] },
  });
}

const RECORD = {
  birthDate: '2024-03-10',
  firstName: 'Marisol 🌽',
  gender: 'Girl',
  lastName: 'Núñez Xicay',
  memberStatus: 'Yes',
};

describe('mergeOpen', () => {
  it('writes the same revisions that every other device makes of the same merge', async () => {
    const { unit } = await openTestUnit();
    const engine = await unit.engine();
    await engine.store.take([
      second('c', { ...RECORD, ward: 'Sur', stamp: { ward: 2 }, updatedBy: 'Ana' }),
      second('b', { ...RECORD, phone: '5550 1', stamp: { phone: 2 }, updatedBy: 'José' }),
    ]);
    expect(await mergeOpen(engine, 0)).toEqual({ written: 2, tasks: 0 });
    const [winner, ended] = await engine.store.leaves(CHILD);
    // Computed with replication's `newRevision` and MD5 of node:crypto for exactly these two
    // documents.
    expect(winner?._rev).toBe('3-ebfdcae1492c97d8c0736609fc6cd716');
    expect(ended?._rev).toBe('3-7acb89cc4d110694d647bba61f12b5d9');
    const { _revisions, ...body } = winner ?? {};
    expect(body).toEqual({
      ...RECORD,
      _id: CHILD,
      _rev: winner?._rev,
      phone: '5550 1',
      stamp: { phone: 3, ward: 2 },
      updatedBy: 'Ana',
      ward: 'Sur',
    });
    expect(ended).toEqual({
      _id: CHILD,
      _rev: ended?._rev,
      _deleted: true,
      _revisions: { start: 3, ids: [ended?._rev.slice(2), hash('b'), hash('a')] },
      why: 'merged',
    });
    expect(await mergeOpen(engine, 0)).toEqual({ written: 0, tasks: 0 });
  });

  it('merges several leaves one after another, and counts the documents that wait for a person', async () => {
    const { unit } = await openTestUnit();
    const engine = await unit.engine();
    await engine.store.take([
      second('e', { ...RECORD, ward: 'Sur', stamp: { ward: 2 } }),
      second('d', { ...RECORD, phone: '5550 1', stamp: { phone: 2 } }),
      second('c', { ...RECORD, city: 'Tecpán', ward: 'Norte', stamp: { city: 2, ward: 2 } }),
    ]);
    // Written: the phone number, the end of its leaf, and the city; the ward is left to a person.
    expect(await mergeOpen(engine, 0)).toEqual({ written: 3, tasks: 1 });
    const leaves = await engine.store.leaves(CHILD);
    expect(leaves.map(({ _rev, _deleted }) => [_rev.slice(0, 2), _deleted === true])).toEqual([
      ['4-', false],
      ['2-', false],
      ['3-', true],
    ]);
    expect(leaves[0]).toMatchObject({ city: 'Tecpán', phone: '5550 1', ward: 'Sur' });
    expect(unit.snapshot().sync.tasks).toMatchObject([{ id: CHILD, fields: ['ward'] }]);
    expect(await mergeOpen(engine, 0)).toEqual({ written: 0, tasks: 1 });
  });

  it('looks only at documents changed after a sequence; mergeThese only at the given ids', async () => {
    const { unit } = await openTestUnit();
    const engine = await unit.engine();
    await engine.store.take([
      second('c', { ...RECORD, ward: 'Sur', stamp: { ward: 2 } }),
      second('b', { ...RECORD, phone: '1', stamp: { phone: 2 } }),
    ]);
    const sequence = await engine.store.lastSequence();
    expect(await mergeOpen(engine, sequence)).toEqual({ written: 0, tasks: 0 });
    expect(await mergeThese(engine, ['chld_unknown'])).toEqual({ written: 0, tasks: 0 });
    expect(await mergeThese(engine, [CHILD])).toEqual({ written: 2, tasks: 0 });
  });

  it('a leaf whose content could not be written because the winner had changed does not end', async () => {
    const { unit } = await openTestUnit();
    const engine = await unit.engine();
    await engine.store.take([
      second('c', { ...RECORD, ward: 'Sur', stamp: { ward: 2 } }),
      second('b', { ...RECORD, phone: '1', stamp: { phone: 2 } }),
    ]);
    // A person's edit is written once between the merge's read and its write.
    const write = engine.store.write.bind(engine.store);
    vi.spyOn(engine.store, 'write').mockImplementationOnce(async (documents, durability) => {
      const edited = { ...RECORD, city: 'Tecpán', ward: 'Sur', stamp: { city: 3, ward: 2 } };
      await write([{ ...edited, _id: CHILD, _rev: `2-${hash('c')}` }], 'strict');
      return write(documents, durability);
    });
    expect(await mergeOpen(engine, 0)).toEqual({ written: 2, tasks: 0 });
    const [winner] = await engine.store.leaves(CHILD);
    expect(winner).toMatchObject({ city: 'Tecpán', phone: '1', ward: 'Sur' });
    expect(winner?._rev).toMatch(/^4-/);
  });

  it('writes nothing when both leaves are removals', async () => {
    const { ana, jose, meet: exchange } = await twoPhones();
    const child = await ana.unit.createChild(childFields(), ANA, NOW);
    await exchange();
    await ana.unit.removeChild(child._id, ANA, LATER);
    await jose.unit.removeChild(child._id, JOSE, LATER);
    await exchange();
    expect(await merge(ana.engine)).toBe(0);
    expect(ana.unit.snapshot().sync.tasks).toEqual([]);
    expect(await stateOf(ana.engine)).toEqual(await stateOf(jose.engine));
  });
});

describe('two phones that edit one child', () => {
  it('end with both edits and the same revision, without the name of the merging person', async () => {
    const { ana, jose, meet: exchange } = await twoPhones();
    const base = await ana.unit.createChild(childFields(), ANA, NOW);
    await exchange();
    await ana.unit.editChild(base, childFields({ phone: '5550 1' }), ANA, LATER);
    await jose.unit.editChild(base, childFields({ ward: 'Barrio Ñuñoa' }), JOSE, LATER);
    await exchange();
    const [mine, theirs] = await Promise.all(
      [ana, jose].map(({ engine }) => engine.store.leaves(base._id)),
    );
    expect(mine).toEqual(theirs);
    expect(mine?.[0]).toMatchObject({ phone: '5550 1', ward: 'Barrio Ñuñoa' });
    expect(mine?.[0]?._rev).toMatch(/^3-/);
    expect(mine?.map(({ why }) => why)).toEqual([undefined, 'merged']);
    const edits = [ANA.name, JOSE.name];
    expect(edits).toContain(mine?.[0]?.['updatedBy']);
    expect([await merge(ana.engine), await merge(jose.engine)]).toEqual([0, 0]);
  });

  it('keep both first screenings that they added, each with the advice of its day', async () => {
    const { ana, jose, meet: exchange } = await twoPhones();
    const child = await ana.unit.createChild(childFields(), ANA, NOW);
    await exchange();
    const first = await ana.unit.saveScreening(child._id, screeningOf(child), ANA, NOW);
    const taller = screeningOf(child, { height: '76', weight: '9.5', muac: '14' });
    const other = await jose.unit.saveScreening(child._id, taller, JOSE, LATER);
    await exchange();
    for (const { unit } of [ana, jose]) {
      const file = await unit.readChildFile(child._id);
      const byId = new Map(file?.screenings.map((screening) => [screening._id, screening]));
      expect(byId.size).toBe(2);
      expect(byId.get(first._id)).toMatchObject({ status: first.status, actions: first.actions });
      expect(byId.get(other._id)).toMatchObject({ status: other.status, actions: other.actions });
      expect(unit.snapshot().sync.tasks).toEqual([]);
    }
    expect(await stateOf(ana.engine)).toEqual(await stateOf(jose.engine));
  });
});

describe("a child's copy of its newest screening", () => {
  it("a pull that makes the child's copy outdated does not rewrite it; lists compute from the screenings", async () => {
    const { ana, jose, meet: exchange } = await twoPhones();
    const child = await ana.unit.createChild(childFields(), ANA, NOW);
    const january = screeningOf(child, { surveyDate: '2025-01-10' });
    const first = await ana.unit.saveScreening(child._id, january, ANA, NOW);
    const may = screeningOf(child, { height: '76', weight: '9.5', muac: '14' }, [first]);
    const newest = await ana.unit.saveScreening(child._id, may, ANA, NOW);
    await exchange();
    // José removes the newest screening while Ana adds one between the two: the copy on Ana's child
    // does not change.
    await jose.unit.removeScreening(child._id, newest._id, JOSE, LATER);
    const march = screeningOf(child, { surveyDate: '2025-03-10' }, [first, newest]);
    const between = await ana.unit.saveScreening(child._id, march, ANA, LATER);
    await exchange();
    for (const { engine, unit } of [ana, jose]) {
      const [stored] = await engine.store.leaves(child._id);
      expect(stored).toMatchObject({ lastScreening: first._id, updatedBy: JOSE.name });
      expect(await merge(engine)).toBe(0);
      expect(unit.snapshot().children[0]?.newest?.id).toBe(between._id);
    }
    expect(await stateOf(ana.engine)).toEqual(await stateOf(jose.engine));
  });
});

describe('meet (a helper of the tests)', () => {
  it('changes nothing on phones that hold the same records', async () => {
    const { ana, jose } = await twoPhones();
    await ana.unit.createChild(childFields(), ANA, NOW);
    await meet(ana.unit, jose.unit);
    const before = await ana.engine.store.lastSequence();
    await meet(ana.unit, jose.unit);
    expect(await ana.engine.store.lastSequence()).toBe(before);
  });
});
