import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { encode } from 'uqr';

const WIDTH = 640;
const HEIGHT = 480;
/** So many pictures make a film that Chromium begins again at its end. */
const PICTURES = 4;

/** A drawing of a QR code. */
function drawn(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const modules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  const ground = `<path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="480" height="480">${ground}<path d="${modules.join('')}"/></svg>`;
}

export interface CameraView {
  /** Width of the code in pixels, of 640. */
  size?: number;
  /** Degrees by which the paper is turned. */
  turned?: number;
  /** Sigma of the blur; 0: sharp. */
  blur?: number;
}

/**
 * Writes what a camera sees of a code on a table, as a film, and returns the flags with which Chromium
 * takes it for its camera. `code`: its text, or a picture of the paper around it.
 */
export async function cameraWith(
  code: string | Buffer,
  { size = 260, turned = 0, blur = 0 }: CameraView = {},
): Promise<string[]> {
  const paper = await sharp(typeof code === 'string' ? Buffer.from(drawn(code)) : code)
    .resize(size, size)
    .rotate(turned, { background: '#fff' })
    .png()
    .toBuffer();
  const table = sharp({
    create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#b9ab98' },
  });
  const seen = await table
    .composite([{ input: paper }])
    .png()
    .toBuffer();
  const picture = sharp(seen);
  const jpeg = await (blur > 0 ? picture.blur(blur) : picture).jpeg({ quality: 85 }).toBuffer();
  const file = join(tmpdir(), `crece-camera-${process.pid}-${size}-${turned}-${blur}.mjpeg`);
  writeFileSync(file, Buffer.concat(Array.from({ length: PICTURES }, () => jpeg)));
  return [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${file}`,
  ];
}
