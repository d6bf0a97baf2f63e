import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  API_PATHS,
  type ConfigResponse,
  type ErasuresBody,
  formerAccountWord,
} from '@crece/contract';
import { FORMER_VOLUNTEER, nameMark } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import type { ServerApp } from '../app.ts';
import { ERASED_FILE, readErasedAccounts } from '../erased/erased-file.ts';
import { UNIT } from '../imports/testing/import-facts.ts';
import { anUploadServer } from '../imports/testing/upload-server.ts';
import { reportUrl } from '../reports/testing/report-server.ts';
import { readUnit } from '../reports/unit-reader.ts';
import { put } from '../store/testing/support.ts';
import { soon } from '../testing/soon.ts';
import { aFolder, anApp } from '../testing/test-app.ts';
import { anAccount, aSignedIn, call, PASSWORD, saidBy } from '../testing/test-people.ts';
import { AccountEraser } from './account-eraser.ts';

const USER = 'xochiquetzalina';
const ADDRESS = 'xochi.quetzalina@example.org';
const FORMER_USER = 'quetzalpapalotl';
const NAMES = { firstName: 'Xochiquetzalina', lastName: 'Tecún' };
const NAME = 'Xochiquetzalina Tecún';
const LIST = `firstName,lastName,gender,birthdate,screenDate,weight,height,muac,interviewer
Marisol,Xol,Girl,2024-03-10,2025-05-10,7.1,68.5,11.9,${NAME}
`;
const UNIT_ASKED = {
  ...{ stakeDB: UNIT, stakeName: 'Cobán', countryCode: 'GTM', countryName: 'Guatemala' },
  pilot: false,
};
const PHONE_SAYS = {
  ...{ device: 'a1', unit: UNIT, build: 'abcd', unsent: 1, refused: 0, codes: [] },
  ...{ oldestUnsent: null, completed: null, freeMB: null },
};

/** The files below a folder that hold a text in any case of its letters. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path, 'latin1').toLowerCase().includes(text))
    .map((path) => path.slice(folder.length + 1));
}

/** A server on which somebody worked for a while, under two user names. */
async function aLivedInServer() {
  const dataDir = aFolder();
  const server = await anUploadServer({ config: { dataDir } });
  const { app, imported, ended } = server;
  const { services } = app;
  const leo = await aSignedIn(app, { username: 'leo', roles: ['admin'] });
  const account = await anAccount(app, {
    ...{ ...NAMES, username: FORMER_USER, email: ADDRESS, roles: ['user', 'sync', 'admin'] },
  });
  const signIn = async (usernameOrEmail: string) =>
    (await call(app, 'POST', API_PATHS.signin, { usernameOrEmail, password: PASSWORD })).json<{
      token: string;
    }>().token;
  await signIn(FORMER_USER);
  await services.accounts.update(account.id, { username: USER });
  const token = await signIn(USER);
  await call(app, 'POST', API_PATHS.forgot, { usernameOrEmail: USER });
  await ended(token, (await imported(token, LIST)).id);
  const report = reportUrl({ stakeDB: UNIT, query: 'socketRoomId=XochiquetzalinaTecún1748880000' });
  await call(app, 'GET', report, undefined, { token });
  await soon(async () => expect(readdirSync(join(dataDir, 'reports'))).not.toEqual([]));
  await services.phones.note(account.id, PHONE_SAYS);
  const revisions = [['mthr_x', '1-a']] as const;
  const push = { stakeDB: UNIT, accountId: account.id, username: USER, revisions };
  (await services.pushLog.offer(push))(revisions);
  const mother = { stakeDB: UNIT, id: `mthr_${UNIT}_1748880000000_aaaaaa` };
  await services.eraser.begin({ ...mother, who: USER, why: 'asked', from: '10.0.0.7' });
  await services.eraser.settled();
  await soon(async () => expect(filesWith(join(dataDir, 'mail'), ADDRESS)).not.toEqual([]));
  await services.audit.flush();
  return { ...server, dataDir, token, leo, id: account.id, mother };
}

/** A server with an administrator, and with the account and a session of it. */
async function aSmallServer() {
  const dataDir = aFolder();
  const app = await anApp({ config: { dataDir } });
  const leo = await aSignedIn(app, { username: 'leo', roles: ['user', 'sync', 'admin'] });
  const { id } = await anAccount(app, { ...NAMES, username: FORMER_USER, email: ADDRESS });
  await app.services.accounts.update(id, { username: USER });
  const account = await app.services.accounts.byId(id);
  if (account === null) throw new Error('not made');
  return { app, dataDir, leo, id, token: await app.services.sessions.create(account) };
}

const urlOf = (id: string) => API_PATHS.eraseAccount.replace(':userId', id);

async function erase({ app }: { app: ServerApp }, id: string, token: string) {
  const answer = await call(app, 'POST', urlOf(id), { why: 'asked' }, { token });
  await app.services.accountEraser.settled();
  return answer;
}

