import type { Page } from '@playwright/test';
import { runInOrigin } from './page-bundle.ts';

/**
 * Leaves documents in a unit's database of this device, unchecked. The page must belong to a context
 * with `bypassCSP`, stand on the application's origin, and have opened no unit before.
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
