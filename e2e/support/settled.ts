import type { Page } from '@playwright/test';

/** Waits until the page of an address is drawn with what it reads. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    return (
      main !== null &&
      main.textContent !== '' &&
      document.querySelector('.waiting, [aria-busy="true"]') === null
    );
  });
}
