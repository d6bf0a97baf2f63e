import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { REFERRAL_PATH } from '@crece/contract';
import { readDocument } from '@crece/domain';
import { describe, expect, it } from 'vitest';
import { verifyBackup } from '../backup/read-backup.ts';
import { credentialsOf } from '../gateway/testing/a-gateway.ts';
import { DATA_VERSION, OWN_BUILD, readDataState } from '../settings/data-version.ts';
import type { StoredDocument } from '../store/document-store.ts';
import { call, saidBy } from '../testing/test-people.ts';
import { OLD_BUILDS, oldData } from './testing/old-data.ts';
import { inOrder, type OldData, startOn, toldOf } from './testing/old-server.ts';

/** Everything that an older build acknowledged, asked of this one. */
async function expectKept(running: Awaited<ReturnType<typeof startOn>>, { facts }: OldData) {
  const { server } = running;
  const as = (token: string) => ({ token });
  const get = (url: string, token: string) => call(server, 'GET', url, undefined, as(token));
  const { ana, eva, signedOut } = facts.tokens;

  // Sessions: those that were open are, and the one that was ended is not.
  expect((await get('/api/auth/session', eva)).json()).toMatchObject({ username: 'eva' });
  expect((await get('/api/auth/session', ana)).json()).toMatchObject({ username: 'ana' });
  expect(saidBy(await get('/api/auth/session', signedOut))).toBe('401 unauthorized');

  const { users } = (await get('/api/users', ana)).json<{ users: object[] }>();
  expect(users).toEqual(facts.users);
  const { profileImageURL } = users.find((each) => JSON.stringify(each).includes('.webp')) as {
    profileImageURL: string;
  };
  const picture = await get(profileImageURL, eva);
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp']);

  const entity = await credentialsOf(server, eva);
  for (const [unit, documents] of Object.entries(facts.documents)) {
    const told = await toldOf(running, unit, entity);
    expect(told.length).toBeGreaterThan(100);
    expect(inOrder(told)).toEqual(inOrder(documents));
  }
  const { entries } = (await get('/api/audit', ana)).json<{ entries: object[] }>();
  expect(entries.slice(-facts.audit.length)).toMatchObject(facts.audit);

  for (const id of facts.jobs) {
    const job = (await get(`/api/reports/${id}`, ana)).json<{ fileName: string; state: string }>();
    expect(job.state).toBe('done');
    const ticket = (
      await call(server, 'POST', `/api/files/${job.fileName}/ticket`, {}, as(ana))
    ).json<{ ticket: string }>();
    const file = await call(server, 'GET', `/files/${job.fileName}?ticket=${ticket.ticket}`);
    expect(file.body).toContain('Marisol 1');
  }
}

describe.each(OLD_BUILDS)('data of build %s', (name) => {
  it('is read whole before and after the steps, and its links open once', async () => {
    const old = await oldData(name);
    const running = await startOn(old);
    await expectKept(running, old);
    await running.upgrade.look();
    await expectKept(running, old);

    const { server, lines } = running;
    expect(lines.map(({ msg, step }) => step ?? msg)).toEqual([
      'a backup was made',
      'sessions are named by their account',
      'documents are found by their fields',
    ]);
    const { invitation, reset } = old.facts.links;
    for (const secret of [invitation, reset]) {
      const url = `/api/auth/reset/${secret}`;
      expect((await call(server, 'GET', url)).statusCode).toBe(200);
      const password = { newPassword: 'Trigo/Luna-91', verifyPassword: 'Trigo/Luna-91' };
      expect(saidBy(await call(server, 'POST', url, password))).toBe('200');
      expect(saidBy(await call(server, 'GET', url))).toBe('422 link-invalid');
    }
    const { users } = old.facts as unknown as { users: { username: string }[] };
    expect(users.map(({ username }) => username).sort()).toEqual(['ana', 'eva', 'iris']);
    const signIn = { usernameOrEmail: 'eva', password: old.facts.password };
    expect(saidBy(await call(server, 'POST', '/api/auth/signin', signIn))).toBe('200');
  });

  it('notes who served it before, and keeps a backup of it as it was', async () => {
    const old = await oldData(name);
    const { upgrade, server, config } = await startOn(old);
    const state = async () => (await readDataState(server.services.accountStore))?.state;
    const before = [{ version: 0, build: null, since: null }];
    const at = { build: OWN_BUILD, before };
    expect(await state()).toEqual({ ...at, version: 0, since: null, mayStep: false });
    await upgrade.look();
    const since = old.clock().toISOString();
    expect(await state()).toEqual({ ...at, version: DATA_VERSION, since, mayStep: true });
    const folder = join(config.dataDir, 'upgrades');
    const files = readdirSync(folder);
    expect(files).toHaveLength(1);
    const manifest = await verifyBackup(join(folder, files[0] ?? ''), null);
    expect(manifest).toMatchObject({ data: 0, accounts: 3, hasSecret: true });
  });
});

