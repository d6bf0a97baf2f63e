import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ImportBody, type ImportsBody, socketRoomOf } from '@crece/contract';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { listenTo } from '../realtime/testing/listener.ts';
import { listen, saidBy } from '../testing/test-people.ts';
import { UNIT } from './testing/an-import.ts';
import { aForm, anUploadServer, FORM_HEADERS, type Uploaded } from './testing/upload-server.ts';

const HEADER = 'Nombre,Apellido,Sexo,Fecha de nacimiento,Fecha,Peso,Talla,MUAC\n';
const ANA = 'Ana,Xol,Niña,2024-03-10,2025-05-10,7.1,68.5,11.9\n';
const TWO = `${HEADER}${ANA}${ANA.replace('7.1', 'siete')}`;

async function withCoordinator() {
  const server = await anUploadServer();
  const { token, account } = await server.person('sofia', ['user', 'sync']);
  return { ...server, token, account };
}

describe('POST /api/children/upload/:stakeDB', () => {
  it('checks a file without writing anything, and answers the account with the findings', async () => {
    const { upload, token, stored, get } = await withCoordinator();
    const answer = await upload(token, TWO, { dryRun: 'true', language: 'es' });
    const body = answer.json<Uploaded>();
    expect(body.username).toBe('sofia');
    expect(body.import).toMatchObject({
      stakeDB: UNIT,
      dryRun: true,
      state: 'finished',
      result: {
        status: 'checked',
        rows: 2,
        created: 1,
        rejected: 1,
        rowsWithFindings: 1,
        findings: [
          { row: 3, outcome: 'rejected', findings: [{ code: 'number-invalid', column: 'Peso' }] },
        ],
        columns: [
          { header: 'Nombre', field: 'firstName' },
          { header: 'Apellido', field: 'lastName' },
          {},
          {},
          {},
          {},
          {},
          {},
        ],
      },
    });
    expect(await stored()).toEqual([]);
    const file = await get(token, `/files/${body.import.fileName ?? ''}`);
    const lines: unknown[] = parse(file.body, { bom: true, columns: true });
    expect(lines).toMatchObject([
      { row: '2', outcome: 'created', code: '' },
      { row: '3', outcome: 'rejected', column: 'Peso', code: 'number-invalid' },
    ]);
  });

  it('refuses a list for a unit that has ended, and takes it when the unit is open again', async () => {
    const { app, upload, token, stored } = await withCoordinator();
    const { catalogue } = app.services;
    async function retire(isEnd: boolean): Promise<void> {
      const { rev, catalogue: before } = await catalogue.current();
      const countries = before.countries.map((country) => ({
        ...country,
        stakes: country.stakes.map(({ retired: _was, ...unit }) =>
          unit.stakeDB === UNIT && isEnd ? { ...unit, retired: true as const } : unit,
        ),
      }));
      expect(await catalogue.change(rev, { countries }, () => true)).toMatchObject({ ok: true });
    }
    await retire(true);
    const refused = await upload(token, TWO, { language: 'es' });
    expect(saidBy(refused)).toBe('422 validation undefined:unit-retired');
    expect(await stored()).toEqual([]);
    await retire(false);
    expect((await upload(token, TWO)).statusCode).toBe(200);
  });

  it('imports the checked file without a second upload, and deletes it afterwards', async () => {
    const { app, imported, upload, token, stored } = await withCoordinator();
    const checked = await imported(token, TWO, { dryRun: 'true' });
    const done = await imported(token, null, { upload: checked.upload ?? '' });
    expect(done.result).toMatchObject({ status: 'imported', created: 1, rejected: 1 });
    expect((await stored()).map(({ updatedBy, device }) => [updatedBy, device])).toEqual([
      ['Ana López', 'server'],
      ['Ana López', 'server'],
    ]);
    await app.services.background.settled();
    const again = await upload(token, null, { upload: checked.upload ?? '' });
    expect(saidBy(again)).toBe('404 not-found');
    expect(readdirSync(join(app.services.config.dataDir, 'uploads'))).toEqual([]);
  });

  it('asks questions first, and accepts answers and columns assigned by hand', async () => {
    const { imported, token, stored } = await withCoordinator();
    const file = `${HEADER.replace('Talla', 'Cuánto mide')}Ana,Xol,F,10/3/2024,4/5/2025,7.1,68.5,119\n`;
    const asked = await imported(token, file);
    expect(asked.result).toMatchObject({ status: 'questions', created: 0 });
    expect(asked.result?.questions.map(({ code }) => code)).toEqual(['dateOrder', 'muacUnit']);
    expect(await stored()).toEqual([]);
    const done = await imported(token, null, {
      upload: asked.upload ?? '',
      dateOrder: 'dmy',
      muacUnit: 'mm',
      mapping: JSON.stringify({ 'Cuánto mide': 'height' }),
    });
    expect(done.result).toMatchObject({ status: 'imported', created: 1 });
    expect((await stored())[1]).toMatchObject({
      surveyDate: '2025-05-04',
      muac: 11.9,
      height: 68.5,
    });
  });

  it('shows rows as understood and each change, and asks what rows of a day with a visit are', async () => {
    const { imported, token } = await withCoordinator();
    await imported(token, `${HEADER}${ANA}`);
    const corrected = `Clínica\n${HEADER.replace('MUAC', 'MUAC,Zapato')}${ANA.replace('7.1', '7.3').trimEnd()},22\n`;
    const asked = await imported(token, corrected, { dryRun: 'true' });
    expect(asked.result).toMatchObject({
      status: 'checked',
      rejected: 1,
      questions: [
        { code: 'sameDay', options: ['correction', 'second'], count: 1, examples: [{ row: 3 }] },
      ],
      above: ['Clínica'],
      sample: [
        {
          row: 3,
          firstName: 'Ana',
          lastName: 'Xol',
          gender: 'Girl',
          birthDate: '2024-03-10',
          surveyDate: '2025-05-10',
          weight: 7.3,
          height: 68.5,
          muac: 11.9,
        },
      ],
    });
    expect(asked.result?.columns.at(-1)).toMatchObject({ field: null, examples: ['22'] });
    const plain = await imported(token, corrected);
    expect(plain.result).toMatchObject({
      status: 'imported',
      rejected: 1,
      questions: [],
      findings: [{ row: 3, findings: [{ code: 'same-day', level: 'reject' }] }],
    });
    const done = await imported(token, corrected, { sameDay: 'correction' });
    expect(done.result).toMatchObject({
      updated: 1,
      changedFields: { weight: 1 },
      changes: [{ row: 3, name: 'Ana Xol', fields: [{ field: 'weight', from: 7.1, to: 7.3 }] }],
    });
  });

  it('names missing columns, and refuses a file that is no table', async () => {
    const { imported, token } = await withCoordinator();
    expect((await imported(token, 'Peso\n7\n')).result).toMatchObject({
      status: 'columns',
      problems: [{ code: 'column-missing', field: 'firstName' }, {}, {}, {}],
    });
    const twice = `${HEADER.trimEnd()},${HEADER.split(',')[0]}\n`;
    expect((await imported(token, twice + TWO.slice(HEADER.length))).result).toMatchObject({
      status: 'columns',
      problems: [{ code: 'column-twice', field: 'firstName' }],
    });
    expect((await imported(token, HEADER)).result).toMatchObject({
      status: 'refused',
      refusal: 'no-rows',
    });
  });

  it('an upload is for accounts that may upload in that unit', async () => {
    const { upload, person, token, app } = await withCoordinator();
    const user = await person('luis', ['user']);
    const elsewhere = await person('eva', ['user', 'sync'], { stakes: ['coban_stake_gtm'] });
    expect(saidBy(await upload(user.token, TWO))).toBe('403 forbidden');
    expect(saidBy(await upload(elsewhere.token, TWO))).toBe('403 forbidden');
    expect(saidBy(await upload(token, TWO, {}, 'nowhere_gtm'))).toBe('403 forbidden');
    const nobody = await app.app.inject({
      method: 'POST',
      url: `/api/children/upload/${UNIT}`,
      headers: FORM_HEADERS,
      payload: aForm(TWO),
    });
    expect(saidBy(nobody)).toBe('401 unauthorized');
  });

  it('shows nobody another account’s upload, import or room', async () => {
    const { imported, upload, person, get, post, token, account } = await withCoordinator();
    const done = await imported(token, TWO);
    const checked = await imported(token, TWO, { dryRun: 'true' });
    const other = await person('luis', ['user', 'sync']);
    const again = await upload(other.token, null, { upload: checked.upload ?? '' });
    expect(saidBy(again)).toBe('404 not-found');
    expect(saidBy(await upload(token, null, { upload: '../../etc/passwd' }))).toBe('404 not-found');
    expect(saidBy(await get(other.token, `/api/imports/${done.id}`))).toBe('404 not-found');
    expect(saidBy(await post(other.token, `/api/imports/${done.id}/undo`))).toBe('404 not-found');
    const room = socketRoomOf({ ...account, firstName: 'Eva' }, new Date());
    expect(saidBy(await upload(token, TWO, { socketRoomId: room }))).toBe('403 forbidden');
  });

  it('refuses a body that is no form, another field, an invalid answer and an invalid mapping', async () => {
    const { app, upload, token } = await withCoordinator();
    const send = (payload: Buffer, headers: Record<string, string>) =>
      app.app.inject({
        method: 'POST',
        url: `/api/children/upload/${UNIT}`,
        headers: { authorization: `JWT ${token}`, ...headers },
        payload,
      });
    expect(saidBy(await send(aForm(TWO, 'file'), FORM_HEADERS))).toBe('400 bad-request');
    expect(saidBy(await send(aForm(TWO).subarray(0, 150), FORM_HEADERS))).toBe('400 bad-request');
    const text = { 'content-type': 'text/plain' };
    expect(saidBy(await send(Buffer.from(TWO), text))).toBe('415 unsupported-type');
    expect(saidBy(await upload(token, TWO, { muacUnit: 'inch' }))).toBe('400 bad-request');
    expect(saidBy(await upload(token, TWO, { mapping: '{' }))).toBe('400 bad-request');
  });

  it('starts one job per room, however often it is called', async () => {
    const { imported, token, account, stored } = await withCoordinator();
    const room = socketRoomOf(account, new Date());
    const first = await imported(token, TWO, { socketRoomId: room });
    const second = await imported(token, TWO, { socketRoomId: room });
    expect(second.id).toBe(first.id);
    expect(await stored()).toHaveLength(2);
  });

  it('an import tells its room how many rows there are, and how many are done', async () => {
    const { app, imported, token, account } = await withCoordinator();
    const room = socketRoomOf(account, new Date());
    const client = listenTo(await listen(app), token);
    client.enter(room);
    await client.hears('Client_ready');
    await imported(token, `${HEADER}${ANA}${ANA.replace('Ana', 'Luz')}`, { socketRoomId: room });
    await client.hears('CSV_complete');
    const counts = client.heard.filter(([event]) => event === 'CSV_progress');
    expect(counts[0]).toEqual(['CSV_progress', { maxCount: 2 }]);
    expect(counts.at(-1)).toEqual(['CSV_progress', { count: 2, text: UNIT }]);
  });
});

