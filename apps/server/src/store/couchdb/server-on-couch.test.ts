import type { CatalogueBody } from '@crece/contract';
import { aChild } from '@crece/domain/testing';
import { Unpacker } from '@crece/replication';
import { countIn, type DeskAnswer } from '@crece/reports/desk';
import { parse } from 'csv-parse/sync';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aRunningServer } from '../../admin/testing/running-server.ts';
import { aGateway } from '../../gateway/testing/a-gateway.ts';
import { manyRecords } from '../../gateway/testing/many-records.ts';
import { aStockPouch, remoteOf } from '../../gateway/testing/stock-pouch.ts';
import { carried, childOf, screeningOf } from '../../gateway/write/testing/carried.ts';
import { pushedOutcomes } from '../../gateway/write/testing/push.ts';
import {
  aReportServer,
  COBAN,
  fill,
  aChild as reportedChild,
  aScreening as reportedScreening,
} from '../../reports/testing/report-server.ts';
import { soon } from '../../testing/soon.ts';
import { aFolder, anApp } from '../../testing/test-app.ts';
import { aSignUp, call, PASSWORD, saidBy } from '../../testing/test-people.ts';
import { aPrefix, couchBackEnds, couchStores } from '../testing/couch-back-ends.ts';
import { CouchChild } from '../testing/couch-child.ts';
import { all, idsOf } from '../testing/support.ts';
import { openCouchStores } from './open-couch-stores.ts';

for (const backEnd of couchBackEnds()) {
  describe(`the server with its databases on ${backEnd.name}`, () => {
    it('accepts sign-ups, refuses taken user names, and refuses a wrong password', async () => {
      const app = await anApp({ stores: couchStores(backEnd) });
      const signUp = (different = {}) => call(app, 'POST', '/api/auth/signup', aSignUp(different));
      expect(saidBy(await signUp())).toBe('200');
      expect(saidBy(await signUp({ email: 'other@example.org' }))).toBe(
        '422 name-taken username:name-taken',
      );
      expect(saidBy(await signUp({ username: 'other' }))).toBe('422 email-taken email:email-taken');
      const signIn = (password: string) =>
        call(app, 'POST', '/api/auth/signin', { usernameOrEmail: 'ANA', password });
      expect(saidBy(await signIn('Wrong-Word-77'))).toBe('422 wrong-credentials');
      const { token } = (await signIn(PASSWORD)).json<{ token: string }>();
      const session = () => call(app, 'GET', '/api/auth/session', undefined, { token });
      expect((await session()).json()).toMatchObject({ username: 'ana', roles: ['user'] });
      await call(app, 'GET', '/api/auth/signout', undefined, { token });
      expect(saidBy(await session())).toBe('401 unauthorized');
    });

    it('keeps a clinic’s answer until its screening comes, by a push or by another way', async () => {
      const clock = () => new Date('2025-06-20T15:00:00.000Z');
      const gateway = await aGateway({ stores: couchStores(backEnd), clock });
      const { clinicAnswers } = gateway.app.services;
      const said = { outcome: 'seen' as const, day: '2025-06-12' };
      const slips = ['0123456789ABCDEF', '1123456789ABCDEF'] as const;
      for (const slip of slips) await clinicAnswers.take({ slip, ...said }, '192.0.2.7');
      await clinicAnswers.settled();
      const visitOf = (place: number) =>
        screeningOf(place, { surveyDate: '2025-06-10', slip: [slips[place - 1]] });
      await pushedOutcomes(gateway, [carried(childOf(1), ['a']), carried(visitOf(1), ['a'])]);
      await gateway.store.write([{ ...visitOf(2) }]);
      await clinicAnswers.settled();
      const answers = async (place: number) =>
        (await gateway.store.read(visitOf(place)._id))?.['clinicAnswers'];
      expect([await answers(1), await answers(2)]).toEqual([[said], undefined]);
      await clinicAnswers.sweep(clock());
      await clinicAnswers.settled();
      expect(await answers(2)).toEqual([said]);
    });

    it('gives a name to one of two who take it at the same moment at two servers', async () => {
      const prefix = aPrefix();
      const apps = [
        await anApp({ stores: couchStores(backEnd, { prefix }) }),
        await anApp({ stores: couchStores(backEnd, { prefix }) }),
      ];
      const answers = await Promise.all(
        apps.map((app, i) =>
          call(app, 'POST', '/api/auth/signup', aSignUp({ email: `ana${i}@example.org` })),
        ),
      );
      expect(answers.map(saidBy).sort()).toEqual(['200', '422 name-taken username:name-taken']);
      const [one] = apps;
      expect(await one?.services.accounts.byUsername('ana')).not.toBeNull();
    });

    it('counts a unit for the desk in its thread, and sees what changed since', async () => {
      const {
        call: ask,
        person,
        services,
      } = await aRunningServer({ stores: couchStores(backEnd) });
      const as = await person('Ana', ['user', 'admin']);
      const store = await services.stores.open('unit_test_stake_gtm');
      const children = async () => {
        const answer = await ask('GET /api/desk/unit/test_stake_gtm', { as });
        return countIn(((await answer.json()) as DeskAnswer).figures.lists, 'never');
      };
      await store.write([{ ...aChild({ _id: 'chld_a', birthDate: '2025-01-01' }) }]);
      expect(await children()).toBe(1);
      await store.write([{ ...aChild({ _id: 'chld_b', birthDate: '2025-01-01' }) }]);
      expect(await children()).toBe(2);
    });

    it('makes a report of a unit in a thread of its own', async () => {
      const server = await aReportServer({ stores: couchStores(backEnd) });
      const { token } = await server.person('ana', ['user', 'admin']);
      await fill(
        server.app,
        COBAN,
        ['Rosa', 'Luz'].flatMap((name) => [
          reportedChild(COBAN, name),
          reportedScreening(COBAN, name),
        ]),
      );
      const job = await server.report(token);
      expect(job.state).toBe('done');
      const file = await server.download(token, job.fileName);
      expect(parse(file.body, { bom: true, columns: true })).toHaveLength(2);
    });

    it('stores roles, ends the sessions of an account that loses one, and keeps the last administrator', async () => {
      const {
        call: ask,
        person,
        services,
      } = await aRunningServer({
        stores: couchStores(backEnd),
      });
      const as = await person('Ana', ['user', 'admin']);
      const ben = await person('Ben', ['user', 'sync']);
      const put = async ({ account }: typeof ben, roles: string[]) => {
        const { firstName, lastName, roles: before } = account;
        const was = { firstName, lastName, roles: before };
        const path = `PUT /api/users/${account.id}` as const;
        return ask(path, { as, body: { firstName, lastName, roles, was } });
      };
      expect((await put(ben, ['user'])).status).toBe(200);
      expect((await ask('GET /api/auth/session', { as: ben })).status).toBe(401);
      expect(await services.accounts.update(as.account.id, { roles: ['user'] })).toMatchObject({
        ok: false,
        code: 'last-admin',
      });
      const audit = (await (await ask('GET /api/audit', { as })).json()) as {
        entries: { what: string; whom: string }[];
      };
      expect(audit.entries.map(({ what, whom }) => [what, whom])).toContainEqual([
        'user-changed',
        'ben',
      ]);
    });

    it('stores the catalogue, and refuses an edit of what somebody else has changed', async () => {
      const { call: ask, person } = await aRunningServer({ stores: couchStores(backEnd) });
      const as = await person('Ana', ['user', 'admin']);
      const { rev, catalogue } = (await (
        await ask('GET /api/catalogue', { as })
      ).json()) as CatalogueBody;
      const countries = catalogue.countries.map((country) =>
        country.code === 'GTM' ? { ...country, name: 'República de Guatemala' } : country,
      );
      const body = { rev, catalogue: { countries } };
      expect((await ask('PUT /api/catalogue', { as, body })).status).toBe(200);
      const list = await (await ask('GET /api/children/stakes')).text();
      expect(list).toContain('República de Guatemala');
      expect((await ask('PUT /api/catalogue', { as, body })).status).toBe(409);
    });

    it('synchronises with a stock PouchDB both ways, with the fence in place', async () => {
      const gateway = await aGateway({ stores: couchStores(backEnd, { isFenced: true }) });
      const ids = await manyRecords(gateway.store, 60);
      const remote = remoteOf(gateway, () => gateway.entity);
      const pouch = aStockPouch();
      expect(await pouch.replicate.from(remote)).toMatchObject({ ok: true, docs_written: 60 });
      const _id = 'chld_test_stake_gtm_1746878499999_abcdef';
      const { rev } = await pouch.put({ ...aChild({ _id }) });
      const [edited = ''] = ids;
      const before = await pouch.get(edited);
      await pouch.put({ ...before, comments: 'changed on the phone' });
      expect(await pouch.replicate.to(remote)).toMatchObject({ ok: true, docs_written: 2 });
      expect((await gateway.store.read(_id))?._rev).toBe(rev);
      expect(await gateway.store.read(edited)).toMatchObject({ comments: 'changed on the phone' });
      expect(idsOf(await all(gateway.store.list()))).toEqual([...ids, _id].sort());
      expect((await gateway.ask('/_design/crece')).status).toBe(404);
      const snapshot = await (await gateway.ask('/_snapshot?tombstones=true')).text();
      expect(snapshot).not.toContain('_design');
      const unpacker = new Unpacker();
      const blocks = snapshot.trim().split('\n').slice(1, -1);
      const documents = blocks.flatMap((line) => unpacker.read(JSON.parse(line)));
      expect(documents).toHaveLength(ids.length + 1);
    });
  });
}