describe.each(OLD_BUILDS)('a screening of build %s', (name) => {
  it('has no slip and no answer; it gets one, which a clinic answers', async () => {
    const old = await oldData(name);
    const { server, stores } = await startOn(old);
    const unit = 'test_stake_gtm';
    const store = await stores.open(`unit_${unit}`);
    const visits: StoredDocument[] = [];
    for await (const document of store.list({ from: 'scr_', to: 'scr_\uffff' })) {
      const read = readDocument(document, { timeZone: 'America/Guatemala' });
      expect(read).toMatchObject({ kind: 'screening' });
      if (read.kind !== 'screening') continue;
      expect(read.screening).not.toHaveProperty('slip');
      expect(read.screening).not.toHaveProperty('clinicAnswers');
      visits.push(document);
    }
    expect(visits.length).toBeGreaterThan(60);
    const visit = visits[0];
    if (visit === undefined) throw new Error('no screening');

    const slip = '0123456789ABCDEF';
    const generation = Number.parseInt(visit._rev, 10) + 1;
    const hashes = ['f'.repeat(32), visit._rev.slice(visit._rev.indexOf('-') + 1)];
    const given = {
      ...{ ...visit, slip: [slip], stamp: { slip: generation } },
      ...{ _rev: `${generation}-${hashes[0]}`, _revisions: { start: generation, ids: hashes } },
    };
    const token = await credentialsOf(server, old.facts.tokens.eva);
    const body = { docs: [given], new_edits: false };
    const pushed = await call(server, 'POST', `/sync/${unit}/_bulk_docs`, body, { token });
    expect(pushed.json()).toMatchObject([{ ok: true }]);
    const said = { outcome: 'seen', day: String(visit['surveyDate']).slice(0, 10) };
    const answer = await call(server, 'POST', REFERRAL_PATH, { slip, ...said });
    expect(answer.statusCode).toBe(202);
    await server.services.clinicAnswers.settled();
    const answered = await store.read(visit._id);
    expect(answered).toEqual({
      ...{ ...visit, _rev: answered?._rev, slip: [slip], clinicAnswers: [said] },
      ...{ device: 'slip', stamp: { slip: generation, clinicAnswers: generation + 1 } },
    });
  });
});

it('a session of build c6b4d99 is listed, ended and renewed as the others, once it is moved', async () => {
  const old = await oldData('c6b4d99');
  const { server, upgrade } = await startOn(old);
  const { eva } = old.facts.tokens;
  await upgrade.look();
  const list = await call(server, 'GET', '/api/users/sessions', undefined, { token: eva });
  expect(list.json<{ sessions: object[] }>().sessions[0]).toMatchObject({
    ...{ isThis: true, device: { browser: null, system: null } },
  });
  expect(saidBy(await call(server, 'GET', '/api/auth/signout', undefined, { token: eva }))).toBe(
    '200',
  );
  await upgrade.look();
  expect(saidBy(await call(server, 'GET', '/api/auth/session', undefined, { token: eva }))).toBe(
    '401 unauthorized',
  );
});
