import { describe, expect, it } from 'vitest';
import {
  aPhone,
  freshUnit,
  type SyncPhone,
  serverLeaves,
  useServer,
} from '../../testing/node/sync-world.ts';

const server = useServer();

/** Three phones of one unit: Ana and Carla synchronise, Berta has been offline since. */
interface Team {
  ana: SyncPhone;
  berta: SyncPhone;
  carla: SyncPhone;
}

/** A team that has synchronised once. `others`: the server address used by Berta and Carla. */
async function aTeam(others = server.current.url): Promise<Team> {
  const unit = freshUnit();
  const ana = await aPhone(server.current, { stakeDB: unit });
  await ana.addChildren(3);
  await ana.complete();
  const there = { ...server.current, url: others };
  const [berta, carla] = [
    await aPhone(there, { stakeDB: unit }),
    await aPhone(there, { stakeDB: unit }),
  ];
  for (const phone of [berta, carla]) await phone.complete();
  return { ana, berta, carla };
}

/** Records that the server gets after the backup, and that Carla receives. */
async function afterTheCopy({ ana, carla }: Team): Promise<void> {
  await ana.addChildren(5);
  await ana.complete();
  await carla.complete();
}

/**
 * Berta, who saved `saved` records meanwhile, synchronises first, then the others once each; fails
 * if any record is missing.
 */
async function expectNothingMissing({ ana, berta, carla }: Team, saved: number): Promise<void> {
  await berta.addChildren(saved);
  for (const phone of [berta, ana, carla]) await phone.complete();
  const onServer = await serverLeaves(server.current, ana.stakeDB);
  expect(onServer.size).toBe(3 + 5 + saved);
  expect(await ana.leaves()).toEqual(onServer);
  expect(await carla.leaves()).toEqual(onServer);
  await berta.complete();
  expect(await berta.leaves()).toEqual(onServer);
  for (const { unit } of [ana, berta, carla]) expect(unit.snapshot().pending).toBe(0);
}

/** Number of new histories, counted in the server's log. */
function renewals(): number {
  return server.current.output().split('a new history: phones check').length - 1;
}

describe('a server started on an old backup without notice', () => {
  it('misses no record, whatever others wrote before the phone that had sent more comes back', async () => {
    const teams = [await aTeam(), await aTeam(), await aTeam()];
    const copy = server.current.backUp();
    for (const team of teams) await afterTheCopy(team);
    await server.current.kill();
    server.current.restore(copy);
    await server.current.start();
    const before = renewals();
    // Fewer sequences than were lost, exactly as many, and more.
    for (const [place, saved] of [0, 5, 12].entries()) {
      const team = teams[place];
      if (team !== undefined) await expectNothingMissing(team, saved);
    }
    // Three units were restored at once: one new history.
    expect(renewals()).toBe(before + 1);
  });

  it('misses no record when the file of one unit was restored', async () => {
    const team = await aTeam();
    const copy = server.current.backUp();
    await afterTheCopy(team);
    await server.current.kill();
    for (const suffix of ['', '-wal', '-shm']) {
      server.current.restore(copy, `databases/units/${team.ana.stakeDB}.sqlite${suffix}`);
    }
    await server.current.start();
    await expectNothingMissing(team, 12);
  });

  it('misses no record with two server processes', async () => {
    const team = await aTeam(await server.current.startSecond());
    const copy = server.current.backUp();
    await afterTheCopy(team);
    await server.current.kill();
    server.current.restore(copy);
    await Promise.all([server.current.start(), server.current.startSecond()]);
    await expectNothingMissing(team, 12);
  });
});

describe('a mark older than those that the server keeps', () => {
  it('makes the phone offer everything again and read the whole feed, once', async () => {
    let isOld = false;
    const luis = await aPhone(server.current, {
      stakeDB: freshUnit(),
      async fetch(input, init) {
        const answer = await fetch(input, init);
        if (!isOld || !answer.ok || String(input).endsWith('/sync/')) return answer;
        isOld = false;
        const headers = new Headers(answer.headers);
        headers.set('x-crece-check', '1');
        return new Response(answer.body, { status: answer.status, headers });
      },
    });
    await luis.addChildren(3);
    await luis.complete();
    const { stamp } = luis.unit.snapshot().sync;
    const begun = luis.proxy.requests.length;
    await luis.complete();
    const paths = (from: number): string[] => luis.asked().slice(from);
    expect(paths(begun)).not.toContain('POST /db/_revs_diff');

    isOld = true;
    const second = luis.proxy.requests.length;
    expect(await luis.complete()).toMatchObject({ sent: 0, pending: 0 });
    expect(paths(second)).toContain('POST /db/_revs_diff');
    expect(luis.proxy.requests.slice(second).map(({ path }) => path)).toContainEqual(
      expect.stringContaining('since=0&'),
    );
    expect(luis.unit.snapshot().sync.stamp?.epoch).toBe(stamp?.epoch);
    const third = luis.proxy.requests.length;
    await luis.complete();
    expect(paths(third)).not.toContain('POST /db/_revs_diff');
  });
});
