import type { Page } from '@playwright/test';
import { addChild, measureField, openList } from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';

const AUTOFOCUS_MS = 100;

/**
 * Holds every timer of 100 ms back, as a busy phone does, until the page is told to run them; from
 * `holdTimers` in the page on, so that nothing else waits.
 */
async function holdTimers(page: Page): Promise<void> {
  await page.evaluate((heldMs) => {
    const held: (() => void)[] = [];
    const start = window.setTimeout.bind(window);
    const hold = (run: () => void, ms?: number, ...rest: unknown[]) => {
      if (ms !== heldMs) return start(run, ms, ...rest);
      held.push(run);
      return 0;
    };
    Object.assign(window, {
      setTimeout: hold,
      releaseTimers: () => {
        for (const run of held) run();
        return held.length;
      },
    });
  }, AUTOFOCUS_MS);
}

/** Runs what was held back; gives how many timers that were. */
function releaseTimers(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { releaseTimers(): number }).releaseTimers());
}

const BUSY = 'busy now';

/**
 * Keeps the page busy for a second and a half from when an element is first drawn; resolves when
 * `open` has led there and the page has begun to be busy.
 */
async function openBusy(page: Page, selector: string, open: () => Promise<void>): Promise<void> {
  const begun = page.waitForEvent('console', (message) => message.text() === BUSY);
  await page.evaluate(
    ([wanted, word]) => {
      new MutationObserver((_changes, observer) => {
        if (document.querySelector(wanted) === null) return;
        observer.disconnect();
        // A turn later: the page has then started what it starts when it is drawn.
        setTimeout(() => {
          console.info(word);
          const until = performance.now() + 1_500;
          while (performance.now() < until);
        });
      }).observe(document.body, { childList: true, subtree: true });
    },
    [selector, BUSY] as const,
  );
  await open();
  await begun;
}

async function openScreeningForm(page: Page): Promise<void> {
  await openList(page);
  await addChild(page, { firstName: 'Noa', lastName: 'Pop', sex: 'Girl', months: 12 });
}

/** From a child's open form to the same form, opened anew while timers are held. */
async function openAnewWithHeldTimers(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('link', { name: 'New screening' }).first()).toBeVisible();
  await holdTimers(page);
  await page.getByRole('link', { name: 'New screening' }).first().click();
  await expect(measureField(page, 'MUAC')).toBeVisible();
}

test.describe('the field that a form begins with', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('is focused when nobody has done anything', async ({ page }) => {
    await openScreeningForm(page);
    await openAnewWithHeldTimers(page);
    await expect(measureField(page, 'MUAC')).not.toBeFocused();
    expect(await releaseTimers(page)).toBeGreaterThan(0);
    await expect(measureField(page, 'MUAC')).toBeFocused();
  });

  test('leaves a figure in the field in which it is typed, however late its timer is', async ({
    page,
  }) => {
    await openScreeningForm(page);
    await openAnewWithHeldTimers(page);
    await measureField(page, 'Height').click();
    await page.keyboard.type('56');
    expect(await releaseTimers(page)).toBeGreaterThan(0);
    await page.keyboard.type('.7');
    await expect(measureField(page, 'Height')).toHaveValue('56.7');
    await expect(measureField(page, 'MUAC')).toHaveValue('');
  });

  test('takes nothing from a person who is faster than a slow computer', async ({ page }) => {
    await openScreeningForm(page);
    const weight = await measureField(page, 'Weight').boundingBox();
    if (weight === null) throw new Error('the field of the weight is not drawn');
    await page.getByRole('link', { name: 'Back' }).click();
    await openBusy(page, '[name="weight"]', () =>
      page.getByRole('link', { name: 'New screening' }).first().click(),
    );
    // Pressed and typed while the page can do nothing: the timer is due before the first key is.
    await page.mouse.click(weight.x + weight.width / 2, weight.y + weight.height / 2);
    await page.keyboard.type('4.61', { delay: 60 });
    await expect(measureField(page, 'Weight')).toHaveValue('4.61');
    await expect(measureField(page, 'MUAC')).toHaveValue('');
    await expect(measureField(page, 'Weight')).toBeFocused();
  });
});
