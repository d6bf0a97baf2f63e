import type { Page } from '@playwright/test';
import { addChild, measureField, openList } from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';

const AUTOFOCUS_MS = 100;

/**
 * From `holdTimers` on, delays every timer of 100 ms in the page, as a busy phone does, until the
 * test releases them; no other timer waits.
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

/** Runs the delayed timers; returns their number. */
function releaseTimers(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { releaseTimers(): number }).releaseTimers());
}

const BUSY = 'busy now';

/**
 * Blocks the page for 1.5 seconds from when an element is first drawn; resolves when `open` has
 * navigated and the page has begun to block.
 */
async function openBusy(page: Page, selector: string, open: () => Promise<void>): Promise<void> {
  const begun = page.waitForEvent('console', (message) => message.text() === BUSY);
  await page.evaluate(
    ([wanted, word]) => {
      new MutationObserver((_changes, observer) => {
        if (document.querySelector(wanted) === null) return;
        observer.disconnect();
        // One task later: the page has then started what it starts when drawn.
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

/** Leaves a child's open form and opens it again while timers are held. */
async function openAnewWithHeldTimers(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('link', { name: 'New screening' }).first()).toBeVisible();
  await holdTimers(page);
  await page.getByRole('link', { name: 'New screening' }).first().click();
  await expect(measureField(page, 'MUAC')).toBeVisible();
}

test.describe('the first field of a form', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('the first field is focused when nobody has done anything, and takes no figure from another', async ({
    page,
  }) => {
    await openScreeningForm(page);
    await openAnewWithHeldTimers(page);
    await expect(measureField(page, 'MUAC')).not.toBeFocused();
    expect(await releaseTimers(page)).toBeGreaterThan(0);
    await expect(measureField(page, 'MUAC')).toBeFocused();

    // A figure stays in the field in which it is typed, however late the timer is.
    await openAnewWithHeldTimers(page);
    await measureField(page, 'Height').click();
    await page.keyboard.type('56');
    expect(await releaseTimers(page)).toBeGreaterThan(0);
    await page.keyboard.type('.7');
    await expect(measureField(page, 'Height')).toHaveValue('56.7');
    await expect(measureField(page, 'MUAC')).toHaveValue('');
  });

  test('takes no focus from a person who is faster than a slow computer', async ({ page }) => {
    await openScreeningForm(page);
    const weight = await measureField(page, 'Weight').boundingBox();
    if (weight === null) throw new Error('the field of the weight is not drawn');
    await page.getByRole('link', { name: 'Back' }).click();
    await openBusy(page, '[name="weight"]', () =>
      page.getByRole('link', { name: 'New screening' }).first().click(),
    );
    // Clicks and types while the page is blocked: the timer is due before the first key event.
    await page.mouse.click(weight.x + weight.width / 2, weight.y + weight.height / 2);
    await page.keyboard.type('4.61', { delay: 60 });
    await expect(measureField(page, 'Weight')).toHaveValue('4.61');
    await expect(measureField(page, 'MUAC')).toHaveValue('');
    await expect(measureField(page, 'Weight')).toBeFocused();
  });
});
