import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { type ReportProblem, rowsOfUnits } from './report-units.ts';
import { aUnitOf, TODAY, UNIT } from './testing/records.ts';

const unit = (stakeDB: string) => ({ ...UNIT, stakeDB });

async function made(read: Parameters<typeof rowsOfUnits>[0]['read']) {
  const problems: ReportProblem[] = [];
  const units: [string, number][] = [];
  const asked = {
    type: 'all',
    language: 'en',
    units: [unit('a_gtm'), unit('b_gtm'), unit('c_gtm')],
    read,
    todayOf: () => TODAY,
    problem: (problem: ReportProblem) => problems.push(problem),
  } as const;
  const batches = rowsOfUnits(asked, (row) => row);
  for await (const batch of batches) units.push([batch.unit.stakeDB, batch.rows.length]);
  return { units, problems };
}

describe('report rows of several units', () => {
  it('continue after a unit that fails, and report it', async () => {
    const { units, problems } = await made(async (one) => {
      if (one.stakeDB === 'b_gtm') throw new Error('is damaged');
      return aUnitOf([{ entries: [{}, { ago: 2 }] }], one);
    });
    expect(units).toEqual([
      ['a_gtm', 2],
      ['c_gtm', 2],
    ]);
    expect(problems).toMatchObject([{ code: 'unit-failed', unit: { stakeDB: 'b_gtm' } }]);
  });

  it('include no row of a unit that fails half-way', async () => {
    const { units, problems } = await made(async (one) => {
      const records = aUnitOf([{ entries: [{}] }], one);
      if (one.stakeDB !== 'b_gtm') return records;
      const broken = {
        get child(): never {
          throw new RangeError('half-way');
        },
        screenings: [],
      };
      return { ...records, children: [...records.children, broken] };
    });
    expect(units.map(([name]) => name)).toEqual(['a_gtm', 'c_gtm']);
    expect(problems.map(({ code }) => code)).toEqual(['unit-failed']);
  });

  it('report unreadable records in addition to the rows', async () => {
    const { units, problems } = await made(async (one) => {
      const records = aUnitOf([{ entries: [{}] }], one);
      const [lost] = records.children[0]?.screenings ?? [];
      const isSecond = one.stakeDB === 'b_gtm';
      return { ...records, withoutChild: isSecond && lost !== undefined ? [lost] : [] };
    });
    expect(units.map(([, rows]) => rows)).toEqual([1, 1, 1]);
    expect(problems).toMatchObject([{ code: 'unreadable', withoutChild: ['scr_0_0'] }]);
  });

  it('let go of the records of a unit before the next is read', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    let last: WeakRef<object> | null = null;
    const isHeld: boolean[] = [];
    await made(async (one) => {
      // A weak reference holds its object until the current turn of the event loop ends.
      await new Promise((resolve) => setTimeout(resolve));
      collectGarbage();
      if (last !== null) isHeld.push(last.deref() !== undefined);
      const records = aUnitOf([{ entries: [{}] }], one);
      last = new WeakRef(records);
      return records;
    });
    expect(isHeld).toEqual([false, false]);
  });
});
