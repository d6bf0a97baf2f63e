import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { programmeZScores, roundZ, type Sex } from '@crece/growth';
import type { Page } from '@playwright/test';
import { addChild, dayOfMonthsAgo, fillMeasures, openList } from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';

const REFERENCE = fileURLToPath(new URL('../../packages/growth/reference/', import.meta.url));
const SEX_CODE: Record<Sex, string> = { Boy: '1', Girl: '2' };

/** The plain LMS z-score from the row of WHO's published table that begins so. */
function zFromPublished(file: string, row: string, measure: number): number {
  const lines = readFileSync(`${REFERENCE}${file}.csv`, 'utf8').split(/\r?\n/);
  const cells = lines.find((line) => line.startsWith(`${row},`))?.split(',');
  const [l = Number.NaN, m = Number.NaN, s = Number.NaN] = (cells ?? []).slice(-3).map(Number);
  return roundZ(((measure / m) ** l - 1) / (l * s));
}

const shown = (z: number) => z.toFixed(2).replace('-', '−');
const shownSigned = (z: number) => (z > 0 ? `+${shown(z)}` : shown(z));

interface Cell {
  name: string;
  sex: Sex;
  months: number;
  height: number;
  weight: number;
  /** Lying under 24 months, standing from 24. */
  position: 'L' | 'H';
  ha: number;
  wl: number;
}

/** Cells of WHO's tables that hand-typed copies in older systems had wrong. */
const CELLS: readonly Cell[] = [
  {
    name: 'a boy of 30 months and 72.5 cm',
    sex: 'Boy',
    months: 30,
    height: 72.5,
    weight: 8.4,
    position: 'H',
    ha: -5.71,
    wl: -1.02,
  },
  {
    name: 'a girl of 30 months and 72.5 cm',
    sex: 'Girl',
    months: 30,
    height: 72.5,
    weight: 8.4,
    position: 'H',
    ha: -5.15,
    wl: -0.53,
  },
  {
    name: 'a boy of 15 months and 83.5 cm',
    sex: 'Boy',
    months: 15,
    height: 83.5,
    weight: 9.6,
    position: 'L',
    ha: 1.72,
    wl: -1.87,
  },
  {
    name: 'a girl of 40 months and 99.5 cm',
    sex: 'Girl',
    months: 40,
    height: 99.5,
    weight: 13.2,
    position: 'H',
    ha: 0.44,
    wl: -1.51,
  },
];

async function save(page: Page, isBeyondFive: boolean): Promise<void> {
  await page.getByRole('button', { name: 'Save screening' }).click();
  if (isBeyondFive) {
    await page
      .getByRole('dialog', { name: 'Zscore is out of range' })
      .getByRole('button', { name: 'Save anyway' })
      .click();
  }
  await expect(page.getByText(/^Saved on this device/)).toBeVisible();
}

test.describe('figures of WHO that older systems had wrong', () => {
  for (const { name, sex, months, height, weight, position, ha, wl } of CELLS) {
    test(`${name}: the card and the child's page show WHO's z-scores`, async ({ page }) => {
      const code = SEX_CODE[sex];
      const halfCm = position === 'L' ? 'weight-for-length-half-cm' : 'weight-for-height-half-cm';
      expect(
        zFromPublished('length-height-for-age-by-month', `${code},${months},${position}`, height),
      ).toBe(ha);
      expect(zFromPublished(halfCm, `${code},${height.toFixed(1)}`, weight)).toBe(wl);
      const { haz, whz } = programmeZScores({ sex, ageMonths: months, height, weight });
      expect([haz.z, whz.z].map((z) => (z === null ? null : roundZ(z)))).toEqual([ha, wl]);

      await openList(page);
      await addChild(page, { firstName: 'Noa', lastName: 'Pop', sex, months });
      await fillMeasures(page, { height: String(height), weight: String(weight) });
      await save(page, Math.abs(ha) > 5);

      const why = page.getByRole('region', { name: 'Why this colour' });
      await expect(why.getByText(shown(ha)).first()).toBeVisible();
      await expect(why.getByText(shown(wl)).first()).toBeVisible();
      await page.getByRole('button', { name: 'Open Noa' }).click();
      const measures = page.getByRole('region', { name: 'Measures' });
      await expect(measures).toContainText(`Weight for height${shownSigned(wl)}`);
      await expect(measures).toContainText(`Height for age${shownSigned(ha)}`);
    });
  }
});

test.describe('WHO’s exact figures beside the programme’s', () => {
  for (const { width, height } of [
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]) {
    test(`stand whole on card and page of ${width} px, with the reason`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await openList(page);
      await addChild(page, {
        firstName: 'Noa',
        lastName: 'Pop',
        sex: 'Girl',
        birthDate: dayOfMonthsAgo(2, 14),
      });
      await fillMeasures(page, { height: '56.7', weight: '4.6' });
      await save(page, false);

      const isWhole = async () => {
        const line = page.getByText(/^WHO exact: weight for height −0\.94, height for age −0\./);
        await expect(line).toContainText('weight for age −1.');
        await expect(
          page.getByText(/counts the age in days and reads height to 0\.1 cm/),
        ).toBeVisible();
        const box = await line.boundingBox();
        expect((box?.x ?? width) + (box?.width ?? width)).toBeLessThan(width);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      };
      await isWhole();
      await page.getByRole('button', { name: 'Open Noa' }).click();
      await expect(page.getByText(/^Saved on this device/)).toBeHidden();
      await isWhole();
    });
  }
});
