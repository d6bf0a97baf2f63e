import { DEFAULT_PROGRAMME_RULES as RULES, type UnitDatabase, USUAL_CHOICE } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import { countIn, listsOf } from '@crece/reports/desk';
import { describe, expect, it } from 'vitest';
import type { DocumentStore, Stores } from '../store/document-store.ts';
import { aStores } from '../testing/test-app.ts';
import { answerDesk, answerPage } from './desk-work.ts';
import { UnitCountsCache } from './unit-counts-cache.ts';

const TODAY = '2025-06-10';
const ROOMY = 10_000_000;

const aUnit = (stakeDB: string): UnitDatabase => ({
  stakeDB,
  stakeName: stakeDB,
  countryCode: 'GTM',
  countryName: 'Guatemala',
  pilot: false,
});

const UNITS = ['a_stake_gtm', 'b_stake_gtm', 'c_stake_gtm'].map((name) => ({
  unit: aUnit(name),
  today: TODAY,
  believeMs: 0,
}));

async function addChildren(stores: Stores, stakeDB: string, count: number, tag = 'x') {
  const store = await stores.open(`unit_${stakeDB}`);
  const drafts = Array.from({ length: count }, (_, at) => {
    const _id = `chld_${stakeDB}_${tag}${at}`;
    const screening = aScreening({ _id: `scr_${stakeDB}_${tag}${at}`, owner: _id, muac: 11 });
    return [{ ...aChild({ _id, firstName: `Ana ${at}` }) }, { ...screening }];
  });
  await store.write(drafts.flat());
}

