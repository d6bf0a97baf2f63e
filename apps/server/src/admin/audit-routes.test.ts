import type { AuditBody } from '@crece/contract';
import { describe, expect, it } from 'vitest';
import { parseCsv } from '../cli/testing/run.ts';
import { aRunningServer, refusalOf } from './testing/running-server.ts';

async function withALog() {
  let now = new Date('2026-03-01T10:00:00.000Z');
  const server = await aRunningServer({ clock: () => now });
  const { audit } = server.services;
  await audit.record({
    what: 'user-added',
    who: 'ana',
    whom: 'ben',
    from: '::1',
    detail: 'a, "b"',
  });
  now = new Date('2026-03-02T10:00:00.000Z');
  await audit.record({
    what: 'role-granted',
    who: 'ana',
    whom: '=2+5',
    from: null,
    detail: '-2.94',
  });
  await audit.record({
    what: 'sign-in',
    who: '@name',
    whom: null,
    from: '::1',
    detail: '-sync +x',
  });
  return { ...server, as: await server.person('Ana', ['user', 'admin']) };
}

const NOW = '2026-03-02T10:00:00.000Z';
const HEADER = ['at', 'what', 'who', 'whom', 'from', 'detail', 'count', 'last'];

describe('GET /api/audit', () => {
  it('answers the entries that match the query', async () => {
    const { as, call } = await withALog();
    const ask = async (query: string) => {
      const body = (await (await call(`GET /api/audit${query}`, { as })).json()) as AuditBody;
      return [body.total, ...body.entries.map(({ what }) => what)];
    };
    expect(await ask('')).toEqual([3, 'sign-in', 'role-granted', 'user-added']);
    expect(await ask('?who=BEN')).toEqual([1, 'user-added']);
    expect(await ask('?what=sign-in&who=')).toEqual([1, 'sign-in']);
    expect(await ask('?from=2026-03-01&to=2026-03-01')).toEqual([1, 'user-added']);
    expect(await ask('?from=2026-03-02')).toEqual([2, 'sign-in', 'role-granted']);
    expect(await ask('?page=2')).toEqual([3]);
  });

  it.each(['from=yesterday', 'to=2026-02-30', 'page=0', 'from=2026-3-1'])(
    'refuses ?%s',
    async (query) => {
      const { as, call } = await withALog();
      expect(await refusalOf(await call(`GET /api/audit?${query}`, { as }))).toEqual([
        400,
        'bad-request',
      ]);
    },
  );

  it('the audit log is for administrators only', async () => {
    const { call, person } = await withALog();
    const ben = await person('Ben', ['user', 'sync']);
    expect((await call('GET /api/audit', { as: ben })).status).toBe(403);
    expect((await call('GET /api/audit.csv', { as: ben })).status).toBe(403);
    expect((await call('GET /api/audit.csv')).status).toBe(401);
  });
});

describe('the names in the audit log', () => {
  it('names are those of the accounts of then: none of an account that is gone, or was added since', async () => {
    let now = new Date('2026-03-01T10:00:00.000Z');
    const { call, person, services } = await aRunningServer({ clock: () => now });
    const ana = await person('Ana', ['admin']);
    const { audit } = services;
    const from = null;
    await audit.record({ what: 'user-changed', who: 'ana', whom: 'gone', from });
    await audit.record({ what: 'sign-in', who: 'ben', whom: 'ben', from });
    await audit.record({ what: 'record-removed', who: 'ana', whom: 'coban_stake_gtm', from });
    await audit.record({ what: 'sign-in-failed', who: null, whom: null, from });
    now = new Date('2026-03-01T10:00:00.001Z');
    await person('Ben', ['user']);
    await audit.record({ what: 'user-changed', who: 'ana', whom: 'ben', from });
    const answer = await call('GET /api/audit', { as: ana });
    const { entries } = (await answer.json()) as AuditBody;
    const names = entries.map((line) => [line.what, line.whoName, line.whomName]);
    const name = 'Ana López';
    expect(names.toReversed()).toEqual([
      ['user-changed', name, null],
      ['sign-in', null, null],
      ['record-removed', name, undefined],
      ['sign-in-failed', undefined, undefined],
      ['user-changed', name, 'Ben López'],
    ]);
  });

  it('an administrator with a scope is told no name of an account outside it, nor whether it exists', async () => {
    const { call, person, services } = await aRunningServer({});
    const leo = await person('Leo', ['admin'], { scope: { countries: ['GTM'] } });
    await person('Root', ['admin']);
    for (const who of ['root', 'nobody', 'leo']) {
      const entry = { what: 'record-removed', whom: 'coban_stake_gtm', from: null } as const;
      await services.audit.record({ ...entry, who });
    }
    const answer = await call('GET /api/audit', { as: leo });
    const { entries } = (await answer.json()) as AuditBody;
    expect(entries.map(({ who, whoName }) => [who, whoName])).toEqual([
      ['leo', 'Leo López'],
      ['nobody', undefined],
      ['root', undefined],
    ]);
  });
});

