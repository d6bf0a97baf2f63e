import { API_PATHS, SYNC_PATH } from '@crece/contract';
import type { Child, Screening } from '@crece/domain';
import { readDocument, rulesText } from '@crece/domain';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../store/document-store.ts';
import { aClock, aSignedIn, call, saidBy } from '../../testing/test-people.ts';
import { aGateway, type Gateway, TEST_UNIT } from '../testing/a-gateway.ts';
import { MAX_DOCUMENT_BYTES } from '../write/bulk-docs.ts';
import { carried, childOf, removal, screeningOf } from '../write/testing/carried.ts';
import { pushedOutcomes } from '../write/testing/push.ts';

const NOW = '2025-06-01T08:00:00.000Z';
const child = childOf(1);
const screening = screeningOf(1, { owner: child._id });
const STORED = carried({ ...child, stamp: { firstName: 1 }, village: 'Aldea 3' }, ['a', 'b']);

interface Opened {
  gateway: Gateway;
  get: (query?: string, id?: string) => Promise<LightMyRequestResponse>;
  put: (body: unknown, query?: string, id?: string) => Promise<LightMyRequestResponse>;
}

/** A server with one child and its screening, and an account that may synchronise, signed in. */
async function open(account: object = {}): Promise<Opened> {
  const gateway = await aGateway({ clock: aClock(NOW).clock });
  await pushedOutcomes(gateway, [STORED, carried(screening, ['a'])]);
  const { app } = gateway;
  const signIn = { username: 'ben', firstName: 'Ben', lastName: 'Tzul', roles: ['sync' as const] };
  const { token } = await aSignedIn(app, { ...signIn, ...account });
  const url = (id: string) => API_PATHS.child.replace(':childId', encodeURIComponent(id));
  return {
    gateway,
    get: (query = '', id = child._id) => call(app, 'GET', url(id) + query, undefined, { token }),
    put: (body, query = '', id = child._id) => call(app, 'PUT', url(id) + query, body, { token }),
  };
}

const { _revisions, ...KEPT } = STORED;
const { _rev } = KEPT;

async function readAll({ store }: Gateway): Promise<{ child: Child; screening: Screening }> {
  const read = async (id: string) => readDocument(await store.read(id), { timeZone: 'UTC' });
  const first = await read(child._id);
  const second = await read(screening._id);
  if (first.kind !== 'child' || second.kind !== 'screening') throw new Error('not there');
  return { child: first.child, screening: second.screening };
}

