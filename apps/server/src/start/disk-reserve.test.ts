import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aGateway } from '../gateway/testing/a-gateway.ts';
import { carried, childOf, pushBody } from '../gateway/write/testing/carried.ts';
import { aFolder } from '../testing/test-app.ts';
import { giveUpReserve, keepReserve } from './disk-reserve.ts';

const MEGABYTE = 1_048_576;
const GIGABYTE = 1_024 * MEGABYTE;

describe('the reserve of a disk', () => {
  it('is kept once where there is room enough, for its owner alone', async () => {
    const dataDir = aFolder();
    await keepReserve(dataDir, GIGABYTE - 1);
    expect(readdirSync(dataDir)).toEqual([]);
    await keepReserve(dataDir, GIGABYTE);
    const { size, mode, ino } = statSync(join(dataDir, 'reserve'));
    expect([size, mode & 0o777]).toEqual([32 * MEGABYTE, 0o600]);
    await keepReserve(dataDir, 10 * GIGABYTE);
    expect(statSync(join(dataDir, 'reserve')).ino).toBe(ino);
    expect(readdirSync(dataDir)).toEqual(['reserve']);
  });

  it.each([
    [24 * MEGABYTE, false],
    [24 * MEGABYTE - 1, true],
    [0, true],
  ])('is given up at a start with %s bytes free: %s', (free, isGivenUp) => {
    const dataDir = aFolder();
    expect(giveUpReserve(dataDir, free)).toBe(false);
    writeFileSync(join(dataDir, 'reserve'), 'a reserve');
    expect(giveUpReserve(dataDir, free)).toBe(isGivenUp);
    expect(existsSync(join(dataDir, 'reserve'))).toBe(!isGivenUp);
  });
});

describe('a server whose disk is full', () => {
  it('refuses records of phones for a while, goes on reading, and takes them when there is room', async () => {
    const gateway = await aGateway();
    const { services } = gateway.app;
    const push = (place: number) =>
      gateway.post('/_bulk_docs', pushBody([carried(childOf(place), ['a'])]));
    expect((await push(1)).status).toBe(201);
    services.hasRoom = () => false;
    const refused = await push(2);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await refused.json()).toMatchObject({ reason: 'unavailable' });
    const changes = (await (await gateway.ask('/_changes')).json()) as { results: object[] };
    expect(changes.results).toHaveLength(1);
    services.hasRoom = () => true;
    expect((await push(2)).status).toBe(201);
  });
});

describe.runIf(process.env['CRECE_DEEP'] === '1')('a disk without a byte free', () => {
  it('is started on and read from with its reserve, and told in a sentence without one', () => {
    // A file system in memory of its own, in a name space where everybody may mount one.
    const script = join(import.meta.dirname, 'testing', 'on-a-full-disk.ts');
    const folder = aFolder();
    const mounted = `mount -t tmpfs -o size=60m none "$1" && exec "$0" "$2" "$1"`;
    const args = ['--user', '--map-root-user', '--mount', 'sh', '-c', mounted];
    const out = execFileSync('unshare', [...args, process.execPath, folder, script], {
      encoding: 'utf8',
    });
    const told = JSON.parse(out) as {
      withReserve: Record<string, number>;
      halves: string[];
      without: string;
    };
    expect(told.withReserve).toEqual({
      health: 200,
      ready: 503,
      users: 200,
      signIn: 200,
      push: 503,
      picture: 503,
    });
    expect(told.halves).toEqual([]);
    expect(told.without).toMatch(
      /^The data folder .+ cannot be used: .+ Its disk is full: make room\.\n$/,
    );
  });
});
