import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aFolder } from '../testing/test-app.ts';
import { createPictureFiles } from './picture-files.ts';

const WEBP = Buffer.from('a picture');

describe('createPictureFiles', () => {
  it('stores a picture, readable by the server’s user only, under a random name', async () => {
    const folder = join(aFolder(), 'pictures');
    const files = createPictureFiles(folder);
    const [one, other] = [await files.add(WEBP), await files.add(WEBP)];
    expect(one).toMatch(/^\/api\/pictures\/[A-Za-z0-9_-]{22}\.webp$/);
    expect(other).not.toBe(one);
    const names = readdirSync(folder);
    expect(names).toHaveLength(2);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, names[0] ?? '')).mode & 0o777).toBe(0o600);
    expect(await files.read(one.replace('/api/pictures/', ''))).toEqual(WEBP);
  });

  it('answers null for a picture that does not exist', async () => {
    const files = createPictureFiles(join(aFolder(), 'pictures'));
    expect(await files.read(`${'a'.repeat(22)}.webp`)).toBeNull();
  });

  it('removes the picture of a path; repeating this is harmless', async () => {
    const folder = aFolder();
    const files = createPictureFiles(folder);
    const path = await files.add(WEBP);
    await files.remove(path);
    await files.remove(path);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('reads and removes nothing under an invalid name', async () => {
    const folder = join(aFolder(), 'pictures');
    const files = createPictureFiles(folder);
    await files.add(WEBP);
    writeFileSync(join(folder, '..', 'secret.webp'), 'secret');
    const names = [
      '../secret.webp',
      '..%2fsecret.webp',
      `..${'/'.repeat(11)}secret.webp`,
      `${'a'.repeat(21)}.webp`,
      `${'a'.repeat(23)}.webp`,
      `${'a'.repeat(22)}.webp\n`,
      `${'a'.repeat(22)}.png`,
      '',
    ];
    for (const name of names) {
      expect(await files.read(name), name).toBeNull();
      await files.remove(`/api/pictures/${name}`);
      await files.remove(name);
    }
    await files.remove(null);
    await files.remove('https://elsewhere.example/picture.webp');
    expect(readdirSync(folder)).toHaveLength(1);
    expect(readdirSync(join(folder, '..')).sort()).toEqual(['pictures', 'secret.webp']);
  });
});
