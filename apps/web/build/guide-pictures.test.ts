import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LANGUAGES } from '@crece/messages';
import sharp from 'sharp';
import { expect, it } from 'vitest';

const WEB = resolve(import.meta.dirname, '..');
const FOLDER = join(WEB, 'public/guide');
const MOST_BYTES = 400 * 1024;

// Read as text: its keys have types only beside the application's sentences.
const contents = readFileSync(join(WEB, 'src/features/guide/contents.ts'), 'utf8');
const wanted = [...contents.matchAll(/picture: 'guide\.picture\.(\w+)'/g)]
  .map(([, id]) => `${id}.webp`)
  .sort();
const [, width, height] = /PICTURE = \{ width: (\d+), height: (\d+) \}/.exec(contents) ?? [];
const size = { width: Number(width), height: Number(height) };

it.each(LANGUAGES)('each picture of the guide is there in %s, in its size', async (language) => {
  expect(wanted.length).toBeGreaterThan(5);
  expect(readdirSync(join(FOLDER, language)).sort()).toEqual(wanted);
  for (const name of wanted) {
    const found = await sharp(join(FOLDER, language, name)).metadata();
    expect({ name, ...found }).toMatchObject({ name, format: 'webp', ...size });
  }
});

it('the pictures of the guide have 400 KB together, and no device keeps them', () => {
  const bytes = LANGUAGES.flatMap((language) =>
    wanted.map((name) => statSync(join(FOLDER, language, name)).size),
  ).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
  const config = readFileSync(join(WEB, 'vite.config.ts'), 'utf8');
  expect(config).toContain("globPatterns: ['**/*.{html,js,css,svg,png,bin}']");
});
