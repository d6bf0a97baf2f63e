import { runInNewContext } from 'node:vm';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { pictureKind } from './picture-kind.ts';
import { MAX_PIXELS, reEncode } from './re-encode.ts';
import {
  aBomb,
  aGifScript,
  aJpegPage,
  aPicture,
  aSidewaysPhotograph,
  PAGE,
} from './testing/some-pictures.ts';

const KINDS = ['png', 'jpeg', 'gif', 'webp'] as const;

async function drawn(file: Buffer): Promise<Buffer> {
  const result = await reEncode(file);
  if (!result.ok) throw new Error(result.code);
  return result.webp;
}

/** Colour of one pixel, rounded to steps of 64, because encoders are not exact. */
async function colourAt(webp: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(webp)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data].map((part) => Math.round(part / 64));
}

const RED = [4, 0, 0];
const BLUE = [0, 0, 4];

describe('pictureKind', () => {
  it.each(KINDS)('recognises a %s by its content', async (kind) => {
    expect(pictureKind(await aPicture(kind))).toBe(kind);
  });

  it.each([
    '',
    'GIF',
    'GIF88a',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '\x89PNG\n',
    'RIFFxxxxWAVE',
    'xxxxxxxxWEBP',
    '%PDF-1.7',
    '\xff\xd9\xff',
  ])('returns null for %j', (text) => {
    expect(pictureKind(Buffer.from(text, 'latin1'))).toBeNull();
  });
});

describe('reEncode', () => {
  it.each(KINDS)('redraws a %s as a webp of the same picture', async (kind) => {
    const webp = await drawn(await aPicture(kind));
    expect(pictureKind(webp)).toBe('webp');
    expect(await sharp(webp).metadata()).toMatchObject({ width: 40, height: 20 });
    expect(await colourAt(webp, 5, 10)).toEqual(RED);
    expect(await colourAt(webp, 35, 10)).toEqual(BLUE);
  });

  it.each([
    [400, 400, 400, 400],
    [401, 200, 400, 200],
    [200, 401, 200, 400],
    [1200, 800, 400, 267],
    [30, 10, 30, 10],
  ])('fits %d × %d into 400 × 400: %d × %d', async (width, height, newWidth, newHeight) => {
    const webp = await drawn(await aPicture('jpeg', width, height));
    expect(await sharp(webp).metadata()).toMatchObject({ width: newWidth, height: newHeight });
  });

  it('turns a photograph upright and drops its metadata about place and person', async () => {
    const photograph = await aSidewaysPhotograph();
    expect(photograph.toString('latin1')).toContain('SECRET-NAME');
    const webp = await drawn(photograph);
    const metadata = await sharp(webp).metadata();
    expect(metadata).toMatchObject({ width: 20, height: 40 });
    expect([metadata.exif, metadata.xmp, metadata.icc, metadata.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(webp.toString('latin1')).not.toContain('SECRET');
    // Turned clockwise, the left half is on top.
    expect(await colourAt(webp, 10, 5)).toEqual(RED);
    expect(await colourAt(webp, 10, 35)).toEqual(BLUE);
  });

  it.each(KINDS)('drops everything after the end of a %s', async (kind) => {
    const file = Buffer.concat([await aPicture(kind), Buffer.from(PAGE, 'latin1')]);
    const webp = await drawn(file);
    expect(await colourAt(webp, 5, 10)).toEqual(RED);
    expect(webp.toString('latin1')).not.toMatch(/POLYGLOT|script/);
  });

  it('drops the script in a gif that is also a script', async () => {
    const file = await aGifScript();
    const alert = vi.fn();
    runInNewContext(file.toString('latin1'), { alert });
    expect(alert).toHaveBeenCalledExactlyOnceWith('POLYGLOT');
    const webp = await drawn(file);
    expect(await colourAt(webp, 5, 10)).toEqual(RED);
    expect(webp.toString('latin1')).not.toMatch(/POLYGLOT|alert/);
  });

  it('drops the page in a jpeg that is also a page', async () => {
    const file = await aJpegPage();
    expect(file.toString('latin1').split(PAGE)).toHaveLength(3);
    const webp = await drawn(file);
    expect(await colourAt(webp, 5, 10)).toEqual(RED);
    expect(webp.toString('latin1')).not.toMatch(/POLYGLOT|script/);
  });

  it('refuses a bomb of 30,000 × 30,000 pixels by its header', async () => {
    const bomb = aBomb(30_000);
    expect(bomb.length).toBeLessThan(1_048_576);
    const before = process.memoryUsage().rss;
    expect(await reEncode(bomb)).toEqual({ ok: false, code: 'picture-too-many-pixels' });
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it('accepts exactly as many pixels as allowed, and not one row more', async () => {
    const edge = Math.sqrt(MAX_PIXELS);
    expect(edge).toBe(5_000);
    expect(await reEncode(aBomb(edge))).toMatchObject({ ok: true });
    expect(await reEncode(aBomb(edge + 1))).toEqual({
      ok: false,
      code: 'picture-too-many-pixels',
    });
  });

  it.each(KINDS)('refuses a %s that was cut off', async (kind) => {
    const whole = await aPicture(kind, 300, 300);
    const cut = whole.subarray(0, Math.floor(whole.length * 0.6));
    expect(await reEncode(cut)).toEqual({ ok: false, code: 'picture-broken' });
  });

  it('refuses noise after the beginning of a picture', async () => {
    const noise = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(900, 7)]);
    expect(await reEncode(noise)).toEqual({ ok: false, code: 'picture-broken' });
  });

  it('refuses svg, tiff and other kinds that libvips could read', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const tiff = await sharp({
      create: { width: 9, height: 9, channels: 3, background: 'red' },
    })
      .tiff()
      .toBuffer();
    for (const file of [svg, tiff, Buffer.alloc(0)]) {
      expect(await reEncode(file)).toEqual({ ok: false, code: 'unsupported-type' });
    }
    // The readers themselves are disabled, in case a kind is ever detected wrongly.
    await expect(sharp(svg).metadata()).rejects.toThrow('unsupported image format');
  });
});
