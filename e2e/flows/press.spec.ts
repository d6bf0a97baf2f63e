import type { CDPSession, Locator, Page } from '@playwright/test';
import {
  addChild,
  chip,
  fillChild,
  fillMeasures,
  listAddress,
  measureField,
  openList,
  openNewChild,
  rowOf,
  saveScreening,
  TEST_UNIT,
} from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('what is to be pressed is not drawn');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A finger: it lifts where it touched, whatever has moved there meanwhile. */
class Finger {
  readonly #session: CDPSession;

  constructor(session: CDPSession) {
    this.#session = session;
  }

  static async of(page: Page): Promise<Finger> {
    return new Finger(await page.context().newCDPSession(page));
  }

  async press(element: Locator): Promise<void> {
    await this.#session.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [await middleOf(element)],
    });
  }

  async lift(): Promise<void> {
    await this.#session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }
}

test.describe('a row under a finger', () => {
  test.use({ hasTouch: true, isMobile: true });

  test('opens even if another child moves to its position', async ({ page }) => {
    await openList(page);
    await addChild(page, { firstName: 'Marta', lastName: 'Tum', sex: 'Girl', months: 20 });
    await openList(page);
    const other = await page.context().newPage();
    await openList(other);
    await openNewChild(other);
    await fillChild(other, { firstName: 'Abel', lastName: 'Tum', sex: 'Boy', months: 14 });

    const finger = await Finger.of(page);
    const place = await middleOf(rowOf(page, 'Marta'));
    await finger.press(rowOf(page, 'Marta'));
    await other.getByRole('button', { name: 'Save and screen' }).click();
    await expect.poll(async () => (await middleOf(rowOf(page, 'Abel'))).y).toBe(place.y);
    await finger.lift();
    await expect(page.getByRole('heading', { level: 1, name: 'Marta Tum' })).toBeVisible();
  });
});

test.describe('with mouse and keyboard', () => {
  // High enough that the fold is in view.
  test.use({ viewport: { width: 1280, height: 1400 } });

  test('a fold opens even if an error above it moves it down during the press', {
    tag: '@deep',
  }, async ({ page }) => {
    await openList(page);
    await addChild(page, { firstName: 'Noa', lastName: 'Pop', sex: 'Girl', months: 12 });
    await measureField(page, 'MUAC').pressSequentially('130');
    const fold = page.locator('summary', { hasText: 'Comments' });
    const { x, y } = await middleOf(fold);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await expect(page.getByText(/Did you mean this/)).toBeVisible();
    expect((await middleOf(fold)).y).toBeGreaterThan(y);
    await page.mouse.up();
    await expect(page.getByRole('textbox', { name: 'Comments' })).toBeVisible();
  });

  test('holding Enter does not answer the question that it opens', async ({ page }) => {
    await openList(page);
    await openNewChild(page);
    await fillChild(page, { firstName: 'Noa', lastName: 'Pop', sex: 'Girl', months: 40 });
    await page.getByLabel('Last name').focus();
    // Held, Enter leads to the next field and no further.
    await page.keyboard.down('Enter');
    await page.keyboard.down('Enter');
    await expect(page.getByRole('radio', { name: 'Girl' })).toBeFocused();
    await page.keyboard.up('Enter');
    await page.getByRole('button', { name: 'Save and screen' }).focus();
    await page.keyboard.down('Enter');
    const question = page.getByRole('dialog', { name: 'Child does not qualify' });
    await expect(question.getByRole('button').first()).toBeFocused();
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect(question.getByRole('button').first()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
  });
});

test.describe('a figure typed after a tap', () => {
  test.use({ hasTouch: true, isMobile: true });

  test('goes to the touched field even if the form moved', async ({ page }) => {
    await openList(page);
    await addChild(page, { firstName: 'Noa', lastName: 'Pop', sex: 'Girl', months: 12 });
    const finger = await Finger.of(page);
    await measureField(page, 'MUAC').tap();
    await page.keyboard.type('130');
    await finger.press(measureField(page, 'Weight'));
    const { y } = await middleOf(measureField(page, 'Weight'));
    // A note or a server response may move the form at the worst moment.
    await page.evaluate(() => {
      const note = document.createElement('p');
      note.style.height = '120px';
      document.querySelector('form')?.prepend(note);
    });
    expect((await middleOf(measureField(page, 'Weight'))).y).toBe(y + 120);
    await finger.lift();
    await expect(measureField(page, 'Weight')).toBeFocused();
    await page.keyboard.type('9.1');
    await expect(measureField(page, 'Weight')).toHaveValue('9.1');
    await expect(measureField(page, 'Height')).toHaveValue('');
    await expect(measureField(page, 'MUAC')).toHaveValue('130');
  });
});

test('a filter that is fully visible does not move under the finger', { tag: '@deep' }, async ({
  page,
}) => {
  await openList(page);
  await addChild(page, { firstName: 'Noa', lastName: 'Pop', sex: 'Girl', months: 12 });
  // With a finding, so that more than one filter has children.
  await page.getByRole('radio', { name: /^MUAC only/ }).check();
  await fillMeasures(page, { muac: '11.2' });
  await saveScreening(page);
  // Three and a half filters are visible.
  await page.setViewportSize({ width: 480, height: 740 });
  await openList(page);
  const filters = page.getByRole('group', { name: 'Show' }).getByRole('button');
  const seen = filters.nth(2);
  await expect(seen).toBeInViewport({ ratio: 1 });
  // Until the list is read a filter says "…", which is as wide as no number.
  for (const before of [0, 1, 2]) await expect(filters.nth(before)).toHaveText(/1$/);
  const before = await seen.boundingBox();
  await seen.click();
  await expect(seen).toHaveAttribute('aria-pressed', 'true');
  expect(await seen.boundingBox()).toEqual(before);
  // A filter that the edge cuts is scrolled into view.
  await page.goto(listAddress(TEST_UNIT, '-', 'u'));
  await expect(chip(page, 'Not assessed')).toBeInViewport({ ratio: 1 });
});
