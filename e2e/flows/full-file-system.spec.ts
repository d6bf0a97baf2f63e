import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addChild, fillMeasures, listAddress, measureField } from '../pages/app.ts';
import { test as base, expect } from '../support/fixtures.ts';
import { type OwnBrowser, startBrowser } from '../support/own-browser.ts';

interface SmallDisk {
  /** Writes to the last byte. */
  fill(): void;
  makeRoom(): void;
}

/**
 * A file system of its own for the browser's databases, so that the disk is really full: the tests of
 * `storage-full.spec.ts` only pretend. To mount one takes the right to do so, hence a deep test.
 */
function mountSmall(place: string): SmallDisk {
  mkdirSync(place, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', place]);
  } catch (cause) {
    throw new Error('This test mounts a small file system: run it as root.', { cause });
  }
  const filler = join(place, 'filler');
  return {
    fill() {
      const file = openSync(filler, 'a');
      for (let size = 1 << 20; size >= 1; ) {
        try {
          writeSync(file, Buffer.alloc(size));
        } catch {
          size >>= 1;
        }
      }
      closeSync(file);
    },
    makeRoom: () => rmSync(filler),
  };
}

const test = base.extend<{ small: SmallDisk & { browser: OwnBrowser } }>({
  small: async ({ server }, use) => {
    const profile = mkdtempSync(join(tmpdir(), 'crece-full-'));
    const place = join(profile, 'Default', 'IndexedDB');
    const disk = mountSmall(place);
    const browser = await startBrowser(profile, server.url);
    await use({ ...disk, browser });
    await browser.context.close();
    execFileSync('umount', ['-l', place]);
    rmSync(profile, { recursive: true, force: true });
  },
});

test('on a disk that is really full the person reads how to make room; nothing typed is lost', {
  tag: '@deep',
}, async ({ small }) => {
  const page = small.browser.context.pages()[0] ?? (await small.browser.context.newPage());
  await page.goto(listAddress());
  await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
  small.fill();
  await fillMeasures(page, { height: '68.5', weight: '7.1', muac: '11.9' });
  await page.getByRole('button', { name: 'Save screening' }).click();
  await expect(page.getByText('The screening is not saved yet.')).toBeVisible();
  await expect(page.getByText('This device is full. What you typed is safe')).toBeVisible();
  // Chromium has closed its store and cannot open it again.
  await page.getByRole('button', { name: 'Save again' }).click();
  await expect(page.getByText('This device is full. What you typed is safe')).toBeVisible();
  await expect(page.getByText('could not save')).toHaveCount(0);
  await expect(measureField(page, 'MUAC')).toHaveValue('11.9');

  small.makeRoom();
  await expect(async () => {
    await page.getByRole('button', { name: 'Save again' }).click();
    await expect(page.getByText(/^Saved on this device/)).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await page.goto(listAddress());
  await expect(page.getByRole('link', { name: /^Luz Xicay/ })).toContainText('today');

  small.fill();
  await page.goto(listAddress());
  // Chromium reads what is there, refuses to open it, or answers nothing at all.
  const said = page.getByText(/make room by deleting photos|Luz Xicay/i).first();
  await expect(said).toBeVisible();
  await expect(page.getByText('could not save')).toHaveCount(0);
});
