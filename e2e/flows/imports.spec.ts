import { readFile } from 'node:fs/promises';
import { API_PATHS, type ReportJobBody, type ReportStartedBody } from '@crece/contract';
import type { Page } from '@playwright/test';
import { rowOf } from '../pages/app.ts';
import { expectAccessible, expectGoodInBothLooks } from '../support/accessible.ts';
import { answerOf } from '../support/account-server.ts';
import { expect, member, openSync, syncAddress, test, untilBackOnList } from '../support/phones.ts';

test.describe.configure({ timeout: 240_000 });

/** A list as it is kept in the field: a heading of its own, MUAC in millimetres, one weight in pounds. */
const LIST = [
  'Nombre,Apellido,H/M,Fecha de nacimiento,Fecha,Peso,Talla,PB,Madre',
  'Ana,Xol,M,2024-05-03,2026-01-20,8.4,76,121,"Rosa, la de abajo"',
  'Luis,Caal,H,2023-11-30,2026-01-20,10.2,83.5,138,Elena',
  'Eva,Tzi,M,2024-01-15,2026-01-20,19.8,79,131,Marta',
  '',
].join('\n');

const asFile = (name: string, text: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text, 'utf8'),
});

const choose = (page: Page, file: ReturnType<typeof asFile>) =>
  page.locator('input[type="file"]').setInputFiles(file);

const counts = (page: Page) => page.locator('.import-count dd');

const UNIT = 'atiquizaya_stake_slv';

test('an uploaded file is checked, asks, is imported, goes out as a report and in again, and is taken back', async ({
  accountServer,
  phone,
}) => {
  const person = await member(accountServer, 'Carla');
  const page = await phone(person);
  const good = (screen: string) => expectAccessible(page, screen);
  await openSync(page, UNIT);
  await page.locator(`a[href^="/children/import/${UNIT}"]`).click();
  await expect(page.locator('.import-drop')).toBeVisible();
  await good('choosing a file');

  await choose(page, asFile('lista de enero.csv', LIST));
  await expect(page.locator('.import-columns')).toBeVisible();
  await good('columns');
  await page.getByLabel('H/M').selectOption('gender');
  await page.locator('.import-columns button[type="submit"]').click();
  await page.locator('input[type="radio"][value="mm"]').waitFor();
  await good('questions');
  await page.locator('input[type="radio"][value="mm"]').check();
  await page.locator('.import-card button[type="submit"]').click();

  await expect(counts(page)).toHaveText(['2', '0', '0', '1']);
  await expect(page.locator('.import-findings > li').first()).toContainText('3–18 kg');
  await expectGoodInBothLooks(page, 'what becomes of the rows');
  const downloading = page.waitForEvent('download');
  await page.locator('main .btn-2', { hasText: 'Download all' }).click();
  const findings = await readFile(await (await downloading).path(), 'utf8');
  expect(findings).toContain('4');

  await page.locator('.import-card .btn-1').click();
  await expect(page.getByText(/Successfully uploaded csv/).first()).toBeVisible();
  await expect(counts(page)).toHaveText(['2', '0', '0', '1']);
  await good('imported');

  const imported = page.url();
  const all = await reportOf(accountServer, person.session.token, UNIT);
  await page.locator('.import-acts .btn-2').click();
  await choose(page, asFile('all.csv', all));
  await expect(counts(page)).toHaveText(['0', '0', '2', '0']);

  await page.goto(syncAddress(UNIT));
  await page.locator('.sync-card .btn-1').click();
  await untilBackOnList(page, UNIT);
  await expect(rowOf(page, 'Ana')).toBeVisible();

  await page.goto(imported);
  await page.locator('.import-acts .btn-danger').click();
  await page.getByRole('dialog').locator('.btn-danger').click();
  await expect(page.locator('.import-card')).toContainText('2 children');
  await good('taken back');
  expect(await reportOf(accountServer, person.session.token, UNIT)).not.toContain('Xol');
});

/** The report `all` of a unit as the server makes it. */
async function reportOf(server: { url: string }, token: string, unit: string): Promise<string> {
  const values: Record<string, string> = {
    stakeDB: unit,
    cCode: '-',
    scopeType: 'stake',
    sortField: 'firstName',
    language: 'es',
    csvType: 'all',
    monthSelect: '6',
  };
  const path = API_PATHS.report.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '');
  const { jobId } = await answerOf<ReportStartedBody>(server, 'GET', path, { token });
  let job: ReportJobBody | null = null;
  await expect
    .poll(async () => {
      job = await answerOf<ReportJobBody>(server, 'GET', `/api/reports/${jobId}`, { token });
      return job.state;
    })
    .toBe('done');
  const { fileName = '' } = (job ?? {}) as Partial<ReportJobBody>;
  const file = await fetch(`${server.url}/files/${fileName}`, {
    headers: { authorization: `JWT ${token}` },
  });
  return file.text();
}
