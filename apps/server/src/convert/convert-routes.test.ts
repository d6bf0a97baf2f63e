import { API_PATHS, type ReportStartedBody, socketRoomOf } from '@crece/contract';
import { aChild, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import { aReportServer, COBAN, fill } from '../reports/testing/report-server.ts';
import { call, saidBy } from '../testing/test-people.ts';

const OF_HONDURAS = 'danli_stake_hnd';

interface Asked {
  stakeDB?: string;
  cCode?: string;
  scopeType?: string;
  room?: string;
}

function convertUrl({ room, ...asked }: Asked = {}): string {
  const values: Record<string, string> = {
    ...{ stakeDB: COBAN, stakeName: 'Coban', cCode: 'GTM', scopeType: 'stake' },
    ...asked,
  };
  const path = API_PATHS.convert.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '');
  return room === undefined ? path : `${path}?socketRoomId=${encodeURIComponent(room)}`;
}

/** A screening with wrong figures, computed by an older system. */
const older = (unit: string) => ({
  ...aScreening({ _id: `scr_${unit}_1746878700000_3d4e5f`, owner: `chld_${unit}` }),
  zScore: { ha: 0.4, wa: 0.2, wh: 0.1 },
  status: 'GREEN_CHILD',
  rules: undefined,
});

async function withUnits() {
  const server = await aReportServer();
  for (const unit of [COBAN, OF_HONDURAS]) {
    await fill(server.app, unit, [aChild({ _id: `chld_${unit}` }), older(unit)]);
  }
  await fill(server.app, COBAN, [{ ...older(COBAN), _id: 'scr_lost', owner: 'chld_gone' }]);
  const storeOf = (unit: string) => server.app.services.stores.open(`unit_${unit}`);

  async function convert(token: string, asked: Asked = {}) {
    const answer = await call(server.app, 'GET', convertUrl(asked), undefined, { token });
    if (answer.statusCode !== 202) return saidBy(answer);
    const { jobId, message } = answer.json<ReportStartedBody>();
    return { message, job: await server.ended(token, jobId) };
  }
  return { ...server, convert, storeOf };
}

describe('GET /api/children/update', () => {
  it('converts a unit as a job, and reports its counts in words and figures', async () => {
    const { person, convert, storeOf } = await withUnits();
    const { token } = await person('ana', ['user', 'admin']);
    const answer = await convert(token);
    expect(answer).toMatchObject({
      message: 'The conversion has started.',
      job: {
        kind: 'convert',
        state: 'done',
        asked: { stakeDB: COBAN, stakeName: 'Cobán Stake', scopeType: 'stake' },
        count: 1,
        maxCount: 1,
        text:
          '2 screenings of 1 child checked; updated: 1 screening, and the status of 1 child. ' +
          '1 screening has no child that can be read and stays as it is.',
        converted: { screenings: 2, changedScreenings: 1, withoutChild: 1 },
      },
    });
    const stored = await (await storeOf(COBAN)).read(older(COBAN)._id);
    expect(stored).toMatchObject({ status: 'RED_CHILD', device: 'server', updatedBy: 'Ana López' });
    expect(await (await storeOf(OF_HONDURAS)).read(older(OF_HONDURAS)._id)).toMatchObject({
      status: 'GREEN_CHILD',
    });
  });

  it('writes nothing when it is repeated', async () => {
    const { person, convert, storeOf } = await withUnits();
    const { token } = await person('ana', ['user', 'admin']);
    await convert(token, { scopeType: 'countries' });
    const before = await (await storeOf(COBAN)).info();
    expect(await convert(token, { scopeType: 'countries' })).toMatchObject({
      job: { converted: { changedScreenings: 0, changedChildren: 0 } },
    });
    expect(await (await storeOf(COBAN)).info()).toEqual(before);
  });

  it('converts the units of a country, or all, each once', async () => {
    const { person, convert } = await withUnits();
    const { token } = await person('ana', ['user', 'admin']);
    expect(await convert(token, { scopeType: 'country', cCode: 'HND' })).toMatchObject({
      job: { converted: { screenings: 1, changedScreenings: 1 } },
    });
    expect(await convert(token, { scopeType: 'countries' })).toMatchObject({
      job: { converted: { screenings: 3, changedScreenings: 1 } },
    });
  });

  it('starts one job per room, however often it is called', async () => {
    const { app, person } = await withUnits();
    const { token } = await person('ana', ['user', 'admin']);
    const room = socketRoomOf({ firstName: 'Ana', lastName: 'López' }, new Date());
    const ask = async () =>
      (
        await call(app, 'GET', convertUrl({ room }), undefined, { token })
      ).json<ReportStartedBody>();
    expect((await ask()).jobId).toBe((await ask()).jobId);
  });

  it.each([
    ['an unknown scope', { scopeType: 'world' }, '400 bad-request scopeType:not-allowed'],
    ['an unknown unit', { stakeDB: 'nowhere' }, '403 forbidden'],
    ['an unknown country', { scopeType: 'country', cCode: 'QQQ' }, '403 forbidden'],
    ['the room of another', { room: 'EvaLopez1748880000000' }, '403 forbidden'],
  ])('refuses %s', async (_what, asked, said) => {
    const { person, convert } = await withUnits();
    const { token } = await person('ana', ['user', 'admin']);
    expect(await convert(token, asked)).toBe(said);
  });

  it('converting is for administrators, and with a country scope only within that country', async () => {
    const { person, convert } = await withUnits();
    const sync = await person('eva', ['user', 'sync']);
    expect(await convert(sync.token)).toBe('403 forbidden');
    const ofHonduras = await person('luz', ['user', 'admin'], { countries: ['HND'] });
    expect(await convert(ofHonduras.token)).toBe('403 forbidden');
    expect(await convert(ofHonduras.token, { scopeType: 'countries' })).toBe('403 forbidden');
    const own = await convert(ofHonduras.token, { scopeType: 'country', cCode: 'HND' });
    expect(own).toMatchObject({ job: { state: 'done' } });
  });
});
