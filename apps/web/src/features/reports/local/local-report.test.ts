import { DEFAULT_PROGRAMME_RULES } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import type { LocalUnit, Task } from '@crece/storage';
import { describe, expect, it, vi } from 'vitest';
import { openTestUnit } from '../../../testing/open-unit.ts';
import { localFile, localTable, readLocalUnit } from './local-report.ts';
import { inSlices } from './slices.ts';

const UNIT = {
  stakeDB: 'test_stake_gtm',
  stakeName: 'Test',
  countryCode: 'GTM',
  countryName: 'Guatemala',
  pilot: false,
};
const ASK = {
  type: 'sup',
  scope: 'stake',
  sort: 'firstName',
  months: 6,
  language: 'en',
  retired: 'with',
} as const;
const never = new AbortController().signal;

const report = async (unit: LocalUnit) => ({
  records: await readLocalUnit(unit, { database: UNIT, former: new Map() }, never),
  ask: ASK,
  today: '2025-06-01',
  rules: DEFAULT_PROGRAMME_RULES,
});

describe('report of this device', () => {
  it('as CSV has the titles and the rows of the server’s file, and says that it is this device’s', async () => {
    const unit = await openTestUnit({ children: [aChild()], screenings: [aScreening()] });
    const made = {
      format: 'csv',
      sheet: 'Supplements',
      now: new Date('2025-06-01T12:00Z'),
    } as const;
    const { file, name } = await localFile(await report(unit), made, never);
    const [head, row] = (await file.text()).split('\r\n');
    expect(name).toBe('sup_stake_test_stake_gtm_20250601-0600_local.csv');
    expect(head).toContain('1,2,3,4,5,6,Sup,age,Prior Sup,firstName');
    expect(row).toBe(
      ',,,,,,sup,14,no,Marisol,Xicay,El Centro,Elena Xicay,0,Guatemala,Test,yellow MUAC,',
    );
  });

  it.each([
    ['by day', '2025-05-20T10:00:00.000Z'],
    ['in the evening, when it is the next day in UTC', '2025-05-21T03:00:00.000Z'],
  ])(
    'ends with a line about a child that moved away %s, as the server’s does',
    async (_when, at) => {
      const home = { stakeDB: 'coro_ven', id: 'chld_coro_ven_1746878400000_0a1b2c' };
      const gone = { ...aChild(), removedBy: 'Ana', removedAt: at };
      const unit = await openTestUnit({ removed: [{ ...gone, movedTo: home }] });
      const nameOf = async (stakeDB: string) => `[${stakeDB}]`;
      const { movedAway } = await readLocalUnit(
        unit,
        { database: UNIT, former: new Map() },
        never,
        nameOf,
      );
      expect(movedAway).toEqual([{ id: gone._id, to: '[coro_ven]', date: '2025-05-20' }]);
    },
  );

  it('reports its number of rows, and makes no file when it is cancelled', async () => {
    const unit = await openTestUnit({ children: [aChild()], screenings: [aScreening()] });
    const counts: number[] = [];
    const onRow = (count: number) => counts.push(count);
    for (const format of ['csv', 'xlsx'] as const) {
      const made = { format, sheet: 'Supplements', now: new Date(), onRow };
      const { file } = await localFile(await report(unit), made, never);
      expect(file.size).toBeGreaterThan(100);
      const stopped = localFile(await report(unit), made, AbortSignal.abort(new Error('left')));
      await expect(stopped).rejects.toThrow('left');
    }
    expect(counts).toEqual([1, 1, 1, 1]);
  });

  it('has what is to be known of its making among the properties of a workbook', async () => {
    const unit = await openTestUnit({ children: [aChild()], screenings: [aScreening()] });
    const sizeWith = async (about?: string) => {
      const made = { format: 'xlsx', sheet: 'Supplements', about, now: new Date() } as const;
      return (await localFile(await report(unit), made, never)).file.size;
    };
    const [without, empty] = [await sizeWith(), await sizeWith('')];
    expect(empty).toBe(without);
    expect(await sizeWith('By settings number 7.')).toBeGreaterThan(without + 300);
  });

  it('shows the most severe outcome while two versions wait for a choice', async () => {
    const child = aChild();
    const screening = aScreening();
    const side = { rev: '', isHere: true };
    const task: Task = {
      id: screening._id,
      kind: 'values',
      childId: child._id,
      title: 'Marisol Xicay',
      fields: ['weight'],
      first: { ...side, document: { ...screening } },
      second: { ...side, document: { ...screening, weight: 5.2 } },
      more: 0,
    };
    const unit = await openTestUnit({ children: [child], tasks: [task] });
    const { rows, columns } = await localTable(await report(unit), 20, never);
    expect(rows[0]?.[columns.findIndex(({ name }) => name === 'Sup')]).toBe('SAM');
  });
});

describe('inSlices', () => {
  it('pauses for the interface when a time slice is used up, and ends when it is cancelled', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const stop = new AbortController();
    const seen: number[] = [];
    let paused = 0;
    const work = async () => {
      for await (const item of inSlices([1, 2, 3, 4, 5, 6], stop.signal)) {
        seen.push(item);
        now += 10;
        setTimeout(() => {
          paused += 1;
          if (paused === 6) stop.abort(new Error('left'));
        });
      }
    };
    await expect(work()).rejects.toThrow('left');
    expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
    vi.restoreAllMocks();
  });
});
