import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

export type DrawnKind = 'png' | 'jpeg' | 'gif' | 'webp';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** A picture whose left half is red and right half blue. */
export function aPicture(kind: DrawnKind, width = 40, height = 20): Promise<Buffer> {
  return halves(width, height).toFormat(kind).toBuffer();
}

function halves(width: number, height: number) {
  const plain = (w: number, background: string) => ({
    create: { width: w, height, channels: 3 as const, background },
  });
  const blue = plain(Math.ceil(width / 2), 'blue');
  return sharp(plain(width, 'red')).composite([
    { input: blue, left: Math.floor(width / 2), top: 0 },
  ]);
}

/** A photograph that was taken sideways, with the place where it was taken. */
export function aSidewaysPhotograph(): Promise<Buffer> {
  return halves(40, 20)
    .withExif({
      IFD0: { Artist: 'SECRET-NAME', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '14/1 38/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([latin1(type), data]);
  const framed = Buffer.alloc(8 + named.length);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), 4 + named.length);
  return framed;
}

/** A png of one colour: a small file that is very large when decoded. */
export function aBomb(edge: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  // One bit per pixel, grey scale.
  header.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((Math.ceil(edge / 8) + 1) * edge);
  return Buffer.concat([
    latin1('\x89PNG\r\n\x1a\n'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export const SCRIPT = 'alert("POLYGLOT")';
export const PAGE = `<script>${SCRIPT}</script>`;

/**
 * A gif that is also a script: `GIF89a` is a name, the width reads as the beginning of a comment,
 * and the script is in a comment of the file.
 */
export async function aGifScript(): Promise<Buffer> {
  const gif = await aPicture('gif');
  latin1('/*').copy(gif, 6);
  const flags = gif[10] ?? 0;
  const paletteBytes = (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
  const afterPalette = 13 + paletteBytes;
  const comment = latin1(`*/=1;${SCRIPT};/*`);
  return Buffer.concat([
    gif.subarray(0, afterPalette),
    Buffer.from([0x21, 0xfe, comment.length]),
    comment,
    Buffer.from([0]),
    gif.subarray(afterPalette),
    latin1('*/'),
  ]);
}

/** A jpeg that is also a page: in a comment, and after its end. */
export async function aJpegPage(): Promise<Buffer> {
  const jpeg = await aPicture('jpeg');
  const page = latin1(PAGE);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(page.length + 2);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe]),
    length,
    page,
    jpeg.subarray(2),
    page,
  ]);
}
