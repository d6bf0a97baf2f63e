import { API_PATHS, type ReportStartedBody } from '@crece/contract';
import { describe, expect, it } from 'vitest';
import {
  aChild,
  aReportServer,
  aScreening,
  COBAN,
  fill,
} from '../reports/testing/report-server.ts';
import { call } from '../testing/test-people.ts';

const MAPPING = {
  figures: { screened: { dataElement: 'screenedUid' } },
  orgUnits: { [COBAN]: 'cobanUid' },
};

/** The address of an export of Coban. */
function exportUrl(exportFormat: string, scopeType = 'stake', stakeDB = COBAN): string {
  const values: Record<string, string> = { exportFormat, scopeType, stakeDB, cCode: 'GTM' };
  return API_PATHS.export.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '');
}

async function withCoban() {
  const server = await aReportServer();
  await fill(server.app, COBAN, [aChild(COBAN, 'Ana'), aScreening(COBAN, 'Ana')]);
  const { token } = await server.person('ana', ['user', 'sync']);
  /** Requests an export, waits for its end and downloads it. */
  async function exported(exportFormat: string, body: object = {}) {
    const answer = await call(server.app, 'POST', exportUrl(exportFormat), body, { token });
    if (answer.statusCode !== 202) throw new Error(answer.body);
    const job = await server.ended(token, answer.json<ReportStartedBody>().jobId);
    return { job, text: (await server.download(token, job.fileName)).body };
  }
  return { ...server, token, exported };
}

describe('POST /api/children/export', () => {
  it('makes the survey file of a unit, which is listed like a report', async () => {
    const { exported, app, token } = await withCoban();
    const { job, text } = await exported('anthro');
    expect(job).toMatchObject({ kind: 'export', state: 'done', text: 'Done.' });
    expect(job.asked).toMatchObject({
      exportFormat: 'anthro',
      stakeName: 'Cobán Stake',
      stakeDB: COBAN,
    });
    expect(job.fileName).toMatch(/^anthro_stake_coban_stake_gtm_\d{8}-\d{4}_[0-9a-f]{16}\.csv$/);
    expect(text.split('\n')[1]).toContain(',2,03/05/2024,01/06/2025,394,n,8.4,78,');
    const list = await call(app, 'GET', API_PATHS.reportJobs, undefined, { token });
    expect(list.json()).toMatchObject({ jobs: [{ id: job.id, kind: 'export' }] });
  });

  it('makes a FHIR bundle, with contacts only if they are requested', async () => {
    const { exported, app } = await withCoban();
    await fill(app, COBAN, [aChild(COBAN, 'Eva', { phone: '5550 1234' })]);
    const plain = await exported('fhir');
    expect(JSON.parse(plain.text)).toMatchObject({ resourceType: 'Bundle', type: 'transaction' });
    expect(plain.text).not.toContain('5550 1234');
    expect((await exported('fhir', { withContact: true })).text).toContain('5550 1234');
  });

  it('makes a data value set with the given mapping, and names what the mapping lacks', async () => {
    const { exported } = await withCoban();
    const { job, text } = await exported('dhis2', { mapping: MAPPING, months: 12 });
    const { dataValues } = JSON.parse(text) as { dataValues: unknown[] };
    expect(dataValues).toHaveLength(12);
    expect(job.text).toContain('Not in the mapping and therefore left out: screened-first,');
  });

  it('refuses an invalid mapping, with a sentence for each fault', async () => {
    const { app, token } = await withCoban();
    const mapping = { figures: { screend: { dataElement: 'a' } } };
    const said: unknown[] = [];
    for (const language of ['en', 'es']) {
      const headers = { 'accept-language': language };
      const answer = await call(app, 'POST', exportUrl('dhis2'), { mapping }, { token, headers });
      said.push([answer.statusCode, answer.json<{ message: string }>().message]);
    }
    expect(said).toEqual([
      [400, 'There is no figure “screend”.'],
      [400, 'No existe la cifra «screend».'],
    ]);
  });

  it.each([
    ['sync', ['user', 'sync'], undefined, [202, 403, 403]],
    ['an administrator of the country', ['user', 'admin'], { countries: ['GTM'] }, [202, 202, 403]],
    ['a user', ['user'], undefined, [403, 403, 403]],
  ] as const)(
    'an export is for %s by the requested scope, as reports are',
    async (_who, roles, scope, expected) => {
      const { app, person } = await aReportServer();
      const { token } = await person('ana', [...roles], scope);
      const found: number[] = [];
      for (const scopeType of ['stake', 'country', 'countries']) {
        const url = exportUrl('anthro', scopeType);
        found.push((await call(app, 'POST', url, {}, { token })).statusCode);
      }
      expect(found).toEqual(expected);
    },
  );

  it('refuses unknown formats and scopes, another account’s room and an unknown unit', async () => {
    const { app, token } = await withCoban();
    const statusOf = async (url: string, body: object = {}) =>
      (await call(app, 'POST', url, body, { token })).statusCode;
    expect(await statusOf(exportUrl('pdf'))).toBe(400);
    expect(await statusOf(exportUrl('fhir', 'world'))).toBe(400);
    expect(await statusOf(exportUrl('dhis2'), { months: 61 })).toBe(400);
    expect(await statusOf(`${exportUrl('fhir')}?socketRoomId=Somebody1`)).toBe(403);
    expect(await statusOf(exportUrl('fhir', 'stake', 'nowhere_gtm'))).toBe(403);
  });
});
