import type { Page } from '@playwright/test';
import { addChild, fillMeasures, openList, saveScreening, TEST_UNIT } from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { storedRecords } from '../support/stored.ts';

/** Records how often the page asks for the position, and with which options. */
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

test.describe('the position of a screening', () => {
  test('the position is stored when the browser returns one at most 5 minutes old', async ({
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
});
