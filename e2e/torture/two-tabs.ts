import type { Page } from '@playwright/test';
import type { ServerProcess } from '../support/server-process.ts';
import type { Act } from './acts.ts';
import type { Revision } from './driver.ts';
import { openDriver } from './page-phone.ts';
import { faultsOf, inspect, ProfilePhone } from './profile-phone.ts';
import { clockOf } from './scene.ts';

interface Options {
  seed: number;
  /** Writes of each tab. */
  writes: number;
  server: ServerProcess;
}

interface TabsReport {
  /** Revisions that each tab was told are saved. */
  acknowledged: number[];
  /** Records at the end. */
  records: number;
  wrong: string[];
}

/** Every fifth act of a tab screens the child that both tabs screen. */
const SCREENS = 5;

/** Lets a tab act without a pause; returns what was acknowledged. */
function writeAll(tab: Page, label: string, seed: number, writes: number): Promise<Revision[]> {
  const acts = Array.from({ length: writes }, (_, index): Act => {
    const name = `${label} ${index}`;
    return index % SCREENS === SCREENS - 1
      ? { kind: 'screen', pick: 0, height: '68.5', weight: '7.1', muac: '12.9' }
      : { kind: 'create-child', name, birthDate: '2024-06-01', isGirl: index % 2 === 0 };
  });
  return tab.evaluate(
    async ([asked, from]) => {
      const revisions: Revision[] = [];
      for (const [index, act] of asked.entries()) {
        revisions.push(...((await window.torture.act?.(act, from + index)) ?? []));
      }
      return revisions;
    },
    [acts, seed] as const,
  );
}

/** Two tabs of one device write to one unit at the same time, on a profile on disk. */
export async function writeInTwoTabs({ seed, writes, server }: Options): Promise<TabsReport> {
  const phone = new ProfilePhone(server.url);
  try {
    const one = await phone.start();
    const other = await one.context().newPage();
    await other.goto(one.url());
    const now = clockOf(() => 0, 0)().getTime();
    // Both are tabs of one device, whose id the first one makes.
    await openDriver(one, { label: 'Tab1', token: '', now });
    await openDriver(other, { label: 'Tab1', token: '', now });
    const acknowledged = await Promise.all([
      writeAll(one, 'Ana', seed, writes),
      writeAll(other, 'Berta', seed + writes, writes),
    ]);
    const all = acknowledged.flat();
    const missing = await one.evaluate(
      async (asked) => (await window.torture.driver)?.missing(asked) ?? [],
      all,
    );
    const found = await inspect(await one.context().newPage());
    const wrong = faultsOf(found);
    if (missing.length > 0) wrong.push(`${missing.length} acknowledged revisions are not there`);
    const stored = new Set(found.records.map(({ _id }) => _id));
    const lost = all.filter(({ id }) => !stored.has(id));
    if (lost.length > 0) wrong.push(`${lost.length} acknowledged records are not there`);
    return {
      acknowledged: acknowledged.map(({ length }) => length),
      records: found.records.length,
      wrong,
    };
  } finally {
    await phone.close();
  }
}
