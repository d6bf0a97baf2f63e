import type { Page } from '@playwright/test';
import { addChild, fillMeasures, openList, saveScreening, TEST_UNIT } from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { storedRecords } from '../support/stored.ts';

/** Counts how often the page asks where it is, and with what options. */
async function watchPosition(page: Page): Promise<() => Promise<PositionOptions[]>> {
  await page.addInitScript(() => {
    const asked: (PositionOptions | undefined)[] = [];
    Reflect.set(window, 'positionAsked', asked);
    const ask = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation);
    navigator.geolocation.getCurrentPosition = (found, failed, options) => {
      asked.push(options);
      ask(found, failed, options);
    };
  });
  return () => page.evaluate(() => Reflect.get(window, 'positionAsked') as PositionOptions[]);
}

test.describe('the place of a screening', () => {
  test('is kept with it when the browser gives one no older than 5 minutes', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: 14.6712, longitude: -90.9233 });
    const asked = await watchPosition(page);
    await openList(page);
    await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
    await expect.poll(asked).toEqual([expect.objectContaining({ maximumAge: 5 * 60_000 })]);
    await fillMeasures(page, { muac: '13' });
    await saveScreening(page);

    const [screening] = await storedRecords(page, TEST_UNIT, 'scr_');
    expect(screening).toMatchObject({ latitude: 14.6712, longitude: -90.9233, muac: 13 });
  });

  test('is not asked for again after a refusal, and the refusal is silent', async ({ page }) => {
    const asked = await watchPosition(page);
    await openList(page);
    await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
    await expect.poll(asked).toHaveLength(1);
    const form = page.url();
    await fillMeasures(page, { muac: '13' });
    await expect(page.getByRole('alert')).toHaveText(/^$/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await saveScreening(page);
    const [screening] = await storedRecords(page, TEST_UNIT, 'scr_');
    expect(screening).toMatchObject({ muac: 13 });
    expect(screening).not.toHaveProperty('latitude');
    expect(screening).not.toHaveProperty('longitude');

    await page.goto(form);
    await fillMeasures(page, { muac: '13.2' });
    await saveScreening(page);
    expect(await asked()).toEqual([]);
  });
});

test.describe('a record as it is stored', () => {
  test('says who wrote it, where, when and by which rules', async ({ page }) => {
    await openList(page);
    await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
    await fillMeasures(page, { height: '68.5', weight: '7.1', muac: '11.9' });
    await saveScreening(page);
    const written = {
      updatedBy: 'Ana Morales',
      interviewer: 'Ana Morales',
      device: expect.stringMatching(/^[0-9a-z]{16}$/),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      rules: expect.any(String),
      stamp: expect.any(Object),
    };
    const [screening] = await storedRecords(page, TEST_UNIT, 'scr_test_stake_gtm_');
    expect(screening).toMatchObject({
      ...written,
      monthAge: 14,
      zScore: {
        ha: -2.94,
        wa: -2.35,
        wl: -1.13,
        haStatus: 'redZoneZscore',
        waStatus: 'redZoneZscore',
        wlStatus: 'marginalZscore',
      },
      status: 'RED_CHILD',
      actions: ['RED_START', 'RED_ENROLL', 'RED_INCLUDE'],
    });
    const [child] = await storedRecords(page, TEST_UNIT, 'chld_test_stake_gtm_');
    expect(child).toMatchObject({
      ...written,
      birthDateEstimated: true,
      zscoreStatus: 'Acute: supplements required',
      statusColor: 'redZoneZscore',
      supType: 'sup',
      bmi: 15.13,
      obese: false,
    });
  });
});
