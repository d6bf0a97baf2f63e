import sharp from 'sharp';
import { pictureKind } from './picture-kind.ts';

export type PictureCode = 'unsupported-type' | 'picture-broken' | 'picture-too-many-pixels';

export type ReEncoded = { ok: true; webp: Buffer } | { ok: false; code: PictureCode };

/** Edge of the square that a kept picture fits into, in pixels. */
export const PICTURE_EDGE = 400;

/**
 * Cameras of phones give 8 to 16 megapixels, some 24. The worst kinds (interlaced png, gif) are
 * unpacked whole at 4 bytes per pixel: 100 MB.
 */
export const MAX_PIXELS = 25_000_000;

const MAX_SECONDS = 10;
const WEBP_QUALITY = 80;

// libvips reads dozens of formats, some by way of large libraries with a history (SVG, PDF, TIFF).
// Only the readers of the four kinds stay open; this counts for the whole process.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
  ],
});
// Every picture is another one; and one thread of its own each is enough for 400 pixels.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Draws a sent picture anew, 400 by 400 pixels at most, upright, as webp: nothing of the file that
 * was sent is kept, neither metadata (place, device, thumbnails) nor what hides behind the pixels.
 */
export async function reEncode(file: Buffer): Promise<ReEncoded> {
  if (pictureKind(file) === null) return { ok: false, code: 'unsupported-type' };
  try {
    // The header alone: no pixel is unpacked before their number is known.
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
    // libvips tells a broken file by its words only; whatever it says, the file is no picture.
    return { ok: false, code: 'picture-broken' };
  }
}
