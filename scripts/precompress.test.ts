import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { precompress } from './precompress.ts';

describe('precompress', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'crece-dist-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (name: string, bytes: number) =>
    writeFileSync(join(folder, name), 'a'.repeat(bytes));
  const isCompressed = (name: string) =>
    ['.br', '.gz'].map((suffix) => existsSync(join(folder, name + suffix)));

  it('leaves 1,024 bytes uncompressed and compresses 1,025', async () => {
    write('small.js', 1024);
    write('large.js', 1025);
    expect(await precompress(folder)).toBe(1);
    expect(isCompressed('small.js')).toEqual([false, false]);
    expect(isCompressed('large.js')).toEqual([true, true]);
  });

  it('decompresses to the same bytes', async () => {
    write('app.css', 5000);
    await precompress(folder);
    const original = readFileSync(join(folder, 'app.css'));
    expect(brotliDecompressSync(readFileSync(join(folder, 'app.css.br')))).toEqual(original);
    expect(gunzipSync(readFileSync(join(folder, 'app.css.gz')))).toEqual(original);
  });

  it('compresses only text, and nothing twice', async () => {
    write('icon.png', 5000);
    write('index.html', 5000);
    expect(await precompress(folder)).toBe(1);
    expect(await precompress(folder)).toBe(1);
    expect(isCompressed('icon.png')).toEqual([false, false]);
    expect(isCompressed('index.html.br')).toEqual([false, false]);
  });
});
