import { readFile } from 'node:fs/promises';
import { API_PATHS, type ReportJobBody, type ReportStartedBody } from '@crece/contract';
import { addDays, todayIn } from '@crece/domain';
import { xlsxBytes } from '@crece/reports/xlsx';
import type { Page } from '@playwright/test';
import { rowOf, turnTo } from '../pages/app.ts';
import { expectAccessible, expectGoodInBothLooks } from '../support/accessible.ts';
import { answerOf } from '../support/account-server.ts';
import { expect, member, openSync, syncAddress, test, untilBackOnList } from '../support/phones.ts';

test.describe.configure({ timeout: 240_000 });

/** A typical list from the field: its own headings, MUAC in millimetres, one weight in pounds. */
const TITLES = ['Nombre', 'Apellido', 'H/M', 'Fecha de nacimiento', 'Fecha', 'Peso', 'Talla', 'PB'];
const ROWS = [
  ['Ana', 'Xol', 'M', '2024-05-03', '2026-01-20', 8.4, 76, 121],
  ['Luis', 'Caal', 'H', '2023-11-30', '2026-01-20', 10.2, 83.5, 138],
  ['Eva', 'Tzi', 'M', '2024-01-15', '2026-01-20', 19.8, 79, 131],
];
const KINDS = ['text', 'text', 'text', 'date', 'date', 'number', 'number', 'number'] as const;

/** The list as a workbook with real dates and numbers. */
async function workbook() {
  const pieces: Uint8Array[] = [];
  const table = {
    columns: KINDS.map((kind, at) => ({ name: TITLES[at] ?? '', kind })),
    sheet: 'Enero',
    titles: TITLES,
    answers: { yes: '', no: '' },
  };
  for await (const piece of xlsxBytes(ROWS, table)) pieces.push(piece);
  const buffer = Buffer.concat(pieces);
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return { name: 'lista de enero.xlsx', mimeType, buffer };
}

/** A list with this many children, long enough to be watched while it is imported. */
const longList = (children: number) =>
  [
    'Nombre,Apellido,Sexo,Fecha de nacimiento,Fecha,Peso,Talla',
    ...Array.from({ length: children }, (_, at) => `Niña ${at},Ajú,F,2024-05-03,2026-01-20,9.1,79`),
    '',
  ].join('\n');

const asFile = (name: string, text: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text, 'utf8'),
});

const choose = (page: Page, file: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  page.locator('input[type="file"]').setInputFiles(file);

const counts = (page: Page) => page.locator('.import-count dd');

const UNIT = 'atiquizaya_stake_slv';
const OTHER_UNIT = 'san_miguel_stake_slv';
const REFER_UNIT = 'test_stake_slv';
/** So many that the import takes some seconds. */
const LONG = 900;

test('an uploaded workbook is checked with questions, imported, exported as a report, imported again, and undone', async ({
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

  await choose(page, await workbook());
  await expect(page.locator('.import-columns')).toBeVisible();
  await good('columns');
  await page.getByLabel('H/M').selectOption('gender');
  await page.locator('.import-columns button[type="submit"]').click();
  await page.locator('input[type="radio"][value="mm"]').waitFor();
  await good('questions');
  await page.locator('input[type="radio"][value="mm"]').check();
  await page.locator('.import-card button[type="submit"]').click();

  // Asked once per file: neither the check nor the import asks again.
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

  await turnTo(page, syncAddress(UNIT));
  await page.locator('.sync-card .btn-1').click();
  await untilBackOnList(page, UNIT);
  await expect(rowOf(page, 'Ana')).toBeVisible();

  await turnTo(page, imported);
  await page.locator('.import-acts .btn-danger').click();
  await page.getByRole('dialog').locator('.btn-danger').click();
  await expect(page.locator('.import-card')).toContainText('2 children');
  await good('taken back');
  expect(await reportOf(accountServer, person.session.token, UNIT)).not.toContain('Xol');
});

test('an import shows its progress in rows, and can be found again after leaving the page', {
  tag: '@deep',
}, async ({ accountServer, phone }) => {
  const page = await phone(await member(accountServer, 'Carla'));
  await page.goto(`/children/import/${OTHER_UNIT}/Unit`);
  await choose(page, asFile('lista larga.csv', longList(LONG)));
  await expect(counts(page)).toHaveText([String(LONG), '0', '0', '0']);
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const text = document.querySelector('.import-card p')?.textContent ?? '';
      if (/ rows$/.test(text)) seen.add(text);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const seen = () =>
    page.evaluate(() => [...(Reflect.get(window, 'seen') as Set<string>)].map(Number.parseFloat));
  const socket = page.waitForRequest(/\/socket\.io\//);
  await page.locator('.import-card .btn-1').click();
  await socket;
  await expect.poll(async () => (await seen()).length).toBeGreaterThan(2);

  // Leaves the page during the import, or just after it on a fast machine; the result is one click
  // away.
  await page.goto(syncAddress(OTHER_UNIT));
  await page.locator(`a[href^="/children/import/${OTHER_UNIT}"]`).click();
  await page.locator('a[href*="?job="]').first().click();
  await expect(counts(page)).toHaveText([String(LONG), '0', '0', '0']);
  await expect(page.getByText('The file is imported')).toBeVisible();
});

test('an upload without MUAC and swelling of a visit that has them leaves the child on the desk’s refer list', async ({
  accountServer,
  phone,
}) => {
  const page = await phone(await member(accountServer, 'Carla'));
  const day = addDays(todayIn('America/El_Salvador', new Date()), -3);
  const born = addDays(day, -500);
  const titles = 'nombre,apellido,sexo,fecha de nacimiento,fecha,peso,talla';
  const weights = (weight: string) => `${titles}\nAna,Xol,F,${born},${day},${weight},75.0\n`;
  const seen = `${titles},MUAC,edema\nAna,Xol,F,${born},${day},8.6,75.0,11.0,sí\n`;
  const upload = async (text: string) => {
    await page.goto(`/children/import/${REFER_UNIT}/Unit`);
    await choose(page, asFile('clínica.csv', text));
    await expect(page.locator('.import-sample')).toBeVisible();
  };
  const importIt = async () => {
    await page.locator('.import-card .btn-1').click();
    await expect(page.getByText(/Successfully uploaded csv/).first()).toBeVisible();
  };
  const expectReferred = async () => {
    await page.goto(`/children/desk/SLV/${REFER_UNIT}`);
    await expect(page.locator('.desk-refer .desk-child')).toHaveText([/Ana Xol/]);
  };
  await upload(seen);
  await importIt();
  await expectReferred();

  // The clinic's sheet of the same day, weights only: it is the same visit.
  await upload(weights('8.6'));
  await expect(counts(page)).toHaveText(['0', '0', '1', '0']);
  await expectReferred();

  // With another weight the page asks, and a second visit hides nothing.
  await upload(weights('8.9'));
  await expect(page.locator('.import-card .btn-1', { hasText: 'Import' })).toHaveCount(0);
  await page.locator('input[type="radio"][value="second"]').check();
  await expectGoodInBothLooks(page, 'question about a second visit');
  await page.locator('.import-card button[type="submit"]').first().click();
  await expect(counts(page)).toHaveText(['1', '0', '0', '0']);
  await importIt();
  await expectReferred();
});

/** The report `all` of a unit, made by the server. */
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
