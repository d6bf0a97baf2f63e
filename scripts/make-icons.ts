// Draws the PNG icons of the installable application from apps/web/public/icon.svg with the
// system's Chromium. Run it by hand after changing the drawing (`node scripts/make-icons.ts`); the
// PNGs are committed. Few colours: each phone downloads and stores them, and a palette halves their
// size.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { findChromium } from './find-chromium.ts';

const PUBLIC = resolve(import.meta.dirname, '../apps/web/public');

/**
 * The phone crops a maskable icon to any shape: full background, with the drawing inside the safe
 * circle.
 */
const ICONS = [
  { file: 'icon-192.png', size: 192, maskable: false },
  { file: 'icon-512.png', size: 512, maskable: false },
  { file: 'icon-maskable-512.png', size: 512, maskable: true },
] as const;

const drawing = readFileSync(join(PUBLIC, 'icon.svg'), 'utf8');
const ground = /<rect[^>]*fill="(#[0-9a-f]{6})"/.exec(drawing)?.[1];
if (ground === undefined) throw new Error('icon.svg has no ground to take the colour from');

const executablePath = findChromium();
if (executablePath === null)
  throw new Error('Set CRECE_CHROMIUM to a Chromium that draws the icons');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  for (const { file, size, maskable } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const inner = maskable ? size * 0.8 : size;
    await page.setContent(
      `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${maskable ? ground : 'transparent'}}svg{width:${inner}px;height:${inner}px}</style>${drawing}`,
    );
    const picture = await page.screenshot({ omitBackground: true });
    await sharp(picture)
      .png({ palette: true, compressionLevel: 9, effort: 10, dither: 0 })
      .toFile(join(PUBLIC, file));
    await page.close();
  }
} finally {
  await browser.close();
}
