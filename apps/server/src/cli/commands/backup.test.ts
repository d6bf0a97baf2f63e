import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { describe, expect, it } from 'vitest';
import { aDataFolder, contentOf } from '../../backup/testing/a-data-folder.ts';
import { addToErasedFile } from '../../erased/erased-file.ts';
import { aStockPouch } from '../../gateway/testing/stock-pouch.ts';
import { aFolder } from '../../testing/test-app.ts';
import { aServerProcess } from '../testing/processes.ts';
import { addSynchroniser, childOfTest, epochOf, push } from '../testing/synchroniser.ts';
import { typed } from '../testing/typed.ts';

const COBAN = 'unit_coban_stake_gtm';

describe('crece backup and restore', { timeout: 120_000 }, () => {
  it('bring a running server back on another folder, and phones give back what came after', async () => {
    const dataDir = aFolder();
    await addSynchroniser(dataDir);
    const pouch = aStockPouch();
    const first = await aServerProcess(dataDir);
    const epoch = await epochOf(first);
    await pouch.put({ ...childOfTest(1) });
    expect(await push(first, pouch)).toBe(1);
    const file = join(aFolder(), 'crece.backup');
    expect(await typed(dataDir, ['backup', file])).toMatchObject({ exitCode: 0, out: '' });
    await pouch.put({ ...childOfTest(2) });
    expect(await push(first, pouch)).toBe(1);
    await first.kill();
    rmSync(dataDir, { recursive: true });

    const fresh = join(aFolder(), 'data');
    const { exitCode, said } = await typed(dataDir, ['restore', file, fresh]);
    expect(exitCode).toBe(0);
    expect(said[0]).toMatch(
      /^Backup of \d{4}-.* by Crece [\d.]+: 1 units, 1 children, 1 accounts\.$/,
    );
    const second = await aServerProcess(fresh);
    expect(await epochOf(second)).not.toBe(epoch);
    expect(await push(second, pouch)).toBe(1);
    expect(await push(second, pouch)).toBe(0);
  });

  it('tell whose rights and passwords were changed since, as far as the newer folder can be read', async () => {
    const dataDir = await aDataFolder();
    const file = join(aFolder(), 'crece.backup');
    // As a server leaves it that has erased nobody.
    await addToErasedFile(dataDir, new Map());
    await typed(dataDir, ['backup', file]);
    const quiet = await typed(dataDir, ['restore', file, join(aFolder(), 'data')]);
    expect(quiet.said).toHaveLength(2);
    await typed(dataDir, ['user', 'role', 'ana', '-sync']);
    await typed(dataDir, ['user', 'password', 'ana', '--password-stdin'], 'Trigo/Luna-91\n');
    const told = await typed(dataDir, ['restore', file, join(aFolder(), 'data')]);
    expect(told.said.slice(1, -1)).toEqual([
      `Accounts that were changed in ${dataDir} since then:`,
      '  ana may again what it might then (sync user), no longer user, and has its password of then',
    ]);
    writeFileSync(join(dataDir, 'databases/system.sqlite'), 'this is no database but noise');
    const broken = await typed(dataDir, ['restore', file, join(aFolder(), 'data')]);
    expect([broken.exitCode, broken.said[1]]).toEqual([
      0,
      expect.stringContaining('Which accounts were changed since then cannot be told: '),
    ]);
  });

  it('put one unit back, but not below a server that runs', async () => {
    const dataDir = await aDataFolder();
    const file = join(aFolder(), 'crece.backup');
    await typed(dataDir, ['backup', file]);
    const before = await contentOf(dataDir, COBAN);
    rmSync(join(dataDir, 'databases/units/coban_stake_gtm.sqlite'));
    const server = await aServerProcess(dataDir);
    const unit = ['restore', file, '--unit', 'coban_stake_gtm'];
    expect(await typed(dataDir, unit)).toMatchObject({
      exitCode: 1,
      said: [`Stop the server of ${dataDir} first: it has the unit open.`],
    });
    await server.stop();
    expect(await typed(dataDir, unit)).toMatchObject({ exitCode: 0 });
    expect(await contentOf(dataDir, COBAN)).toEqual(before);
  });
});

