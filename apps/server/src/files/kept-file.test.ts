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
  it('appears among the finished files only when it is complete', async () => {
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

  it('leaves nothing behind when it is discarded', async () => {
    const where = folders();
    const file = await KeptFile.begin('a.csv', where);
    await file.write('x'.repeat(300_000));
    await file.discard();
    expect([...readdirSync(where.folder), ...readdirSync(where.filesFolder)]).toEqual([]);
  });

  it('a file is refused if less disk space is free than required', async () => {
    const limits = { ...ROOM, freeBytes: Number.MAX_SAFE_INTEGER };
    await expect(KeptFile.begin('a.csv', folders(), limits)).rejects.toThrow('disk-full');
  });

  it('a file is accepted up to the last byte of the quota, and refused beyond it', async () => {
    const where = folders();
    mkdirSync(where.filesFolder);
    writeFileSync(join(where.filesFolder, 'old.csv'), 'x'.repeat(1_000));
    await (await KeptFile.begin('a.csv', where, ROOM)).discard();
    writeFileSync(join(where.filesFolder, 'older.csv'), 'x');
    await expect(KeptFile.begin('b.csv', where, ROOM)).rejects.toThrow('quota');
  });

  it('reports a full disk when a write finds no space', async () => {
    const where = folders();
    // Every write to this device fails with a full disk.
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
  ])('refuses %j', (name) => expect(isFileName(name)).toBe(false));

  it('accepts the names of reports', () => {
    const name = 'all_country_GTM_20260228-1504_k3f09z.xlsx';
    expect([isFileName(name), isFileName(`${'a'.repeat(200)}.csv`)]).toEqual([true, true]);
    expect(mediaTypeOf(name)).toContain('spreadsheetml');
  });
});
