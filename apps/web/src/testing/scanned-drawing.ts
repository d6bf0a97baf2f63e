import jsQR from 'jsqr';

/** Reads a drawn code as a camera does: the drawing's modules as pixels, then a decoder. */
export function scannedDrawing(code: Element): string | undefined {
  const size = Number(code.getAttribute('viewBox')?.split(' ')[2]);
  const scale = 4;
  const width = size * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  const drawn = code.querySelector('path:last-child')?.getAttribute('d') ?? '';
  for (const [, x, y, run] of drawn.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/gu)) {
    for (let down = 0; down < scale; down += 1) {
      const row = (Number(y) * scale + down) * width;
      const from = (row + Number(x) * scale) * 4;
      for (let at = from; at < from + Number(run) * scale * 4; at += 1) {
        if (at % 4 !== 3) pixels[at] = 0;
      }
    }
  }
  return jsQR(pixels, width, width)?.data;
}
