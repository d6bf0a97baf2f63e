import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aFolder } from '../testing/test-app.ts';
import { isFileName, mediaTypeOf } from './file-names.ts';
import { KeptFile } from './kept-file.ts';

function folders() {
  const parent = aFolder();
  const folder = join(parent, 'job');
  mkdirSync(folder);
  return { folder, filesFolder: join(parent, 'reports') };
}
const ROOM = { freeBytes: 0, keptBytes: 1_000 };

describe('KeptFile', () => {
  it('stands among the finished files only when it is complete', async () => {
    const where = folders();
    const file = await KeptFile.begin('sup_stake_a_1.csv', where);
    await file.write('niña,');
    await file.write(new Uint8Array([49, 10]));
    expect(readdirSync(where.filesFolder)).toEqual([]);
    expect(readdirSync(where.folder)).toEqual(['sup_stake_a_1.csv.part']);
    expect(await file.finish()).toEqual({ name: 'sup_stake_a_1.csv', bytes: 8 });
    expect(readFileSync(join(where.filesFolder, 'sup_stake_a_1.csv'), 'utf8')).toBe('niña,1\n');
    expect(readdirSync(where.folder)).toEqual([]);
  });

  it('leaves nothing when it is given up', async () => {
    const where = folders();
    const file = await KeptFile.begin('a.csv', where);
    await file.write('x'.repeat(300_000));
    await file.discard();
    expect([...readdirSync(where.folder), ...readdirSync(where.filesFolder)]).toEqual([]);
  });

  it('is not begun where less than the room asked for is free', async () => {
    const limits = { ...ROOM, freeBytes: Number.MAX_SAFE_INTEGER };
    await expect(KeptFile.begin('a.csv', folders(), limits)).rejects.toThrow('disk-full');
  });

  it('is begun at the last byte of what files may take up, and not beyond it', async () => {
    const where = folders();
    mkdirSync(where.filesFolder);
    writeFileSync(join(where.filesFolder, 'old.csv'), 'x'.repeat(1_000));
    await (await KeptFile.begin('a.csv', where, ROOM)).discard();
    writeFileSync(join(where.filesFolder, 'older.csv'), 'x');
    await expect(KeptFile.begin('b.csv', where, ROOM)).rejects.toThrow('quota');
  });

  it('says that the disk is full when a write finds no room', async () => {
    const where = folders();
    // Every write to this device finds no room left.
    symlinkSync('/dev/full', join(where.folder, 'a.csv.part'));
    const file = await KeptFile.begin('a.csv', where);
    await expect(file.write('x'.repeat(300_000))).rejects.toThrow('disk-full');
    await file.discard();
  });
});

describe('isFileName', () => {
  it.each([
    '../secret.csv',
    'a/b.csv',
    'a\\b.csv',
    '.csv',
    '-a.csv',
    'a.csv.part',
    'a.b.csv',
    'a.exe',
    'a.csv\0',
    'a.csv\n',
    '%2e%2e.csv',
    'é.csv',
    `${'a'.repeat(201)}.csv`,
    '',
  ])('takes no %j', (name) => expect(isFileName(name)).toBe(false));

  it('takes what reports are called', () => {
    const name = 'all_country_GTM_20260228-1504_k3f09z.xlsx';
    expect([isFileName(name), isFileName(`${'a'.repeat(200)}.csv`)]).toEqual([true, true]);
    expect(mediaTypeOf(name)).toContain('spreadsheetml');
  });
});
