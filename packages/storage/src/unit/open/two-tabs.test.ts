import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { secondTab } from '../../testing/open-second-tab.ts';
import {
  AUTHOR,
  freshName,
  NOW,
  openTestUnit,
  type TestUnit,
  TIME_ZONE,
} from '../../testing/open-test-unit.ts';
import { childFields, motherFields, screeningOf } from '../../testing/records.ts';
import { StoredRecords } from '../records/stored-records.ts';
import type { LocalUnit } from './types.ts';

/** Another tab follows within tens of milliseconds; the limit allows for a busy machine. */
const FOLLOWED_MS = 1000;

async function openTwoTabs(): Promise<TestUnit & { other: LocalUnit }> {
  const databaseName = freshName('device');
  const here = await openTestUnit();
  const tab = await secondTab();
  const device = await tab.openDevice({ databaseName });
  onTestFinished(() => device.close());
  const other = await tab.openUnit(here.stakeDB, {
    device,
    timeZone: TIME_ZONE,
    clock: () => NOW,
  });
  onTestFinished(() => other.close());
  await other.ready();
  return { ...here, other };
}

async function followed(assertion: () => void): Promise<void> {
  await vi.waitFor(assertion, { timeout: FOLLOWED_MS, interval: 5 });
}

describe('two tabs with the same unit open', () => {
  it("show each other's children, screenings, mothers and removals", async () => {
    const { unit, other } = await openTwoTabs();
    const child = await unit.createChild(childFields(), AUTHOR, NOW);
    await followed(() => expect(other.snapshot().children[0]?.firstName).toBe('Marisol'));
    const saved = await other.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    await followed(() => expect(unit.snapshot().children[0]?.newest?.id).toBe(saved._id));
    await unit.saveMother('pregnant', motherFields(), AUTHOR, NOW);
    await followed(() => expect(other.snapshot().mothers).toHaveLength(1));
    await other.removeChild(child._id, AUTHOR, NOW);
    await followed(() => expect(unit.snapshot()).toMatchObject({ children: [], orphans: [] }));
  });

  it('show a child file that another tab changes', async () => {
    const { unit, other } = await openTwoTabs();
    const child = await unit.createChild(childFields(), AUTHOR, NOW);
    const live = unit.childFile(child._id);
    const unsubscribe = live.subscribe(() => undefined);
    await eventually(() => expect(live.snapshot()).toMatchObject({ screenings: [] }));
    await followed(() => expect(other.snapshot().children).toHaveLength(1));
    await other.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    await followed(() => expect(live.snapshot()?.screenings).toHaveLength(1));
    unsubscribe();
  });

  it("include in the child's copy a screening that the other tab saves between two reads", async () => {
    const { unit, other } = await openTwoTabs();
    const child = await unit.createChild(childFields(), AUTHOR, NOW);
    await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    await followed(() => expect(other.snapshot().children[0]?.screeningCount).toBe(1));
    const later = new Date(NOW.getTime() + 2);
    const { readMany } = StoredRecords.prototype;
    const reading = vi.spyOn(StoredRecords.prototype, 'readMany');
    onTestFinished(() => reading.mockRestore());
    let newest: string | null = null;
    // The child's screenings are already listed; its documents are read next.
    reading.mockImplementation(async function (this: StoredRecords, ids) {
      if (newest === null && ids.length > 1) {
        newest = '';
        newest = (await other.saveScreening(child._id, screeningOf(child), AUTHOR, later))._id;
      }
      return readMany.call(this, ids);
    });
    const between = new Date(NOW.getTime() + 1);
    await unit.saveScreening(child._id, screeningOf(child), AUTHOR, between);
    const file = await unit.readChildFile(child._id);
    expect(file?.screenings).toHaveLength(3);
    expect(newest).not.toBeNull();
    expect(file?.child.lastScreening).toBe(newest);
  });

  it('lose nothing when both repeatedly write to the same child at the same moment', async () => {
    const { unit, other } = await openTwoTabs();
    const child = await unit.createChild(childFields(), AUTHOR, NOW);
    await followed(() => expect(other.snapshot().children).toHaveLength(1));
    const rounds = 12;
    for (let round = 0; round < rounds; round += 1) {
      const height = String(68 + round / 10);
      await Promise.all([
        unit.saveScreening(
          child._id,
          screeningOf(child, { height }),
          AUTHOR,
          new Date(NOW.getTime() + round),
        ),
        other.saveScreening(
          child._id,
          screeningOf(child, { height, muac: '12' }),
          AUTHOR,
          new Date(NOW.getTime() + round),
        ),
      ]);
    }
    const file = await unit.readChildFile(child._id);
    expect(file?.screenings).toHaveLength(2 * rounds);
    expect(file?.child.lastScreening).toBe(file?.screenings[0]?._id);
    await followed(() => expect(other.snapshot().children[0]?.screeningCount).toBe(2 * rounds));
    const firsts = file?.screenings.filter(({ actions }) => actions.includes('RED_START'));
    expect(firsts?.map(({ _id }) => _id)).toEqual([file?.screenings.at(-1)?._id]);
  });
});
