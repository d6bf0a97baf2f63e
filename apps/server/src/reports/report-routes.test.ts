import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ReportJobsBody, type ReportPreviewBody, socketRoomOf } from '@crece/contract';
import { addDays, todayIn } from '@crece/domain';
import { LANGUAGES } from '@crece/messages';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { call, saidBy } from '../testing/test-people.ts';
import {
  aChild,
  aReportServer,
  aScreening,
  COBAN,
  fill,
  reportUrl,
} from './testing/report-server.ts';

const SECOND = 'chulac_district_gtm';
const OF_HONDURAS = 'danli_stake_hnd';

/** The rows of a CSV by the titles of their columns, read by a foreign parser. */
const rowsOf = (csv: string): Record<string, string>[] => parse(csv, { bom: true, columns: true });

async function withUnits() {
  const server = await aReportServer();
  await fill(server.app, COBAN, [
    aChild(COBAN, 'Ana', { address: 'Calle 3, "La Loma"\nabajo' }),
    aChild(COBAN, 'Eva', { firstName: '=HYPERLINK("x")' }),
    aScreening(COBAN, 'Ana', 1),
    aScreening(COBAN, 'Ana', 2, { surveyDate: '2025-07-01' }),
  ]);
  await fill(server.app, SECOND, [aChild(SECOND, 'Luz'), aScreening(SECOND, 'Luz')]);
  await fill(server.app, 'test_stake_gtm', [aChild('test_stake_gtm', 'Test')]);
  await fill(server.app, OF_HONDURAS, [aChild(OF_HONDURAS, 'Sol')]);
  return server;
}

const BOSS = { who: 'boss', at: '2026-01-01T00:00:00.000Z' };

