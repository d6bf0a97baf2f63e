import { deep } from '../support/deep.ts';
import { expect, test } from '../support/fixtures.ts';
import { openCrowd } from '../torture/phones.ts';
import { UNIT } from '../torture/scene.ts';
import { serverLeaves, type TortureReport, torture } from '../torture/torture.ts';
import { startUnitServer, type UnitServer } from '../torture/unit-server.ts';

// Several phones type and synchronise with a real server under faults: the network breaks,
// responses are lost, the server is killed, sign-in pages, proxies and caches answer instead of it,
// roles change, applications crash, and clocks are wrong by hours or years. `npm run torture` does
// the same for longer and with other seeds.

test.describe.configure({ timeout: 300_000 });

/** Enough for a snapshot that can be cut in the middle, at about this many bytes. */
const RECORDS = 4_000;
const COMPRESSED_PART = 100_000;

let server: UnitServer;
test.beforeEach(async () => {
  server = await startUnitServer();
});
test.afterEach(async () => {
  await server.stop();
});

async function run(
  seed: number,
  turns: number,
  browser: Parameters<typeof openCrowd>[1],
): Promise<TortureReport> {
  const crowd = await openCrowd(server, browser);
  try {
    const report = await torture({ seed, turns, server, phones: crowd.phones, acted: crowd.acted });
    test.info().annotations.push({ type: 'torture', description: JSON.stringify(report) });
    return report;
  } finally {
    await crowd.close();
  }
}

test('four phones in Node and two in Chromium lose nothing, reach the same state and stop writing', async ({
  browser,
}) => {
  const report = await run(20_261, deep(60, 24), browser);
  expect(report.wrong).toEqual([]);
  // A run without faults would prove nothing.
  expect(report.kept).toBeGreaterThan(deep(60, 15));
  expect(report.records).toBeGreaterThan(deep(20, 8));
  expect(report.erasures).toBeGreaterThan(0);
  expect(report.moves).toBeGreaterThan(0);
  expect(Object.keys(report.faults).length).toBeGreaterThan(deep(5, 2));
});

test('the same seed gives the same final revisions', { tag: '@deep' }, async ({ browser }) => {
  const first = await run(77, 24, browser);
  await server.stop();
  server = await startUnitServer();
  const second = await run(77, 24, browser);
  expect(first.wrong).toEqual([]);
  expect(second).toEqual(first);
});

test('a server restored from a backup made during a push receives everything again', {
  tag: '@deep',
}, async () => {
  const crowd = await openCrowd(server, null);
  const [one, two] = crowd.phones;
  if (one === undefined || two === undefined) throw new Error('no phones');
  const kept = [];
  const register = async (phone: typeof one, from: number, to: number) => {
    for (let index = from; index < to; index += 1) {
      crowd.acted();
      kept.push(
        ...(await phone.act(
          { kind: 'create-child', name: `Child ${index}`, birthDate: '2024-06-01', isGirl: true },
          index,
        )),
      );
    }
  };
  try {
    await register(one, 0, 5);
    expect(await one.sync()).toMatchObject({ kind: 'complete' });
    await register(one, 5, 10);
    let backup = '';
    let batches = 0;
    one.proxy.plan(({ path }) => {
      if (!path.includes('_bulk_docs') || batches > 0) return undefined;
      batches += 1;
      return {
        kind: 'first',
        act: async () => {
          backup = await server.backup();
        },
      };
    });
    expect(await one.sync()).toMatchObject({ kind: 'complete' });
    one.proxy.plan();
    expect(await two.sync()).toMatchObject({ kind: 'complete' });
    await register(two, 10, 12);
    expect(await two.sync()).toMatchObject({ kind: 'complete' });

    await server.restoreUnit(backup, UNIT);
    expect(await serverLeaves(server, one.member)).toHaveLength(5);
    await register(one, 12, 13);
    for (const phone of [one, two, one])
      expect(await phone.sync()).toMatchObject({ kind: 'complete' });
    const leaves = await serverLeaves(server, one.member);
    expect(leaves).toHaveLength(13);
    for (const phone of [one, two]) {
      expect(await phone.leaves()).toEqual(leaves);
      expect(await phone.pending()).toBe(0);
    }
  } finally {
    await crowd.close();
  }
});

test('a person types during a first download that is cut and continues with a newer state', {
  tag: '@deep',
}, async ({ browser }) => {
  await server.stop();
  server = await startUnitServer({ records: RECORDS });
  const crowd = await openCrowd(server, browser);
  const [one] = crowd.phones;
  const page = crowd.phones.at(-1);
  if (one === undefined || page === undefined) throw new Error('no phones');
  let acts = 0;
  const register = (phone: typeof one, name: string) => {
    crowd.acted();
    acts += 1;
    return phone.act({ kind: 'create-child', name, birthDate: '2024-06-01', isGirl: false }, acts);
  };
  try {
    expect(await one.sync()).toMatchObject({ kind: 'complete' });
    let cuts = 0;
    page.proxy.plan(({ path }) => {
      if (!path.includes('_snapshot') || cuts > 1) return undefined;
      cuts += 1;
      return cuts === 1
        ? { kind: 'cut-answer', after: COMPRESSED_PART }
        : {
            kind: 'first',
            act: async () => {
              // The snapshot continues with others' changes, and a person types here.
              await register(one, 'Meanwhile on the server');
              await one.act({ kind: 'edit-child', pick: 0, field: 'phone', value: '7' }, 77);
              expect(await one.sync()).toMatchObject({ kind: 'complete' });
              await register(page, 'Meanwhile on the page');
            },
          };
    });
    const typed = await register(page, 'Typed before the download');
    expect(await page.sync()).toMatchObject({ kind: 'complete' });
    page.proxy.plan();
    expect(cuts).toBe(2);
    for (const phone of [page, one]) {
      expect(await phone.sync()).toMatchObject({ kind: 'complete' });
    }
    const leaves = await serverLeaves(server, one.member);
    expect(leaves).toHaveLength(RECORDS + 3);
    expect(leaves.map(([id]) => id)).toContain(typed[0]?.id);
    expect(await page.leaves()).toEqual(leaves);
    expect(await one.leaves()).toEqual(leaves);
    expect(await page.pending()).toBe(0);
  } finally {
    await crowd.close();
  }
});
