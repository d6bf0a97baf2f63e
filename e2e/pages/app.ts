import { expect, type Page } from '@playwright/test';

export interface NewChild {
  firstName: string;
  lastName: string;
  sex: 'Boy' | 'Girl';
  months?: number;
  birthDate?: string;
}

export interface Measures {
  height?: string;
  weight?: string;
  muac?: string;
}

/** From the address a newcomer opens to the children of a country's test unit. */
export async function openTestUnit(page: Page, country = 'Guatemala'): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: country }).click();
  const unit = page.getByRole('listitem').filter({ hasText: /test/i }).first();
  await unit.getByRole('link', { name: /children/i }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/test/i);
}

/** Fills the form of a new child and saves it; the screening form opens. */
export async function addChild(page: Page, child: NewChild): Promise<void> {
  await page.getByRole('link', { name: /add (the first )?child/i }).first().click();
  await page.getByLabel('First name').fill(child.firstName);
  await page.getByLabel('Last name').fill(child.lastName);
  await page.getByRole('radio', { name: child.sex, exact: true }).check({ force: true });
  if (child.birthDate !== undefined) {
    await page.getByRole('radio', { name: 'Birth date' }).check({ force: true });
    await page.getByLabel('Birth date').last().fill(child.birthDate);
  } else {
    await page.getByRole('radio', { name: 'Age in months' }).check({ force: true });
    await page.getByRole('textbox', { name: 'Age in months' }).fill(String(child.months ?? 12));
  }
  await page.getByRole('radio', { name: 'Unknown' }).check({ force: true });
  await page.getByRole('button', { name: 'Save and screen' }).click();
}
