import type { Page } from '@playwright/test';
import jsQR from 'jsqr';
import sharp, { type Sharp } from 'sharp';
import { IS_DEEP } from './deep.ts';
import { pdfDrawing } from './pdf-drawing.ts';

/** The size of each page of a PDF in millimetres. */
export function pagesOf(pdf: Buffer): readonly (readonly number[])[] {
  const mm = (points: string | undefined) => Math.round((Number(points) / 72) * 25.4);
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/gu);
  return [...boxes].map(([, width, height]) => [mm(width), mm(height)]);
}

export const print = (page: Page) => page.pdf({ preferCSSPageSize: true, printBackground: true });

/** A PDF's sheet as a picture, without its text. */
const drawingOf = (pdf: Buffer): Promise<Buffer> =>
  sharp(Buffer.from(pdfDrawing(pdf)), { density: 300 })
    .flatten({ background: '#fff' })
    .png()
    .toBuffer();

/** So wide in pixels is the sheet with the code; the wider it is, the easier it is read. */
const WIDTHS = IS_DEEP ? [600, 900, 1_400] : [600, 900];

async function scanned(picture: Sharp): Promise<ReturnType<typeof jsQR>> {
  const { data, info } = await picture
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height, {
    inversionAttempts: 'dontInvert',
  });
}

/** The code of a printed slip as cameras see it: from far, a release also from near; sharp, blurred and turned. */
export async function codesOf(pdf: Buffer): Promise<readonly (string | undefined)[]> {
  const drawing = await drawingOf(pdf);
  const codes = WIDTHS.flatMap((width) => {
    const sized = () => sharp(drawing).resize(width);
    return [
      scanned(sized()),
      scanned(sized().blur(width / 700)),
      scanned(sized().rotate(20, { background: '#fff' })),
    ];
  });
  return (await Promise.all(codes)).map((found) => found?.data);
}

/** The part of a printed sheet that somebody holds before a camera: its code with the paper around it. */
export async function codeOnPaper(pdf: Buffer): Promise<Buffer> {
  const WIDTH = 1_400;
  const sheet = await sharp(await drawingOf(pdf))
    .resize(WIDTH)
    .png()
    .toBuffer();
  const found = await scanned(sharp(sheet));
  if (found === null) throw new Error('the sheet has no code');
  const { topLeftCorner, topRightCorner } = found.location;
  const side = topRightCorner.x - topLeftCorner.x;
  const margin = side / 8;
  const left = Math.max(0, Math.round(topLeftCorner.x - margin));
  const top = Math.max(0, Math.round(topLeftCorner.y - margin));
  const width = Math.min(Math.round(side + 2 * margin), WIDTH - left);
  return sharp(sheet).extract({ left, top, width, height: width }).png().toBuffer();
}