describe('crece backup into a folder', () => {
  it("the line of systemd's service makes an encrypted backup in its folder", async () => {
    const dataDir = await aDataFolder();
    const [folder, recipient] = [aFolder(), await identityToRecipient(await generateIdentity())];
    const unit = new URL('../../../../../deploy/crece-backup.service', import.meta.url);
    const line = /^ExecStart=\S+ \S+\/cli\/main\.ts (.+)$/m.exec(readFileSync(unit, 'utf8'))?.[1];
    const args = (line ?? '')
      .replace('/mnt/crece-backups', folder)
      .replace(/\$\{CRECE_BACKUP_RECIPIENTS\}/, recipient)
      .split(' ');
    expect(await typed(dataDir, args)).toMatchObject({ exitCode: 0 });
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.backup\.age$/)]);
  });

  it('names the file after its time, encrypts it, and removes what the rule no longer keeps', async () => {
    const dataDir = await aDataFolder();
    const folder = aFolder();
    const identity = await generateIdentity();
    for (let night = 1; night <= 5; night += 1) {
      writeFileSync(join(folder, `crece-2020-01-0${night}-020000.backup`), 'an old one');
    }
    const options = ['--recipient', await identityToRecipient(identity), '--keep', '2d,0w,0m'];
    const { exitCode, said } = await typed(dataDir, ['backup', folder, ...options]);
    expect({ exitCode, said }).toMatchObject({
      exitCode: 0,
      said: [expect.stringContaining('2 units, 80 children, 1 accounts; 3 older backups removed.')],
    });
    const names = readdirSync(folder).sort();
    expect(names.slice(0, 2)).toEqual([
      'crece-2020-01-04-020000.backup',
      'crece-2020-01-05-020000.backup',
    ]);
    expect(names[2]).toMatch(/^crece-\d{4}-\d{2}-\d{2}-\d{6}\.backup\.age$/);
    expect(statSync(join(folder, names[2] ?? '')).mode & 0o777).toBe(0o600);
    const key = join(aFolder(), 'key.txt');
    writeFileSync(key, `# created today\n${identity}\n`);
    const dir = join(aFolder(), 'data');
    const restore = ['restore', join(folder, names[2] ?? ''), dir, '--identity', key];
    expect(await typed(dataDir, restore)).toMatchObject({ exitCode: 0 });
    expect(await contentOf(dir, COBAN)).toHaveLength(40);
  });
});

describe('a mistyped crece backup or restore', () => {
  it.each([
    [['backup'], 'backup needs one file to make'],
    [['backup', 'a', 'b'], 'backup needs one file to make'],
    [['backup', 'a', '--keep', '7'], '--keep is days, weeks and months'],
    [['backup', 'a', '--keep', '7d,4w,12m'], '--keep needs a folder'],
    [['backup', 'a', '--recipient', 'age1x', '--passphrase-file', 'b'], 'exclude each other'],
    [['restore', 'a'], 'restore needs the file and an empty folder'],
    [['restore', 'a', 'b', '--unit', 'c'], 'restore needs the file and an empty folder'],
    [['restore', 'a', '--unit', 'c', '--couchdb'], 'restore needs the file and an empty folder'],
    [['restore', 'a', 'b', '--identity', 'c', '--passphrase-file', 'd'], 'exclude each other'],
    [['backup', 'a', '--force'], "Unknown option '--force'"],
  ])('a mistyped crece backup or restore is told how: %s', async (args, sentence) => {
    const { exitCode, said } = await typed(aFolder(), args);
    expect([exitCode, said.join('\n')]).toEqual([2, expect.stringContaining(sentence)]);
  });

  it('names a passphrase file that is not there', async () => {
    const { exitCode, said } = await typed(aFolder(), ['backup', 'a', '--passphrase-file', 'none']);
    expect([exitCode, said[0]]).toEqual([1, expect.stringContaining('none cannot be read')]);
  });
});
