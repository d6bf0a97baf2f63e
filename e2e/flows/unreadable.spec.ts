import { aChild, aMother, aScreening } from '@crece/domain/testing';
import type { Page } from '@playwright/test';
import { listAddress, rowOf, TEST_UNIT } from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { plantRecords } from '../support/plant.ts';

test.use({ bypassCSP: true });

interface Malformed {
  _id: string;
  [field: string]: unknown;
}

/** The text that the list must show for each irreparable document. */
const MALFORMED: readonly (readonly [document: Malformed, reason: string])[] = [
  [
    { ...aChild({ _id: 'chld_test_stake_gtm_1500000000001' }), firstName: null, lastName: ' ' },
    'A name is missing.',
  ],
  [
    { ...aChild({ _id: 'chld_test_stake_gtm_1500000000002' }), gender: 'unsure' },
    'Neither boy nor girl.',
  ],
  [
    { ...aChild({ _id: 'chld_test_stake_gtm_1500000000003' }), birthDate: 'last spring' },
    'The birth date is not a date.',
  ],
  [
    { ...aScreening({ _id: 'scr_test_stake_gtm_1500000000004' }), owner: undefined },
    'It does not say whose screening it is.',
  ],
  [
    { ...aScreening({ _id: 'scr_test_stake_gtm_1500000000005' }), surveyDate: { year: 2025 } },
    'The date of the screening is not a date.',
  ],
  [
    {
      ...aScreening({ _id: 'scr_test_stake_gtm_1500000000006' }),
      height: 'tall',
      weight: [7],
      muac: 'thin',
    },
    'The height is not a number. The weight is not a number. The MUAC is not a number.',
  ],
  [
    { ...aMother({ _id: 'mthr_test_stake_gtm_1500000000007' }), deliveryDate: 'soon' },
    'Neither a delivery date nor the child’s birth date.',
  ],
  [
    { _id: 'notes of another program', text: 'none of ours' },
    'Neither a child nor a screening nor a mother.',
  ],
];

const withoutNothing = <T extends object>(document: T): object =>
  Object.fromEntries(Object.entries(document).filter(([, value]) => value !== undefined));

async function openPlanted(page: Page, documents: readonly object[]): Promise<void> {
  await page.goto('/chrome-only.html');
  await plantRecords(page, TEST_UNIT, documents.map(withoutNothing));
  await page.goto(listAddress());
  await expect(page.getByRole('searchbox')).toBeVisible();
}

test.describe('unreadable records', () => {
  test('unreadable records are counted and listed with id, reason and text; all others are shown', async ({
    page,
  }) => {
    const faults: Error[] = [];
    page.on('pageerror', (fault) => faults.push(fault));
    await openPlanted(page, [
      aChild(),
      aScreening(),
      aMother(),
      ...MALFORMED.map(([document]) => document),
    ]);

    await expect(rowOf(page, 'Marisol Xicay')).toContainText('Undernourished');
    await expect(page.getByRole('status').filter({ hasText: '1 child' })).toBeVisible();
    await page
      .getByRole('link', { name: `${MALFORMED.length} records are waiting for you` })
      .click();
    const part = page.getByRole('region', { name: `${MALFORMED.length} records cannot be read` });
    await expect(part.getByText(/never deleted/)).toBeVisible();
    for (const [document, reason] of MALFORMED) {
      const item = part.getByRole('listitem').filter({ hasText: document._id });
      await expect(item).toContainText(reason);
    }
    const tall = part.getByRole('listitem').filter({ hasText: '1500000000006' });
    await tall.getByText('Text of the record').click();
    await expect(tall).toContainText('"height": "tall"');
    await page.goBack();

    await rowOf(page, 'Marisol Xicay').click();
    await expect(page.getByText('Acute: supplements required').first()).toBeVisible();
    await page.goto(`/children/mothers/list/${TEST_UNIT}/Test/pregnant`);
    await expect(page.getByRole('navigation', { name: 'Mothers' })).toBeVisible();
    await page.goto('/children/view/chld_test_stake_gtm_1500000000003');
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    expect(faults).toEqual([]);
  });
});
