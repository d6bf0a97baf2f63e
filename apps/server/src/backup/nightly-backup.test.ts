import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { soon } from '../testing/soon.ts';
import { aFolder } from '../testing/test-app.ts';
import { isBackupDue, NightlyBackup, type NightlyOptions } from './nightly-backup.ts';
import { verifyBackup } from './read-backup.ts';
import { aDataFolder } from './testing/a-data-folder.ts';

const NOW = new Date('2026-06-10T12:00:00.000Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

describe('a nightly backup', () => {
  it.each([
    ['at once where there is none', [], 12, true],
    ['at night a day after the last', [hoursAgo(20)], 1, true],
    ['not before the night has begun', [hoursAgo(20)], 0, false],
    ['not after the night has ended', [hoursAgo(20)], 5, false],
    ['not twice in one night', [hoursAgo(19.9)], 4, false],
    ['by day when the last night had none', [hoursAgo(26)], 12, true],
    ['not by day when the last night had one', [hoursAgo(25.9)], 12, false],
    ['at night when the last one lies ahead, because a clock was wrong', [hoursAgo(-900)], 2, true],
    ['not by day for that', [hoursAgo(-900)], 12, false],
    ['not again within an hour of a clock set back', [hoursAgo(-1)], 2, false],
    ['once a night only beside one that lies ahead', [hoursAgo(-900), hoursAgo(0.2)], 2, false],
    ['each night beside one that lies ahead', [hoursAgo(-900), hoursAgo(24)], 2, true],
  ])('a nightly backup is made %s', (_when, times, hour, isDue) => {
    expect(isBackupDue(times, NOW, hour)).toBe(isDue);
  });
});

async function open(different: Partial<NightlyOptions> = {}) {
  const folder = join(aFolder(), 'backups');
  const log = { info: vi.fn(), error: vi.fn() };
  const keep = { days: 1, weeks: 0, months: 0 };
  const dataDir = different.dataDir ?? (await aDataFolder());
  const clock = () => NOW;
  const nightly = new NightlyBackup({
    ...{ dataDir, folder, recipients: [], keep, clock, log },
    ...different,
  });
  return { nightly, folder: different.folder ?? folder, log, dataDir };
}

describe('the server', () => {
  it('makes one in the folder for its recipients, and drops what the rule no longer keeps', async () => {
    const identity = await generateIdentity();
    const recipients = [await identityToRecipient(identity)];
    const { nightly, folder, log } = await open({ recipients });
    await nightly.look();
    const name = 'crece-2026-06-10-120000.backup.age';
    expect(readdirSync(folder)).toEqual([name]);
    const manifest = await verifyBackup(join(folder, name), { identities: [identity] });
    expect(manifest.madeAt).toBe(NOW.toISOString());
    expect(log.info.mock.calls).toEqual([
      [expect.objectContaining({ units: 2, children: 80, dropped: 0 }), 'a backup was made'],
    ]);
    for (const day of ['01', '02', '03', '04']) {
      writeFileSync(join(folder, `crece-2026-06-${day}-020000.backup`), '');
    }
    // Not due again, so nothing is dropped either.
    await nightly.look();
    expect(readdirSync(folder)).toHaveLength(5);
    const next = await open({ clock: () => new Date('2026-06-11T18:00:00.000Z'), folder });
    await next.nightly.look();
    expect(readdirSync(folder).sort()).toEqual([
      'crece-2026-06-04-020000.backup',
      name,
      'crece-2026-06-11-180000.backup',
    ]);
  });

  it('says in its log why none was made, and goes on', async () => {
    const dataDir = aFolder();
    const { nightly, folder, log } = await open({ dataDir });
    await nightly.look();
    expect(readdirSync(folder)).toEqual([]);
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        reason: `${dataDir} holds no databases of Crece: name it with CRECE_DATA_DIR.`,
      }),
      'the backup of this night failed',
    );
  });

  it('says so of a folder that cannot be used, too', async () => {
    const folder = join(aFolder(), 'a-file');
    writeFileSync(folder, '');
    const { nightly, log } = await open({ folder });
    await nightly.look();
    const reason: unknown = expect.stringMatching(/^CRECE_BACKUP_DIR cannot be used: .+a-file/);
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ reason }),
      'the backup of this night failed',
    );
  });

  it('is not waited for when the server stops: it ends, leaves nothing, and is made after the next start', async () => {
    const { nightly, folder, log, dataDir } = await open();
    void nightly.look();
    await soon(async () => expect(readdirSync(folder)).not.toEqual([]));
    await nightly.stop();
    expect(readdirSync(folder)).toEqual([]);
    expect([log.info.mock.calls, log.error.mock.calls]).toEqual([[], []]);
    await (await open({ dataDir, folder })).nightly.look();
    expect(readdirSync(folder)).toEqual(['crece-2026-06-10-120000.backup']);
  });
});

describe('the time of the server’s backups', () => {
  it('is looked at a minute after the start, then every ten minutes, and no more after a stop', async () => {
    const { nightly } = await open();
    const looks = vi.spyOn(nightly, 'look').mockResolvedValue();
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    nightly.start();
    nightly.start();
    vi.advanceTimersByTime(59_999);
    expect(looks).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(looks).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(9 * 60_000);
    expect(looks).toHaveBeenCalledTimes(2);
    await nightly.stop();
    vi.advanceTimersByTime(60 * 60_000);
    expect(looks).toHaveBeenCalledTimes(2);
  });
});