describe('GET /api/children/report', () => {
  it('answers 202 and makes the file of a unit, including a child without screenings', async () => {
    const { person, report, download } = await withUnits();
    const { token } = await person('ana', ['user', 'sync']);
    const job = await report(token);
    expect(job).toMatchObject({ state: 'done', rows: 3, count: 1, maxCount: 1, text: '3 rows.' });
    expect(job.fileName).toMatch(/^all_stake_coban_stake_gtm_\d{8}-\d{4}_[0-9a-f]{16}\.csv$/);
    const file = await download(token, job.fileName);
    expect(file.headers['content-disposition']).toBe(`attachment; filename="${job.fileName}"`);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    const rows = rowsOf(file.body);
    expect(rows.map((row) => [row['firstName'], row['screenDate']])).toEqual([
      [`'=HYPERLINK("x")`, ''],
      ['Ana', '2025-07-01'],
      ['Ana', '2025-06-01'],
    ]);
    expect(rows[1]?.['address']).toBe('Calle 3, "La Loma"\nabajo');
  });

  it('makes a workbook with typed cells if it is requested', async () => {
    const { person, report, download } = await withUnits();
    const { token } = await person('ana', ['user', 'sync']);
    const { fileName = '' } = await report(token, { query: 'format=xlsx', language: 'es' });
    expect(fileName).toMatch(/\.xlsx$/);
    const file = await download(token, fileName);
    const [, ...rows] = await readSheet(file.rawPayload);
    expect(rows).toHaveLength(3);
    expect(rows.flat()).toContain(8.4);
    expect(rows.flat()).toContain('=HYPERLINK("x")');
  });

  it.each([
    ['csvType', 'everything', 'all, sup, summary, missedScreening, women, referrals'],
    ['scopeType', 'world', 'stake, country, countries'],
    ['sortField', 'mother', 'firstName, lastName, ward, memberStatus, screenDate'],
    ['language', 'xx', LANGUAGES.join(', ')],
    ['monthSelect', '7', '6, 12, 18, 24, 30, 36, 42, 48, 54, 60'],
    ['monthSelect', '6 ', '6, 12, 18, 24, 30, 36, 42, 48, 54, 60'],
  ])('answers 400 to %s %j and names the allowed ones', async (field, value, allowed) => {
    const { app, person } = await aReportServer();
    const { token } = await person('ana', ['user', 'admin']);
    const answer = await call(app, 'GET', reportUrl({ [field]: value }), undefined, { token });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      code: 'bad-request',
      message: `${field} must be one of ${allowed}.`,
      issues: [{ field, code: 'not-allowed', params: { allowed } }],
    });
  });

  it.each([
    ['sync', ['user', 'sync'], undefined, [202, 403, 403]],
    ['sync of another country', ['user', 'sync'], { countries: ['HND'] }, [403, 403, 403]],
    ['sync of the unit', ['user', 'sync'], { stakes: [COBAN] }, [202, 403, 403]],
    ['an administrator', ['user', 'admin'], undefined, [202, 202, 202]],
    ['an administrator of the country', ['user', 'admin'], { countries: ['GTM'] }, [202, 202, 403]],
    ['an administrator of the unit', ['user', 'admin'], { stakes: [COBAN] }, [202, 403, 403]],
    ['a pilot with sync', ['user', 'sync', 'phl-pilot'], undefined, [403, 403, 403]],
    ['a user', ['user'], undefined, [403, 403, 403]],
  ] as const)('a report is for %s by the requested scope', async (_who, roles, scope, expected) => {
    const { app, person } = await aReportServer();
    const { token } = await person('ana', [...roles], scope);
    const found: number[] = [];
    for (const scopeType of ['stake', 'country', 'countries']) {
      const url = reportUrl({ scopeType, csvType: 'women' });
      found.push((await call(app, 'GET', url, undefined, { token })).statusCode);
    }
    expect(found).toEqual(expected);
  });

  it('gives a pilot coordinator the pilot’s units', async () => {
    const { person, report } = await aReportServer();
    const { token } = await person('ana', ['user', 'sync', 'phl-pilot']);
    expect(await report(token, { stakeDB: 'mindoro_phl', cCode: 'PHL' })).toMatchObject({
      rows: 0,
    });
  });

  it('reads each unit of a country once, and no test unit', async () => {
    const { person, report, download } = await withUnits();
    const { token } = await person('boss', ['user', 'admin']);
    const job = await report(token, { scopeType: 'country', cCode: 'guatemala' });
    const rows = rowsOf((await download(token, job.fileName)).body);
    expect(rows.map((row) => row['stake db name'])).toEqual([SECOND, COBAN, COBAN, COBAN]);
    expect(job.fileName).toMatch(/^all_country_GTM_/);
    const all = await report(token, { scopeType: 'countries' });
    const everywhere = rowsOf((await download(token, all.fileName)).body);
    expect(new Set(everywhere.map((row) => row['Country']))).toEqual(
      new Set(['Guatemala', 'Honduras']),
    );
    expect(all.fileName).toMatch(/^all_countries_all_/);
  });

  it('names a unit that fails and keeps the rows of the others', async () => {
    const server = await withUnits();
    const { app, person, report, download } = server;
    const { token } = await person('boss', ['user', 'admin']);
    const { address } = app.services.stores;
    if (address.kind !== 'files') throw new Error('no files');
    writeFileSync(join(address.dir, 'units', 'escuintla_stake_gtm.sqlite'), 'no database at all');
    const job = await report(token, { scopeType: 'country' });
    expect(job).toMatchObject({ state: 'done', rows: 4, failedUnits: [expect.any(String)] });
    expect(job.text).toContain('Missing: ');
    expect(rowsOf((await download(token, job.fileName)).body)).toHaveLength(4);
  });

  it('reports how many records are unreadable', async () => {
    const { app, person, report } = await withUnits();
    const { token } = await person('ana', ['user', 'sync']);
    await fill(app, COBAN, [
      aChild(COBAN, 'Bad', { birthDate: 'ayer' }),
      aScreening(COBAN, 'Gone'),
    ]);
    const job = await report(token);
    expect(job).toMatchObject({
      rows: 3,
      text: '3 rows. 2 records could not be read and are missing.',
    });
  });

  it('starts one job per account and room, and refuses another account’s room', async () => {
    const { app, person } = await aReportServer();
    const { account, token } = await person('ana', ['user', 'sync']);
    const room = socketRoomOf(account, new Date());
    const ask = (id: string) =>
      call(app, 'GET', reportUrl({ query: `socketRoomId=${encodeURIComponent(id)}` }), undefined, {
        token,
      });
    const answers = await Promise.all([ask(room), ask(room), ask(room)]);
    expect(new Set(answers.map((answer) => answer.json<{ jobId: string }>().jobId)).size).toBe(1);
    expect(saidBy(await ask('EvaPérez1748880000000'))).toBe('403 forbidden');
    expect(saidBy(await ask('AnaLópez'))).toBe('403 forbidden');
  });
});