describe('GET /api/audit.csv', () => {
  it('answers a file in which a spreadsheet runs no formula', async () => {
    const { as, call, services } = await withALog();
    const answer = await call('GET /api/audit.csv?from=2026-03-01&who=n', { as });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="crece-audit-2026-03-02.csv"',
    );
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = new TextDecoder().decode(bytes);
    expect(text.split('\r\n')).toHaveLength(6);
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
    expect(parseCsv(text)).toEqual([
      HEADER,
      [NOW, 'audit-exported', 'ana', '', '127.0.0.1', 'from=2026-03-01 who', '1', NOW],
      [NOW, 'sign-in', "'@name", '', '::1', "'-sync +x", '1', NOW],
      [NOW, 'role-granted', 'ana', "'=2+5", '', '-2.94', '1', NOW],
      [
        '2026-03-01T10:00:00.000Z',
        'user-added',
        'ana',
        'ben',
        '::1',
        'a, "b"',
        '1',
        '2026-03-01T10:00:00.000Z',
      ],
    ]);
    const [newest] = (await services.audit.page({ who: '', what: '' }, 1)).entries;
    expect([newest?.what, newest?.who, newest?.from]).toEqual([
      'audit-exported',
      'ana',
      '127.0.0.1',
    ]);
  });

  it('answers no HEAD, which would read the whole log', async () => {
    const { origin, as } = await withALog();
    const headers = { authorization: `JWT ${as.token}` };
    expect((await fetch(`${origin}/api/audit.csv`, { method: 'HEAD', headers })).status).toBe(404);
  });
});

describe('the audit log for an administrator with a scope', () => {
  it('contains entries about accounts and places that are now completely within the scope', async () => {
    const clock = () => new Date('2026-03-01T10:00:00.000Z');
    const { call, person, services } = await aRunningServer({ clock });
    const leo = await person('Leo', ['admin'], { scope: { countries: ['GTM'] } });
    await person('Ben', ['user'], { scope: { stakes: ['coban_stake_gtm'] } });
    await person('Wim', ['user'], { scope: { countries: ['GTM', 'VEN'] } });
    await person('Root', ['admin']);
    const { audit } = services;
    const seen = [
      { what: 'user-changed', who: 'root', whom: 'ben' },
      { what: 'sign-in', who: 'ben', whom: 'ben' },
      { what: 'audit-exported', who: 'leo', whom: null },
      { what: 'record-removed', who: 'wim', whom: 'coban_stake_gtm' },
      { what: 'report-made', who: 'root', whom: 'GTM' },
    ] as const;
    const hidden = [
      { what: 'user-changed', who: 'root', whom: 'wim' },
      { what: 'sign-in', who: 'root', whom: 'root' },
      { what: 'sign-in-failed', who: null, whom: null },
      { what: 'user-removed', who: 'root', whom: 'gone' },
      { what: 'audit-exported', who: 'root', whom: null },
      { what: 'catalogue-changed', who: 'root', whom: null },
      { what: 'settings-changed', who: 'leo', whom: null },
      { what: 'record-removed', who: 'ben', whom: 'coro_ven' },
      { what: 'report-made', who: 'root', whom: 'VEN' },
      { what: 'report-made', who: 'root', whom: 'all' },
    ] as const;
    for (const entry of [...seen, ...hidden]) await audit.record({ ...entry, from: null });
    const answer = await call('GET /api/audit', { as: leo });
    const { entries, total } = (await answer.json()) as AuditBody;
    const told = entries.map(({ what, who, whom }) => ({ what, who, whom }));
    expect(told.reverse()).toEqual(seen);
    expect(total).toBe(seen.length);
    const csv = await (await call('GET /api/audit.csv', { as: leo })).text();
    // Plus its heading and the entry of the export itself.
    expect(parseCsv(csv)).toHaveLength(seen.length + 2);
  });
});