/** Databases that record which units were read. */
function watched(stores: Stores): { stores: Stores; reads: string[] } {
  const reads: string[] = [];
  const watch = (store: DocumentStore): DocumentStore =>
    new Proxy(store, {
      get(target, name) {
        if (name === 'pages') reads.push(target.name);
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  const opening: Stores = {
    address: stores.address,
    has: (name) => stores.has(name),
    sequence: (name) => stores.sequence(name),
    names: () => stores.names(),
    check: () => stores.check(),
    noticeChange: (name) => stores.noticeChange(name),
    close: () => stores.close(),
    open: async (name) => watch(await stores.open(name)),
  };
  return { stores: opening, reads };
}

async function threeUnits(mostCharacters = ROOMY) {
  const own = await aStores();
  for (const { unit } of UNITS) await addChildren(own, unit.stakeDB, 3);
  const { stores, reads } = watched(own);
  const counts = new UnitCountsCache(stores, mostCharacters);
  const asked = { units: UNITS, programme: RULES, choice: USUAL_CHOICE, today: TODAY };
  const referred = async (different: Partial<typeof asked> = {}) => {
    const { figures } = await answerDesk(counts, { ...asked, ...different }, 60_000);
    return countIn(figures.lists, 'refer');
  };
  return { own, counts, reads, asked, referred };
}

describe('counts of units for the desk', () => {
  it('counts of units are read once as long as nothing changes', async () => {
    const { reads, referred } = await threeUnits();
    expect(await referred()).toBe(9);
    expect(await referred()).toBe(9);
    expect(reads.toSorted()).toEqual(UNITS.map(({ unit }) => `unit_${unit.stakeDB}`));
  });

  it('only the unit that changed is counted again', async () => {
    const { own, reads, referred } = await threeUnits();
    await referred();
    reads.length = 0;
    await addChildren(own, 'b_stake_gtm', 1, 'new');
    expect(await referred()).toBe(10);
    expect(reads).toEqual(['unit_b_stake_gtm']);
  });

  it('another day, table of next visits or MUAC line has units counted again', async () => {
    const { reads, referred } = await threeUnits();
    await referred();
    reads.length = 0;
    await referred({
      units: UNITS.map(({ unit }) => ({ unit, today: '2025-06-11', believeMs: 0 })),
    });
    expect(reads.length).toBe(3);
    await referred({ programme: { ...RULES, table: { ...RULES.table, acuteMonths: 2 } } });
    expect(reads.length).toBe(6);
    await referred({ programme: { ...RULES, infantMuacLine: 11.5 } });
    expect(reads.length).toBe(9);
  });

  it('many requested units use counts for a while without checking, on the same day only', async () => {
    const { own, referred } = await threeUnits();
    const believed = UNITS.map((one) => ({ ...one, believeMs: 60_000 }));
    expect(await referred({ units: believed })).toBe(9);
    await addChildren(own, 'b_stake_gtm', 1, 'new');
    expect(await referred({ units: believed })).toBe(9);
    const tomorrow = believed.map((one) => ({ ...one, today: '2025-06-11' }));
    expect(await referred({ units: tomorrow })).toBe(10);
    expect(await referred()).toBe(10);
  });

  it('all simultaneous requests read the counts once', async () => {
    const { reads, referred } = await threeUnits();
    expect(await Promise.all([referred(), referred(), referred()])).toEqual([9, 9, 9]);
    expect(reads.length).toBe(3);
  });

  it('counts of a unit without a database are empty, and create no database', async () => {
    const { own, counts } = await threeUnits();
    const unit = aUnit('nobody_stake_gtm');
    const by = await counts.rulesBy({ programme: RULES, today: TODAY });
    const { lists } = await counts.countsOf({ unit, today: TODAY, believeMs: 0 }, by);
    expect(countIn(listsOf(lists, USUAL_CHOICE), 'under-five')).toBe(0);
    expect(await own.has('unit_nobody_stake_gtm')).toBe(false);
  });

  it('drop the children’s lines of units when all lines grow too large, and read them again on demand', async () => {
    const { counts, asked, reads, referred } = await threeUnits(1_500);
    await referred();
    reads.length = 0;
    const page = await answerPage(counts, asked, { list: 'refer' }, { from: 0, size: 50 });
    expect([page.total, page.children.length]).toEqual([9, 9]);
    expect(reads.length).toBeGreaterThan(0);
    expect(await referred()).toBe(9);
  });
});

describe('a page of a desk’s list', () => {
  it('continues across units, in their order', async () => {
    const { counts, asked } = await threeUnits();
    const piece = async (from: number) => {
      const page = await answerPage(counts, asked, { list: 'refer' }, { from, size: 4 });
      return page.children.map(({ id }) => id.replace(/^chld_|_stake_gtm/g, ''));
    };
    expect([await piece(0), await piece(4), await piece(8)]).toEqual([
      ['a_x0', 'a_x1', 'a_x2', 'b_x0'],
      ['b_x1', 'b_x2', 'c_x0', 'c_x1'],
      ['c_x2'],
    ]);
    expect(await piece(9)).toEqual([]);
  });
});

describe('a slow desk', () => {
  it('answers with the units counted so far, and continues counting', async () => {
    const { counts, asked } = await threeUnits();
    const first = await answerDesk(counts, asked, 0);
    expect(first.pending).toBe(3 - first.figures.units.length);
    expect(first.pending).toBeGreaterThan(0);
    const then = await answerDesk(counts, asked, 60_000);
    expect([then.pending, then.figures.units.length]).toEqual([0, 3]);
  });
});

it('lists of months mean the same month in every unit, also where a new one has begun in some', async () => {
  const stores = await aStores();
  const days = ['2025-05-31', '2025-06-01', '2025-06-01'];
  for (const { unit } of UNITS) await addChildren(stores, unit.stakeDB, 1);
  const units = UNITS.map((each, at) => ({ ...each, today: days[at] ?? '' }));
  const counts = new UnitCountsCache(stores, ROOMY);
  const asked = { units, programme: RULES, choice: USUAL_CHOICE, today: '2025-06-01' };
  const { figures } = await answerDesk(counts, asked, 60_000);
  // The title of a list is of the latest day: "last month" is May, in which all three were screened.
  expect(figures.today).toBe('2025-06-01');
  expect(figures.trend.slice(-2).map(({ screened }) => screened)).toEqual([3, 0]);
  expect(countIn(figures.lists, 'month-1')).toBe(3);
  expect(countIn(figures.lists, 'month-0')).toBe(0);
  const listed = await answerPage(counts, asked, { list: 'month-1' }, { from: 0, size: 10 });
  expect(listed.total).toBe(3);
  // A unit by itself goes by its own day.
  const alone = { ...asked, units: units.slice(0, 1), today: '2025-05-31' };
  const own = await answerDesk(counts, alone, 60_000);
  expect(countIn(own.figures.lists, 'month-0')).toBe(1);
});