describe('the programme’s table of next visits in a report', () => {
  // A job reads the real clock; a day more or less does not matter here.
  const daysAgo = (days: number) => addDays(todayIn('America/Guatemala', new Date()), -days);

  it.each([
    [30, true],
    [20, true],
    [14, false],
  ])(
    'says with %i days of admission, 17 days after it, that it is answered: %o',
    async (days, isAnswered) => {
      const { app, person, report, download } = await aReportServer();
      const [surveyDate, referralDate] = [daysAgo(19), daysAgo(17)];
      const outcome = { referralOutcome: 'admitted', referralDate };
      await fill(app, COBAN, [
        aChild(COBAN, 'Ana'),
        aScreening(COBAN, 'Ana', 1, { surveyDate, muac: 11, ...outcome }),
      ]);
      const { programme } = app.services;
      const was = await programme.current();
      const settings = { ...was, nextVisit: { ...was.nextVisit, admittedDays: days } };
      expect(await programme.change(was, settings, BOSS)).toMatchObject({ ok: true });
      const { token } = await person('boss', ['user', 'admin']);
      const { fileName } = await report(token, { csvType: 'summary' });
      const [row] = rowsOf((await download(token, fileName)).body);
      const answered = isAnswered ? ` (answered ${referralDate}: admitted)` : '';
      expect(row?.['openReferral']).toBe(`MUAC ${surveyDate}${answered}`);
      const url = reportUrl({ csvType: 'summary' }, 'reportPreview');
      const preview = await call(app, 'GET', url, undefined, { token });
      const { columns, rows } = preview.json<ReportPreviewBody>();
      const at = columns.findIndex(({ name }) => name === 'openReferral');
      expect(rows[0]?.[at]).toBe(row?.['openReferral']);
      // A change of no setting makes no new number.
      const number = days === was.nextVisit.admittedDays ? 0 : 1;
      const book = await report(token, { csvType: 'summary', query: 'format=xlsx' });
      const { properties } = await readXlsx((await download(token, book.fileName)).rawPayload);
      const told = number > 0 ? 'By settings number 1 of the programme.' : undefined;
      expect(properties?.description).toBe(told);
      const listed = await call(app, 'GET', '/api/reports', undefined, { token });
      const listedAs = { settings: number, text: ['1 row.', told ?? []].flat().join(' ') };
      expect(listed.json<ReportJobsBody>().jobs).toMatchObject([listedAs, listedAs]);
    },
  );
});

describe('GET /api/children/report-preview', () => {
  it('answers the first rows, their total number, and what is missing', async () => {
    const { app, person } = await withUnits();
    await fill(app, COBAN, [aChild(COBAN, 'Bad', { birthDate: 'ayer' })]);
    const { programme } = app.services;
    const was = await programme.current();
    await programme.change(was, { ...was, coverageGoal: 70 }, BOSS);
    const { token } = await person('boss', ['user', 'admin']);
    const url = reportUrl(
      { scopeType: 'country', language: 'es', query: 'limit=2' },
      'reportPreview',
    );
    const answer = await call(app, 'GET', url, undefined, { token });
    const body = answer.json<ReportPreviewBody>();
    expect(body).toMatchObject({ count: 4, failedUnits: [], unreadable: 1, settings: 1 });
    expect(body.columns[7]).toEqual({ name: 'firstName', title: 'nombre', kind: 'text' });
    // Unchanged text: a spreadsheet formula is harmless on a screen.
    expect(body.rows.map((row) => row[7])).toEqual(['Luz', '=HYPERLINK("x")']);
    const own = await call(app, 'GET', '/api/reports', undefined, { token });
    expect(own.json()).toEqual({ jobs: [] });
  });

  it('gives an account two places, so that it cannot fill those of all', async () => {
    const { app, person } = await aReportServer();
    const boss = await person('boss', ['user', 'admin']);
    const ana = await person('ana', ['user', 'sync']);
    const asked = (token: string) =>
      call(app, 'GET', reportUrl({}, 'reportPreview'), undefined, { token });
    const own = Promise.all(Array.from({ length: 60 }, () => asked(boss.token)));
    const other = await asked(ana.token);
    expect(other.statusCode).toBe(200);
    const statuses = (await own).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(statuses.filter((status) => status === 429)).toHaveLength(58);
    expect((await own)[59]?.headers['retry-after']).toBe('2');
    expect(saidBy(await asked(boss.token))).toBe('200');
  });

  it('the preview has the same rights as the report', async () => {
    const { app, person } = await aReportServer();
    const { token } = await person('ana', ['user', 'sync'], { stakes: [COBAN] });
    const said = async (asked: object) =>
      saidBy(await call(app, 'GET', reportUrl(asked, 'reportPreview'), undefined, { token }));
    expect(await said({})).toBe('200');
    expect(await said({ stakeDB: SECOND })).toBe('403 forbidden');
    expect(await said({ scopeType: 'country' })).toBe('403 forbidden');
    expect(await said({ query: 'limit=2001' })).toMatch(/^400 /);
  });
});