describe('imports of an account', () => {
  it('imports are listed (without dry runs) and audited, and can be undone', async () => {
    const { app, imported, token, get, post, stored } = await withCoordinator();
    await imported(token, TWO, { dryRun: 'true' });
    const done = await imported(token, TWO);
    const list = (await get(token, '/api/imports')).json<ImportsBody>();
    expect(list.imports.map(({ id, result }) => [id, result?.status])).toEqual([
      [done.id, 'imported'],
    ]);
    const undone = (await post(token, `/api/imports/${done.id}/undo`)).json<ImportBody>();
    expect(undone).toMatchObject({
      undoOf: done.id,
      state: 'finished',
      result: { status: 'undone', undone: { children: 1, kept: [] } },
    });
    expect(await stored()).toEqual([]);
    await app.services.background.settled();
    const { entries } = await app.services.audit.page({ who: '', what: 'records-imported' }, 1);
    expect(entries.map(({ who, whom, detail }) => [who, whom, detail])).toEqual([
      ['sofia', UNIT, `undo of ${done.id}`],
      ['sofia', UNIT, 'import'],
      ['sofia', UNIT, 'dry run'],
    ]);
    expect(saidBy(await post(token, `/api/imports/${undone.id}/undo`))).toBe('409 conflict');
    expect((await imported(token, TWO)).result).toMatchObject({ status: 'imported', created: 1 });
  });
});
