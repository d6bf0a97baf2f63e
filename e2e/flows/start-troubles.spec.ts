import { aChild } from '@crece/domain/testing';
import type { Page } from '@playwright/test';
import { addChild, listAddress, openList, rowOf, TEST_UNIT } from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';

// What a browser may do to its storage, each with a sentence of its own.

test('a browser that blocks site data: the list works, and the page says what is not remembered', async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  });
  await openList(page);
  await expect(page.getByText('This browser blocks site data')).toBeVisible();
  await expect(page.getByText(/Allow site data for this address/)).toBeVisible();
  await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
  await page.goto(listAddress());
  await expect(page.getByRole('link', { name: /^Luz Xicay/ })).toBeVisible();
});

/** Databases with this beginning of their name are opened never, or with this error. */
async function open(page: import('@playwright/test').Page, start: string, error: string | null) {
  await page.addInitScript(
    ([begins, fault]) => {
      const opened = IDBFactory.prototype.open;
      IDBFactory.prototype.open = function (name, version) {
        if (!name.startsWith(begins)) return opened.call(this, name, version);
        const request = new EventTarget() as IDBOpenDBRequest;
        if (fault !== null) {
          Object.defineProperty(request, 'error', { value: new DOMException('broken', fault) });
          setTimeout(() => void request.onerror?.(new Event('error')), 10);
        }
        return request;
      };
    },
    [start, error] as const,
  );
}

test('a database that never answers: after ten seconds the page says what to do', async ({
  page,
}) => {
  await page.clock.install();
  await open(page, 'crece_device', null);
  await page.goto('/');
  await expect(page.getByText('Opening…')).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(page.getByRole('heading', { name: /Opening takes longer/ })).toBeVisible();
  await expect(page.getByText(/Close the other tabs and windows of Crece/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
});

test('a unit that cannot be opened: nothing is said about saving', async ({ page }) => {
  await open(page, `crece_store_${TEST_UNIT}`, 'UnknownError');
  await page.goto(listAddress());
  await expect(page.getByRole('heading', { name: 'The unit could not be opened' })).toBeVisible();
  await expect(page.getByText(/could not be read just now. Nothing was changed/)).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('could not save');
});

/** A child as an early build kept it, with PouchDB. */
async function plantFormer(page: Page, fields: object): Promise<void> {
  await page.goto('/chrome-only.html');
  await page.evaluate(
    async ([unit, body]) => {
      const request = indexedDB.open(`_pouch_crece_unit_${unit}`, 5);
      request.onupgradeneeded = () => {
        const { result } = request;
        result.createObjectStore('document-store', { keyPath: 'id' });
        const bodies = result.createObjectStore('by-sequence', { autoIncrement: true });
        bodies.createIndex('_doc_id_rev', '_doc_id_rev', { unique: true });
        const id = `chld_${unit}_1700000000000_aaaaaa`;
        const rev_tree = [{ pos: 1, ids: ['ab', { status: 'available' }, []] }];
        request.transaction
          ?.objectStore('document-store')
          .put({ id, data: JSON.stringify({ rev_tree }) });
        bodies.put({ _doc_id_rev: `${id}::1-ab`, ...body });
      };
      await new Promise((resolve) => {
        request.onsuccess = resolve;
      });
      request.result.close();
    },
    [TEST_UNIT, fields] as const,
  );
}

test('what an early build left is named on every page and brought in: what was never sent is in the list', async ({
  page,
}) => {
  const { _id, ...fields } = aChild({ firstName: 'Luz', lastName: 'Xicay' });
  await plantFormer(page, fields);
  await openList(page);
  await expect(rowOf(page, 'Luz Xicay')).toHaveCount(0);
  const said = page.getByText(/^An early version of Crece left records of 1 unit/);
  await expect(said).toBeVisible();
  await page.getByRole('link', { name: 'Bring them in' }).click();
  await expect(said).toHaveCount(0);
  const card = page.getByRole('region', { name: 'Records of an early version' });
  await card.getByRole('button', { name: 'Bring them in' }).click();
  await expect(page.getByText(/^The records of the early version are in the lists/)).toBeVisible();
  await expect(card).toHaveCount(0);
  await openList(page);
  await expect(rowOf(page, 'Luz Xicay')).toBeVisible();
  await expect(page.getByText('1 record only on this device')).toBeVisible();
  await expect(said).toHaveCount(0);
});

test('what an early build left is saved as a file, and removed', async ({ page }) => {
  await plantFormer(page, { firstName: 'Luz' });
  await page.goto('/settings/device');
  const said = page.getByRole('main').getByText(/An early version of Crece left records of 1 unit/);
  await expect(said).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Bring them in' }).click();
  const card = page.getByRole('region', { name: 'Records of an early version' });
  await expect(card).toContainText(`1 record on this device (${TEST_UNIT})`);
  // No child of this version, without a last name: nothing is removed for its sake.
  await card.getByRole('button', { name: 'Bring them in' }).click();
  await expect(card.getByText('Not everything could be brought in.')).toBeVisible();
  await card
    .getByLabel(/^Secret words/)
    .first()
    .fill('one two three four five six');
  await card.getByLabel(/again/i).first().fill('one two three four five six');
  const download = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Save them as a file' }).click();
  expect((await download).suggestedFilename()).toMatch(/^crece-backup-.*\.crece$/);
  await card.getByRole('button', { name: 'Remove what the early version left' }).click();
  await expect(page.getByText('What the early version left was removed.')).toBeVisible();
  await expect(card).toHaveCount(0);
});
