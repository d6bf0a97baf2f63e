import sharp from 'sharp';
import { pictureKind } from './picture-kind.ts';

export type PictureCode = 'unsupported-type' | 'picture-broken' | 'picture-too-many-pixels';

export type ReEncoded = { ok: true; webp: Buffer } | { ok: false; code: PictureCode };

/** Edge of the square into which a stored picture fits, in pixels. */
export const PICTURE_EDGE = 400;

/**
 * Phone cameras have 8 to 16 megapixels, some 24. The worst kinds (interlaced png, gif) are decoded
 * completely at 4 bytes per pixel: 100 MB.
 */
export const MAX_PIXELS = 25_000_000;

const MAX_SECONDS = 10;
const WEBP_QUALITY = 80;

// libvips reads dozens of formats, some with large libraries that had vulnerabilities (SVG, PDF,
// TIFF). Only the readers of the four kinds stay enabled, for the whole process.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
  ],
});
// No cache, because every picture is different; one thread is enough for 400 pixels.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Redraws an uploaded picture as webp, upright, at most 400 by 400 pixels. Nothing of the file
 * itself is kept: no metadata (place, device, thumbnails) and no data hidden after the pixels.
 */
export async function reEncode(file: Buffer): Promise<ReEncoded> {
  if (pictureKind(file) === null) return { ok: false, code: 'unsupported-type' };
  try {
    // Reads the header only: no pixel is decoded before their number is known.
    const { width, height } = await sharp(file, { limitInputPixels: false }).metadata();
    if (width * height > MAX_PIXELS) return { ok: false, code: 'picture-too-many-pixels' };
    const webp = await sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()
      .resize({
        width: PICTURE_EDGE,
        height: PICTURE_EDGE,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .webp({ quality: WEBP_QUALITY })
      .toBuffer();
    return { ok: true, webp };
  } catch {
    // libvips describes a broken file in words only; whatever it says, the file is not a picture.
    return { ok: false, code: 'picture-broken' };
  }
}
