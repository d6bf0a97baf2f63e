import { todayIn } from '@crece/domain';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import type { Page } from '@playwright/test';
import { listAddress, walkTo } from '../pages/app.ts';
import { showAs } from '../support/layout.ts';
import { expect, member, openArrived, test } from '../support/phones.ts';
import { newId, pushRecords, written } from '../support/push-records.ts';
import { settled } from '../support/settled.ts';

const UNIT = 'coban_stake_gtm';

/** The words that stand in two lines, of the texts that a selector finds. */
function brokenWords(page: Page, selector: string) {
  return page.evaluate((found) => {
    const texts = [...document.querySelectorAll(found)]
      .flatMap((element) => [...element.childNodes])
      .filter((node) => node instanceof Text);
    if (texts.length === 0) return [`no ${found}`];
    return texts.flatMap((text) =>
      [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1 ? [word] : [];
      }),
    );
  }, selector);
}

/** The least height of a line of the rows' badges, in letters. */
function lineOfBadges(page: Page) {
  return page.evaluate(() =>
    Math.min(
      ...[...document.querySelectorAll('.child .badge')].map((badge) => {
        const { lineHeight, fontSize } = getComputedStyle(badge);
        return parseFloat(lineHeight) / parseFloat(fontSize);
      }),
    ),
  );
}

/** By how many pixels the hint of the search reaches below the button at its end. */
function hintBeyondItsRoom(page: Page) {
  return page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('.list-top input[type="search"]');
    const button = document.querySelector('.list-top .search .ib');
    const pen = document.createElement('canvas').getContext('2d');
    if (input === null || button === null || pen === null) return Infinity;
    const { fontSize, fontFamily } = getComputedStyle(input, '::placeholder');
    pen.font = `${fontSize} ${fontFamily}`;
    const start =
      input.getBoundingClientRect().left + parseFloat(getComputedStyle(input).paddingLeft);
    // The drawing of the button is smaller than the button.
    const drawing = button.querySelector('svg') ?? button;
    return start + pen.measureText(input.placeholder).width - drawing.getBoundingClientRect().left;
  });
}

/** Whether the figure of the due list stays with its own entry of the navigation. */
function isCountInItsEntry(page: Page) {
  return page.evaluate(() => {
    const count = document.querySelector('.nav .nav-count');
    const entry = count?.closest('a')?.getBoundingClientRect();
    if (count === null || entry === undefined) return false;
    const { left, right, top } = count.getBoundingClientRect();
    return left >= entry.left && right <= entry.right && top >= entry.top;
  });
}

test('doubled text breaks no word of the headline, and covers neither the hint of the search nor another entry', {
  tag: '@deep',
}, async ({ accountServer, phone }) => {
  const who = await member(accountServer, 'Ana');
  const surveyDate = todayIn('America/Guatemala', new Date());
  const children = Array.from({ length: 12 }, () => aChild({ _id: newId('chld', UNIT) }));
  const screenings = children.map((child) =>
    anAssessedScreening(child, {
      _id: newId('scr', UNIT),
      surveyDate,
      height: 84,
      weight: 8,
    }),
  );
  await pushRecords(accountServer, who, UNIT, [...children, ...screenings].map(written));
  const page = await phone(who, { background: true });
  const cdp = await page.context().newCDPSession(page);
  for (const language of ['es', 'en']) {
    await page.evaluate((chosen) => localStorage.setItem('crece.language', chosen), language);
    await openArrived(page, listAddress(UNIT));
    await showAs(page, cdp, { width: 360, height: 740, font: 16 });
    expect(await brokenWords(page, '.nav > a:not(.brandmark)'), language).toEqual([]);
    for (const width of [360, 320]) {
      await showAs(page, cdp, { width, height: 740, font: 32 });
      await walkTo(page, listAddress(UNIT));
      await expect(page.locator('.nav-count')).toBeVisible();
      const shown = `${language}, ${width} px`;
      expect(await hintBeyondItsRoom(page), shown).toBeLessThanOrEqual(0);
      expect(await isCountInItsEntry(page), shown).toBe(true);
      await expect(page.locator('.child .badge').first()).toBeVisible();
      expect(await lineOfBadges(page), shown).toBeGreaterThan(1.2);
      await walkTo(page, `/children/view/${children[0]?._id}?stakeDB=${UNIT}`);
      await settled(page);
      await expect(page.locator('.verdict h2')).toBeVisible();
      expect(await brokenWords(page, '.verdict h2'), shown).toEqual([]);
    }
  }
});