describe('a child of several records', () => {
  const other = childOf(2);
  const theirs = screeningOf(2, { owner: other._id });

  it('a corrected birth date assesses the screenings of all of them; a body cannot change what was decided', async () => {
    const { gateway, put } = await open();
    const sameAs = [{ id: child._id, decided: 1 }];
    await pushedOutcomes(gateway, [carried({ ...other, sameAs }, ['a']), carried(theirs, ['a'])]);
    const answer = await put({ ...KEPT, birthDate: '2023-01-01', sameAs: 'chld_nobody' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).not.toHaveProperty('sameAs');
    for (const id of [screening._id, theirs._id]) {
      const read = readDocument(await gateway.store.read(id), { timeZone: 'UTC' });
      expect(read.kind === 'screening' && read.screening.monthAge).toBeGreaterThan(24);
    }
    const stored = await gateway.store.read(other._id);
    const behind = await put({ ...stored, birthDate: '2023-02-01' }, '', other._id);
    expect(behind.json()).toMatchObject({ birthDate: '2023-02-01', sameAs });
  });
});

describe('GET /api/children/:childId', () => {
  it('answers the child as it is stored, of the unit in the id or in the query', async () => {
    const { get } = await open();
    for (const query of ['', `?stakeDB=${TEST_UNIT}`]) {
      const answer = await get(query);
      expect([answer.statusCode, answer.json()]).toEqual([200, KEPT]);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  it.each([
    ['neither id nor query tells the unit', '', 'chld_1', '400 bad-request'],
    ['the query is empty and the id tells nothing', '?stakeDB=', 'chld_1', '400 bad-request'],
    ['the unit is unknown', '?stakeDB=no_such_unit', child._id, '403 forbidden'],
    ['there is no such child', '', childOf(2)._id, '404 not-found'],
    ['the child is in another unit', '?stakeDB=test_stake_hnd', child._id, '404 not-found'],
    ['it is no child', '', screening._id, '404 not-found'],
  ])('refuses when %s', async (_name, query, id, refusal) => {
    const { get, put } = await open();
    expect(saidBy(await get(query, id))).toBe(refusal);
    expect(saidBy(await put({ ...KEPT, _id: id }, query, id))).toBe(refusal);
  });

  it('answers not found for a removed child', async () => {
    const { gateway, get, put } = await open();
    await pushedOutcomes(gateway, [removal(child, ['a', 'b', 'x'])]);
    expect(saidBy(await get())).toBe('404 not-found');
    expect(saidBy(await put(KEPT))).toBe('404 not-found');
  });

  it('a child outside the account’s scope is refused, whether the id or the query names the unit', async () => {
    const { get, put } = await open({ scope: { stakes: ['test_stake_hnd'] } });
    expect(saidBy(await get())).toBe('403 forbidden');
    expect(saidBy(await get(`?stakeDB=${TEST_UNIT}`))).toBe('403 forbidden');
    expect(saidBy(await put(KEPT))).toBe('403 forbidden');
    expect(saidBy(await get('?stakeDB=test_stake_hnd'))).toBe('404 not-found');
  });

  it('the route of a child does not hide those of the catalogue and of sync tokens, which begin alike', async () => {
    const { gateway } = await open();
    expect((await call(gateway.app, 'GET', API_PATHS.stakes)).statusCode).toBe(200);
    const { token } = await aSignedIn(gateway.app, { username: 'eva', roles: ['sync'] });
    const answer = await call(gateway.app, 'GET', API_PATHS.sync, undefined, { token });
    expect(answer.json<{ url: string }>().url).toContain(SYNC_PATH);
  });
});

describe('PUT /api/children/:childId', () => {
  it('replaces the typed fields, records account and time, and answers the new form', async () => {
    const { gateway, put } = await open();
    const { phone: _, ...rest } = KEPT as typeof KEPT & Child;
    const answer = await put({ ...rest, firstName: '  María ', school: 'La Paz' });
    const body = answer.json<Record<string, unknown>>();
    expect(answer.statusCode).toBe(200);
    expect(body).toEqual(await gateway.store.read(child._id));
    expect(body).toEqual({
      ...rest,
      _rev: expect.stringMatching(/^3-[0-9a-f]{32}$/) as unknown,
      firstName: 'María',
      school: 'La Paz',
      updatedAt: NOW,
      updatedBy: 'Ben Tzul',
      device: 'server',
      rules: rulesText(0),
      stamp: { firstName: 3, phone: 3, school: 3 },
    });
    expect((await gateway.store.leaves(child._id)).length).toBe(1);
  });

  it('ignores derived fields and provenance, and keeps unknown fields that the body does not name', async () => {
    const { gateway, put } = await open();
    const { village: _, ...rest } = KEPT;
    const claims = {
      statusColor: 'normalZscore',
      zscoreStatus: 'Normal',
      supType: 'none',
      bmi: 1,
      obese: true,
      lastScreening: 'scr_x',
      display: 'none',
      backGroundColor: 'red',
      interviewer: 'Somebody',
      owner: 'x',
      created: '2000-01-01T00:00:00.000Z',
      updatedBy: 'Somebody',
      device: 'x',
      stamp: { city: 99 },
    };
    const answer = await put({ ...rest, ...claims, city: 'Patzún' });
    const expected = { ...KEPT, city: 'Patzún', stamp: { firstName: 1, city: 3 } };
    const stored = await gateway.store.read(child._id);
    expect(stored).toEqual({
      ...expected,
      _rev: answer.json<{ _rev: string }>()._rev,
      updatedAt: NOW,
      updatedBy: 'Ben Tzul',
      device: 'server',
      rules: rulesText(0),
    });
  });

  it('keeps the family’s answers unless the body says others', async () => {
    const no = { given: false, day: '2025-05-01', who: 'Eva' };
    const yes = { given: true, day: '2025-06-01', who: 'Ben' };
    const { put } = await open();
    let last = (await put({ ...KEPT, consent: no, mayMessage: no })).json<Partial<Child>>();
    expect(last).toMatchObject({ consent: no, mayMessage: no });
    for (const said of [{}, { consent: null, mayMessage: 'yes' }, { mayMessage: { given: 1 } }]) {
      const { consent: _c, mayMessage: _m, ...rest } = last;
      last = (await put({ ...rest, ...said, city: `A${JSON.stringify(said).length}` })).json();
      expect(last, JSON.stringify(said)).toMatchObject({ consent: no, mayMessage: no });
    }
    last = (await put({ ...last, mayMessage: yes, cardNumber: 'x'.repeat(32) })).json();
    expect(last).toMatchObject({ consent: no, mayMessage: yes });
  });

  it('requires the current revision', async () => {
    const { gateway, put } = await open();
    const { _rev: current, ...withoutRev } = KEPT;
    for (const body of [withoutRev, { ...KEPT, _rev: '1-0a' }, { ...KEPT, _rev: '' }]) {
      expect(saidBy(await put(body))).toBe('409 conflict');
    }
    expect((await put({ ...KEPT, city: 'A' })).statusCode).toBe(200);
    expect(saidBy(await put({ ...KEPT, city: 'B' }))).toBe('409 conflict');
    expect((await readAll(gateway)).child.city).toBe('A');
    expect(current).toBe(_rev);
  });

  it('lets one of two simultaneous edits win', async () => {
    const { gateway, put } = await open();
    const answers = await Promise.all(['A', 'B'].map((city) => put({ ...KEPT, city })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await gateway.store.leaves(child._id)).length).toBe(1);
  });

  it.each([
    ['a removal', { _deleted: true }, '400 bad-request'],
    ['another id', { _id: childOf(2)._id }, '400 bad-request'],
    ['no sex', { gender: '?' }, '422 validation undefined:gender-invalid'],
    ['attachments', { _attachments: {} }, '422 validation undefined:attachments'],
    ['a field of the protocol', { _zone: 1 }, '422 validation undefined:forbidden-name'],
    [
      'a long card number',
      { cardNumber: 'x'.repeat(33) },
      '422 validation undefined:card-number-too-long',
    ],
    ['a backslash in a name', { a: { '\\': 1 } }, '422 validation undefined:name-characters'],
  ])('refuses %s', async (_name, different, refusal) => {
    const { gateway, put } = await open();
    expect(saidBy(await put({ ...KEPT, ...different }))).toBe(refusal);
    expect((await gateway.store.read(child._id))?._rev).toBe(_rev);
  });

  it.each([[[KEPT]], ['text'], [{ ...KEPT, _rev: 3 }]])(
    'refuses the body %j, which is no child',
    async (body) => {
      const { gateway, put } = await open();
      expect((await put(body)).statusCode).toBeGreaterThanOrEqual(400);
      expect((await gateway.store.read(child._id))?._rev).toBe(_rev);
    },
  );

  it('refuses `__proto__` and more bytes than a document may have', async () => {
    const { gateway } = await open();
    const { token } = await aSignedIn(gateway.app, { username: 'eva', roles: ['sync'] });
    const url = API_PATHS.child.replace(':childId', child._id);
    const send = (payload: string) =>
      call(gateway.app, 'PUT', url, payload, {
        token,
        headers: { 'content-type': 'application/json' },
      });
    const text = JSON.stringify(KEPT);
    expect((await send(text.replace('"ward"', '"__proto__"'))).statusCode).toBe(400);
    const sized = (bytes: number) => {
      const rest = bytes - Buffer.byteLength(JSON.stringify({ ...KEPT, comments: '' }));
      return JSON.stringify({ ...KEPT, comments: 'x'.repeat(rest) });
    };
    expect(saidBy(await send(sized(MAX_DOCUMENT_BYTES + 1)))).toBe('413 too-large');
    expect((await send(sized(MAX_DOCUMENT_BYTES))).statusCode).toBe(200);
  });

  it('assesses the screenings again when birth date or sex change, and the summary with them', async () => {
    const { gateway, put } = await open();
    const before = await readAll(gateway);
    expect(before.screening.monthAge).toBe(14);
    const answer = await put({ ...KEPT, birthDate: '2023-05-10' });
    expect(answer.statusCode).toBe(200);
    const after = await readAll(gateway);
    expect(after.child.birthDate).toBe('2023-05-10');
    expect(after.screening.monthAge).toBe(24);
    expect(after.screening.zScore.ha).toBeLessThan(before.screening.zScore.ha ?? 0);
    expect(after.screening.updatedBy).toBe('Ben Tzul');
    expect(after.screening.stamp).toMatchObject({ monthAge: 2, zScore: 2 });
    expect(after.child.stamp).toMatchObject({ birthDate: 3, firstName: 1 });
  });

  it('after losing to another edit assesses screenings and summary again for the child that won', async () => {
    const { gateway, put } = await open();
    const { store } = gateway;
    const write = store.write.bind(store);
    const rival = carried({ ...child, city: 'Patzún' }, ['a', 'b', 'rival']);
    store.write = async (drafts) => {
      store.write = write;
      await pushedOutcomes(gateway, [rival]);
      return write(drafts);
    };
    expect(saidBy(await put({ ...KEPT, birthDate: '2023-05-10' }))).toBe('409 conflict');
    const after = await readAll(gateway);
    expect([after.child.city, after.child.birthDate]).toEqual(['Patzún', child.birthDate]);
    expect((await store.leaves(child._id)).length).toBe(1);
    expect(after.screening.monthAge).toBe(14);
  });

  it('the log of pushes has a written child, like a write by synchronisation', async () => {
    const { gateway, put } = await open();
    const { _rev: rev } = (await put({ ...KEPT, city: 'Patzún' })).json<{ _rev: string }>();
    const { pushLog, background } = gateway.app.services;
    await background.settled();
    const pushes = await pushLog.pushesOf(TEST_UNIT, child._id);
    expect(pushes.map((push) => [push.username, push.rev])).toEqual([
      ['ana', _rev],
      ['ben', rev],
    ]);
    expect(saidBy(await put({ ...KEPT, city: 'B' }))).toBe('409 conflict');
    await background.settled();
    expect(await pushLog.pushesOf(TEST_UNIT, child._id)).toHaveLength(2);
  });

  it('the log of pushes has the revisions of a child before it is written', async () => {
    const { gateway, put } = await open();
    const { pushLog, background } = gateway.app.services;
    const write = gateway.store.write.bind(gateway.store);
    gateway.store.write = async (drafts) => {
      await write(drafts);
      // As if the server were killed here: the result is not noted.
      throw new StoreUnavailable('cut');
    };
    expect(saidBy(await put({ ...KEPT, birthDate: '2023-05-10' }))).toBe('503 unavailable');
    await background.settled();
    for (const id of [child._id, screening._id]) {
      const stored = await gateway.store.read(id);
      const pushes = await pushLog.pushesOf(TEST_UNIT, id);
      expect(pushes.map(({ username, rev, isConfirmed }) => [username, rev, isConfirmed])).toEqual([
        ['ana', expect.any(String), true],
        ['ben', stored?._rev, false],
      ]);
    }
  });

  it('succeeds although the sequence could not be noted after the write', async () => {
    const { gateway, put } = await open();
    gateway.store.info = () => Promise.reject(new StoreUnavailable('away'));
    expect((await put({ ...KEPT, city: 'Patzún' })).statusCode).toBe(200);
    expect((await readAll(gateway)).child.city).toBe('Patzún');
  });
});