const configOf = async ({ app }: { app: ServerApp }) =>
  (await call(app, 'GET', '/api/config')).json<ConfigResponse>().former;

describe('erasing an account for good', () => {
  it('no byte of user names and address is left in the data folder; records keep the name, the log what happened and when', async () => {
    const server = await aLivedInServer();
    const { app, dataDir, leo, id, mother } = server;
    const before = await app.services.audit.page({ who: USER, what: '' }, 1);
    for (const text of [USER, FORMER_USER, ADDRESS]) {
      expect(filesWith(dataDir, text), text).not.toEqual([]);
    }
    const answer = await erase(server, id, leo.token);
    expect([answer.statusCode, answer.json()]).toEqual([202, { id, sharesName: false }]);
    expect(filesWith(dataDir, FORMER_USER)).toEqual([]);
    expect(filesWith(dataDir, ADDRESS)).toEqual([]);
    const left = filesWith(dataDir, USER);
    expect(left.filter((name) => !name.includes(`units/${UNIT}`))).toEqual([]);
    // Nothing of a record is rewritten.
    const [screening] = (await server.stored()).filter(({ owner }) => owner !== undefined);
    expect(screening).toMatchObject({ interviewer: NAME, updatedBy: NAME });
    expect(await app.services.accounts.byId(id)).toBeNull();
    for await (const each of app.services.jobs.ofOwner(id)) expect(each).toBeUndefined();
    expect(readdirSync(join(dataDir, 'reports'))).toEqual([]);
    for await (const { accountId } of app.services.phones.all()) expect(accountId).not.toBe(id);

    const word = formerAccountWord(id);
    const { entries } = await app.services.audit.page({ who: word, what: '' }, 1);
    const instants = entries.map(({ at }) => at);
    expect(instants).toEqual(expect.arrayContaining(before.entries.map(({ at }) => at)));
    expect(entries.map(({ what, whom }) => [what, whom])).toContainEqual(['account-erased', word]);
    const own = entries.filter(({ who }) => who === word);
    expect(own.map(({ from }) => from)).toEqual(own.map(() => '…'));
    const list = await call(app, 'GET', API_PATHS.erasures, undefined, { token: leo.token });
    const { erasures, accounts } = list.json<ErasuresBody>();
    expect(erasures).toMatchObject([{ id: mother.id, who: word }]);
    expect(accounts).toMatchObject([{ id, who: 'leo', why: 'asked', isDone: true }]);
    // What was under way, and ends only now.
    const late = { what: 'report-made', who: USER, whom: UNIT, from: '10.0.0.7' } as const;
    await app.services.audit.record(late);
    expect((await app.services.audit.page({ who: USER, what: '' }, 1)).entries).toEqual([]);
    // A second time changes nothing.
    await app.services.accountEraser.resume();
    expect(await configOf(server)).toMatchObject({ accounts: [nameMark(id)] });
  });

  it('ends the sessions at once, and nobody is ever given one of its user names', async () => {
    const server = await aSmallServer();
    const { app, leo, token, id } = server;
    await erase(server, id, leo.token);
    const answer = await call(app, 'GET', API_PATHS.session, undefined, { token });
    expect(answer.body).toContain('account-removed');
    const create = (username: string, email: string) => {
      const rest = { ...NAMES, roles: [], passwordHash: null, language: 'en' } as const;
      return app.services.accounts.create({ ...rest, roles: ['user'], username, email });
    };
    for (const username of [USER, FORMER_USER]) {
      const made = await create(username, `${username}@example.org`);
      expect(made).toEqual({ ok: false, code: 'name-taken' });
    }
    // The address may be somebody's again.
    expect((await create('zoe', ADDRESS)).ok).toBe(true);
  });

  it('reports, desk and phones show a former volunteer where its name stands, but for what a living account of the same name may have written', async () => {
    const server = await aSmallServer();
    const { app, leo, id } = server;
    const { accounts, stores } = app.services;
    const store = await stores.open(`unit_${UNIT}`);
    const written = '2026-03-01T00:00:00.000Z';
    const ours = { interviewer: NAME, created: written };
    await put(store, aChild()._id, { ...aChild(), ...ours });
    const surveyDate = new Date().toISOString().slice(0, 10);
    await put(store, aScreening()._id, { ...aScreening(), ...ours, surveyDate });
    const shown = async () =>
      (await readUnit(stores, UNIT_ASKED)).children[0]?.screenings.map(
        ({ interviewer }) => interviewer,
      );
    const desk = async () => {
      const url = API_PATHS.deskUnit.replace(':stakeDB', UNIT);
      return (await call(app, 'GET', url, undefined, { token: leo.token })).body;
    };
    expect(await configOf(server)).toEqual({ names: [], accounts: [] });
    expect(await shown()).toEqual([NAME]);
    expect(await desk()).toContain(NAME);

    await erase(server, id, leo.token);
    expect(await configOf(server)).toEqual({
      ...{ names: [[nameMark(NAME), null]], accounts: [nameMark(id)] },
    });
    expect(await shown()).toEqual([FORMER_VOLUNTEER]);
    expect(await desk()).toContain(FORMER_VOLUNTEER);
    expect(await desk()).not.toContain(NAMES.firstName);

    const same = { firstName: 'XOCHIQUETZALINA', lastName: 'Tecun' };
    const other = await anAccount(app, { ...same, username: 'other' });
    expect((await configOf(server)).names).toEqual([[nameMark(NAME), other.created]]);
    expect(await shown()).toEqual(other.created > written ? [FORMER_VOLUNTEER] : [NAME]);
    const third = await anAccount(app, { ...same, username: 'third' });
    const answer = await erase(server, third.id, leo.token);
    expect(answer.json()).toEqual({ id: third.id, sharesName: true });
    await accounts.remove(other.id);
    expect((await configOf(server)).names).toEqual([[nameMark(NAME), null]]);
  });

  it('refuses oneself, the last administrator, an account elsewhere and one that is gone', async () => {
    const app = await anApp();
    const leo = await aSignedIn(app, { username: 'leo', roles: ['user', 'admin'] });
    const scope = { countries: ['GTM'] };
    const limited = await aSignedIn(app, { username: 'eva', roles: ['admin'], scope });
    const ven = await anAccount(app, { username: 'ven', scope: { countries: ['VEN'] } });
    const gtm = await anAccount(app, { username: 'gtm', scope });
    const ask = async (id: string, { token }: { token: string }, body: object = { why: 'asked' }) =>
      saidBy(await call(app, 'POST', urlOf(id), body, { token }));
    expect(await ask(leo.account.id, leo)).toBe('422 own-account');
    expect(await ask(leo.account.id, limited)).toBe('403 forbidden');
    expect(await ask(ven.id, limited)).toBe('403 forbidden');
    expect(await ask('0'.repeat(24), leo)).toBe('404 not-found');
    expect(await ask(gtm.id, leo, { why: 'Ana asked' })).toMatch(/^400/);
    // As a program may: nobody else is administrator without a scope.
    const eraser = app.services.accountEraser;
    const asked = { who: 'eva', why: 'asked', from: null, refuse: () => null } as const;
    expect(await eraser.begin({ ...asked, id: leo.account.id })).toMatchObject({
      code: 'last-admin',
    });
    expect(await eraser.all()).toEqual([]);
    expect(await ask(gtm.id, limited)).toBe('202');
    await eraser.settled();
    // Where an erased account worked is not kept.
    const list = await call(app, 'GET', API_PATHS.erasures, undefined, { token: limited.token });
    expect(list.json<ErasuresBody>().accounts).toEqual([]);
  });

  it('what a kill left undone, and what only the list beside the data knows, is done at the start', async () => {
    const dataDir = aFolder();
    const first = await anApp({ config: { dataDir } });
    const { services } = first;
    await anAccount(first, { username: 'leo', roles: ['admin'] });
    const [one, two] = [
      await anAccount(first, { ...NAMES, username: USER, email: ADDRESS }),
      await anAccount(first, { username: FORMER_USER }),
    ];
    // Killed: the entry was written, the account is there.
    const killed = new AccountEraser({
      ...services,
      accounts: { ...services.accounts, byId: async () => one } as never,
      ...{ dataDir, stores: services.stores, clock: () => new Date(), backupFolder: null },
    });
    await expect(
      killed.begin({ id: one.id, who: 'leo', why: 'asked', from: null, refuse: () => null }),
    ).rejects.toThrow();
    mkdirSync(dataDir, { recursive: true });
    const known = { since: two.created, marks: [7], users: [] };
    writeFileSync(
      join(dataDir, ERASED_FILE),
      JSON.stringify({ version: 1, erased: {}, accounts: { [two.id]: known } }),
    );
    await services.accountEraser.resume();
    expect(await services.accounts.byId(one.id)).toBeNull();
    expect(await services.accounts.byId(two.id)).toBeNull();
    for (const text of [USER, FORMER_USER, ADDRESS]) {
      expect(filesWith(dataDir, text), text).toEqual([]);
    }
    const list = await readErasedAccounts(join(dataDir, ERASED_FILE));
    expect([...list.keys()].sort()).toEqual([one.id, two.id].sort());
    expect(list.get(two.id)?.marks).toContain(nameMark('Ana López'));
    const { entries } = await services.audit.page({ who: '', what: 'account-erased' }, 1);
    expect(entries).toMatchObject([{ who: 'leo', whom: formerAccountWord(one.id) }]);
  });

  it('a mail to it that is on its way is not sent', async () => {
    const server = await aSmallServer();
    const { app, dataDir, leo, id } = server;
    await erase(server, id, leo.token);
    const params = { firstName: 'X', username: USER, granted: true };
    await app.services.mailer.send({ to: ADDRESS, language: 'en', kind: 'role-answer', params });
    await soon(async () => expect(readdirSync(join(dataDir, 'outbox'))).toEqual([]));
    expect(existsSync(join(dataDir, 'mail'))).toBe(false);
  });
});
