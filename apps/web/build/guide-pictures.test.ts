import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LANGUAGES } from '@crece/messages';
import { expect, it } from 'vitest';
import sentences from '../src/features/guide/guide.en.json' with { type: 'json' };
import { PICTURE } from '../src/features/guide/picture-size.ts';

const WEB = resolve(import.meta.dirname, '..');
const FOLDER = join(WEB, 'public/guide');
const MOST_BYTES = 200 * 1024;

const OF_PICTURE = /^guide\.picture\.(\w+)$/;
const wanted = Object.keys(sentences)
  .flatMap((key) => OF_PICTURE.exec(key)?.[1] ?? [])
  .map((id) => `${id}.webp`)
  .sort();

it.each(LANGUAGES)('each picture of the guide is there in %s, in its size', (language) => {
  expect(readdirSync(join(FOLDER, language)).sort()).toEqual(wanted);
  for (const name of wanted) {
    // Read by hand: the server's picture code forbids its library every form but two, in this process too.
    const bytes = readFileSync(join(FOLDER, language, name));
    expect(bytes.toString('latin1', 8, 16)).toBe('WEBPVP8 ');
    const [width, height] = [26, 28].map((at) => bytes.readUInt16LE(at) % 0x40_00);
    expect({ name, width, height }).toEqual({ name, ...PICTURE });
  }
});

it.each(LANGUAGES)('the pictures of the guide have at most 200 KB together in %s', (language) => {
  const bytes = wanted
    .map((name) => statSync(join(FOLDER, language, name)).size)
    .reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
});

it('no device keeps the pictures of the guide', () => {
  const config = readFileSync(join(WEB, 'vite.config.ts'), 'utf8');
  expect(config).toContain("globPatterns: ['**/*.{html,js,css,svg,png,bin}']");
});