describe('the server while CouchDB is away', () => {
  it('answers 503, loses nothing, and continues by itself when CouchDB is back', async () => {
    const child = new CouchChild();
    onTestFinished(() => child.end());
    await child.start();
    const { url, adminUrl } = child;
    const stores = openCouchStores({ url, adminUrl, copiesDir: aFolder() });
    onTestFinished(() => stores.close());
    const gateway = await aGateway({ stores });
    const record = aChild({ _id: 'chld_test_stake_gtm_1746878400000_abcdef' });
    const document = {
      ...record,
      _rev: `1-${'a'.repeat(32)}`,
      _revisions: { start: 1, ids: ['a'.repeat(32)] },
    };
    const push = () => gateway.post('/_bulk_docs', { new_edits: false, docs: [document] });
    const ready = async () => (await fetch(`${gateway.origin}/ready`)).status;
    const signIn = () =>
      call(gateway.app, 'POST', '/api/auth/signin', { usernameOrEmail: 'ana', password: PASSWORD });
    expect(await ready()).toBe(200);

    await child.kill();
    expect(await ready()).toBe(503);
    expect(saidBy(await signIn())).toBe('503 unavailable');
    const refused = await push();
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ reason: 'unavailable' });

    await child.start();
    await soon(async () => expect(await ready()).toBe(200));
    expect(saidBy(await signIn())).toBe('200');
    expect(await (await push()).json()).toEqual([{ ok: true, id: record._id, rev: document._rev }]);
    expect(await gateway.store.read(record._id)).toMatchObject({ _rev: document._rev });
  });
});
