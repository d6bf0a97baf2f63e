import type { Page } from '@playwright/test';
import { runInOrigin } from './page-bundle.ts';

/**
 * Writes documents unchecked into a unit's database on this device. The page's context needs
 * `bypassCSP`; the page must be on the application's origin and must not have opened a unit before.
 */
export async function plantRecords(
  page: Page,
  stakeDB: string,
  documents: readonly object[],
): Promise<void> {
  await page.evaluate((records) => Reflect.set(window, 'recordsToPlant', records), {
    stakeDB,
    documents,
  });
  await runInOrigin(page, './plant-records.ts');
  await page.evaluate(() => Reflect.get(window, 'recordsPlanted') as Promise<void>);
}
