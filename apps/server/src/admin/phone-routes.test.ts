import { API_PATHS, PHONE_REPORT_HEADER, type PhonesBody } from '@crece/contract';
import type { PhoneReport } from '@crece/contract/schemas';
import { describe, expect, it } from 'vitest';
import type { NewAccount } from '../accounts/stored-account.ts';
import type { ServerApp } from '../app.ts';
import { anApp } from '../testing/test-app.ts';
import { aClock, aSignedIn, call } from '../testing/test-people.ts';

const START = '2026-01-10T08:00:00.000Z';
const DAY_MS = 24 * 60 * 60_000;
const BUILD = 'abcd1234abcd';

const CALM: PhoneReport = {
  device: 'k3j9a0',
  unit: 'coban_stake_gtm',
  build: BUILD,
  unsent: 0,
  refused: 0,
  oldestUnsent: null,
  completed: START,
  freeMB: 900,
  codes: [],
};

async function open() {
  const clock = aClock(START);
  const app = await anApp({ clock: clock.clock });
  const admin = await aSignedIn(app, { username: 'eva', roles: ['user', 'admin'] });
  // A session does not outlive the weeks that pass.
  const list = async (page = 1, account = admin.account) => {
    const token = await app.services.sessions.create(account);
    const answer = await call(app, 'GET', `${API_PATHS.phones}?page=${page}`, undefined, { token });
    return answer.json<PhonesBody>();
  };
  return { app, clock, admin, list };
}

/** A person whose phone asks for the right to synchronise. */
async function aPhone(app: ServerApp, username: string, account: Partial<NewAccount> = {}) {
  const signedIn = await aSignedIn(app, { username, roles: ['user', 'sync'], ...account });
  return {
    ...signedIn,
    async tell(report: Partial<PhoneReport> | string = {}) {
      const text = typeof report === 'string' ? report : JSON.stringify({ ...CALM, ...report });
      const answer = await call(app, 'GET', API_PATHS.sync, undefined, {
        token: await app.services.sessions.create(signedIn.account),
        headers: { [PHONE_REPORT_HEADER]: text },
      });
      expect(answer.statusCode).toBe(200);
      await app.services.background.settled();
    },
  };
}

const told = ({ phones }: PhonesBody) =>
  phones.map(({ account, told: said }) => [
    account.username,
    said === null ? 'not told' : said.needs.join(),
  ]);

describe('GET /api/phones', () => {
  it('lists who needs help first, the oldest trouble on top, and silent phones last', async () => {
    const { app, clock, list } = await open();
    const [ana, ben, cleo] = [
      await aPhone(app, 'ana'),
      await aPhone(app, 'ben'),
      await aPhone(app, 'cleo'),
    ];
    await aPhone(app, 'dora');
    await aSignedIn(app, { username: 'only-user', roles: ['user'] });
    await ben.tell({ unsent: 2, oldestUnsent: '2026-01-02T08:00:00.000Z' });
    await cleo.tell({ unsent: 9, oldestUnsent: '2026-01-01T08:00:00.000Z', codes: ['foreign'] });
    clock.pass(14 * DAY_MS);
    await ana.tell();
    const body = await list();
    expect(told(body)).toEqual([
      ['cleo', 'unsent'],
      ['ben', 'unsent'],
      ['ana', ''],
      ['dora', 'not told'],
      ['eva', 'not told'],
    ]);
    expect(body).toMatchObject({ total: 5, needHelp: 2 });
    expect(body.phones[0]?.told).toEqual({
      at: START,
      report: {
        ...CALM,
        unsent: 9,
        oldestUnsent: '2026-01-01T08:00:00.000Z',
        codes: ['foreign'],
      },
      needs: ['unsent'],
    });
  });

  it('keeps the last word of each installation about each unit', async () => {
    const { app, list } = await open();
    const ana = await aPhone(app, 'ana');
    await ana.tell({ unsent: 4 });
    await ana.tell({ unsent: 1 });
    await ana.tell({ unit: 'merida_ven' });
    await ana.tell({ device: 'other' });
    const reports = (await list()).phones.flatMap(({ told: said }) => said?.report ?? []);
    expect(reports.map(({ device, unit, unsent }) => [device, unit, unsent])).toEqual(
      expect.arrayContaining([
        ['k3j9a0', 'coban_stake_gtm', 1],
        ['k3j9a0', 'merida_ven', 0],
        ['other', 'coban_stake_gtm', 0],
      ]),
    );
    expect(reports).toHaveLength(3);
  });

  it('ignores a malformed word, and answers the phone all the same', async () => {
    const { app, list } = await open();
    const ana = await aPhone(app, 'ana');
    await ana.tell('{"note":"Ana is sick"}');
    expect(told(await list())).toContainEqual(['ana', 'not told']);
  });

  it('shows an administrator of a country the phones of accounts within it alone', async () => {
    const { app, list } = await open();
    const ana = await aPhone(app, 'ana', { scope: { countries: ['GTM'] } });
    const ben = await aPhone(app, 'ben', { scope: { countries: ['VEN'] } });
    await ana.tell();
    await ben.tell();
    const roles: NewAccount['roles'] = ['user', 'admin'];
    const scope = { countries: ['GTM'] };
    const { account } = await aSignedIn(app, { username: 'gina', roles, scope });
    expect(told(await list(1, account))).toEqual([
      ['ana', ''],
      ['gina', 'not told'],
    ]);
  });

  it('bounds what one account leaves: 60 reports, the oldest go', async () => {
    const { app, clock, list } = await open();
    const ana = await aPhone(app, 'ana');
    for (let n = 1; n <= 61; n += 1) {
      clock.pass(1_000);
      await ana.tell({ device: `d${n}` });
    }
    const pages = [1, 2, 3, 4, 5].map((page) => list(page));
    const devices = (await Promise.all(pages))
      .flatMap(({ phones }) => phones)
      .flatMap(({ told: said }) => said?.report.device ?? []);
    expect(devices).toHaveLength(60);
    expect(devices).not.toContain('d1');
    expect(devices).toContain('d61');
  });

  it('forgets with the account, and after a year', async () => {
    const { app, clock, admin, list } = await open();
    const [ana, ben] = [await aPhone(app, 'ana'), await aPhone(app, 'ben')];
    await ana.tell();
    await ben.tell();
    const { token } = admin;
    await call(app, 'DELETE', `${API_PATHS.users}/${ana.account.id}`, undefined, { token });
    const left = async () => {
      const found: string[] = [];
      for await (const { accountId } of app.services.phones.all()) found.push(accountId);
      return found;
    };
    expect(await left()).toEqual([ben.account.id]);
    expect(told(await list()).map(([name]) => name)).not.toContain('ana');
    clock.pass(365 * DAY_MS);
    expect(await app.services.phones.dropOlder()).toBe(0);
    clock.pass(1);
    expect(await app.services.phones.dropOlder()).toBe(1);
    expect(await left()).toEqual([]);
  });

  it('knows an old build a week after this server hands out another', async () => {
    const { app, clock, list } = await open();
    const ana = await aPhone(app, 'ana');
    await app.services.phones.serve(BUILD);
    await ana.tell();
    await app.services.phones.serve('ffff1234abcd');
    clock.pass(7 * DAY_MS - 1);
    expect(told(await list())[0]).toEqual(['ana', '']);
    clock.pass(1);
    // Told again, as at each start of the server: that does not begin the week anew.
    await app.services.phones.serve('ffff1234abcd');
    expect(told(await list())[0]).toEqual(['ana', 'old-build']);
  });
});
