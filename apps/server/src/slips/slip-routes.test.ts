import { API_PATHS, REFERRAL_BYTES, REFERRAL_PATH } from '@crece/contract';
import { describe, expect, it } from 'vitest';
import { LIMITS_TABLE } from '../accounts/rate-limits.ts';
import { aGateway, type Gateway } from '../gateway/testing/a-gateway.ts';
import { carried, childOf, screeningOf } from '../gateway/write/testing/carried.ts';
import { pushedOutcomes } from '../gateway/write/testing/push.ts';
import { soon } from '../testing/soon.ts';
import { anApp } from '../testing/test-app.ts';
import { aSignedIn, call } from '../testing/test-people.ts';

const SLIP = '0123456789ABCDEF';
const FULL = 'FFFF456789ABCDEF';
const GONE = 'GGGG456789ABCDEF';
const UNKNOWN = '7777456789ABCDEF';
const DAY = '2025-06-10';
const NOW = new Date('2025-06-20T15:00:00.000Z');
const said = { outcome: 'seen', day: '2025-06-12' };

const child = childOf(1);
const visit = screeningOf(1, { owner: child._id, surveyDate: DAY, slip: [SLIP] });
const full = screeningOf(2, {
  ...{ owner: child._id, surveyDate: DAY, slip: [FULL] },
  clinicAnswers: Array.from({ length: 8 }, (_, at) => ({
    day: `2025-06-1${at}`,
    outcome: 'refused' as const,
  })),
});
const other = childOf(3);
const gone = screeningOf(3, { owner: other._id, surveyDate: DAY, slip: [GONE] });

const answer = ({ app }: Pick<Gateway, 'app'>, body: object) =>
  app.app.inject({ method: 'POST', url: REFERRAL_PATH, payload: body });

async function open() {
  const gateway = await aGateway({ clock: () => NOW });
  const records = [child, visit, full, other, gone];
  expect(
    await pushedOutcomes(
      gateway,
      records.map((each) => carried(each, ['a'])),
    ),
  ).toEqual(records.map(() => 'ok'));
  return gateway;
}

async function eraseOther(gateway: Gateway) {
  const { token } = await aSignedIn(gateway.app, { username: 'leo', roles: ['admin'] });
  const url = API_PATHS.erase.replace(':stakeDB', 'test_stake_gtm');
  const asked = await call(gateway.app, 'POST', url, { id: other._id, why: 'asked' }, { token });
  expect(asked.statusCode).toBe(202);
  await gateway.app.services.eraser.settled();
}

describe('POST /api/referral', () => {
  it('a stranger with a slip adds an answer to its screening, and is told what anybody is told', async () => {
    const gateway = await open();
    await eraseOther(gateway);
    const answers = [];
    for (const slip of [SLIP, FULL, GONE, UNKNOWN, 'no slip', '', SLIP]) {
      answers.push(await answer(gateway, { slip, ...said }));
    }
    for (const day of ['2025-06-09', '2025-06-22', '2030-01-01']) {
      answers.push(await answer(gateway, { slip: SLIP, ...said, day }));
    }
    answers.push(await answer(gateway, { slip: SLIP, ...said, place: 'x'.repeat(41) }));
    const told = answers.map(({ statusCode, body, headers }) => {
      const { 'x-request-id': _id, date: _date, ...others } = headers;
      return { statusCode, body, others };
    });
    expect(told[0]).toMatchObject({ statusCode: 202, body: '{"received":true}' });
    for (const each of told) expect(each).toEqual(told[0]);
    await gateway.app.services.clinicAnswers.settled();
    const stored = await gateway.store.readMany([visit._id, full._id, gone._id]);
    const answered = stored.get(visit._id);
    expect(answered).toEqual({
      ...visit,
      _rev: answered?._rev,
      clinicAnswers: [said],
      device: 'slip',
      stamp: { clinicAnswers: 2 },
    });
    expect(stored.get(full._id)?.['clinicAnswers']).toEqual(full.clinicAnswers);
    expect(stored.has(gone._id)).toBe(false);
    const registered: string[] = [];
    const kept = await gateway.app.services.stores.open('sys_catalogue');
    for await (const document of kept.list()) registered.push(JSON.stringify(document));
    expect(registered.some((each) => each.includes(visit._id))).toBe(true);
    expect(registered.some((each) => each.includes(gone._id))).toBe(false);
    const { entries } = await gateway.app.services.audit.page({ who: '', what: '' }, 1);
    expect(entries.filter(({ what }) => what === 'clinic-answered')).toMatchObject([
      { who: null, whom: 'test_stake_gtm', detail: '0123 seen 2025-06-12' },
    ]);
    expect(JSON.stringify(entries)).not.toContain(SLIP.slice(0, 5));
  });

  it('an answer that came before its screening joins it with the push that brings it', async () => {
    const gateway = await aGateway({ clock: () => NOW });
    expect((await answer(gateway, { slip: SLIP, ...said })).statusCode).toBe(202);
    await gateway.app.services.clinicAnswers.settled();
    await pushedOutcomes(gateway, [carried(child, ['a']), carried(visit, ['a'])]);
    await soon(async () => {
      expect((await gateway.store.read(visit._id))?.['clinicAnswers']).toEqual([said]);
    });
  });

  it('refuses what cannot be an answer, and more than a kilobyte', async () => {
    const app = { app: await anApp() };
    const status = async (body: object) => (await answer(app, body)).statusCode;
    expect(await status({ slip: SLIP, ...said, outcome: 'well' })).toBe(400);
    expect(await status({ slip: SLIP, ...said, day: '2025-02-30' })).toBe(400);
    expect(await status({ ...said })).toBe(400);
    const padded = (bytes: number) => {
      const body = { slip: SLIP, ...said, more: '' };
      return { ...body, more: 'x'.repeat(bytes - JSON.stringify(body).length) };
    };
    expect(await status(padded(REFERRAL_BYTES))).toBe(202);
    expect(await status(padded(REFERRAL_BYTES + 1))).toBe(413);
  });

  it('of a thousand calls only as many are heard as the limits allow, from one address and from all', async () => {
    const { app, services } = await anApp();
    const heard = new Map<string, number>();
    const callFrom = async (address: string, slip: string) => {
      const { statusCode, headers } = await app.inject({
        ...{ method: 'POST', url: REFERRAL_PATH, remoteAddress: address },
        payload: { slip, ...said },
      });
      if (statusCode === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      else heard.set(address, (heard.get(address) ?? 0) + 1);
    };
    for (let at = 0; at < 1_000; at += 1) await callFrom('192.0.2.1', SLIP);
    expect(heard.get('192.0.2.1')).toBe(LIMITS_TABLE.referralAddress.most);
    for (let host = 2; host < 30; host += 1) {
      for (let at = 0; at < 100; at += 1) services.limits.referral(`192.0.2.${host}`);
    }
    await callFrom('198.51.100.7', UNKNOWN);
    expect(heard.has('198.51.100.7')).toBe(false);
    await services.clinicAnswers.settled();
  });
});
