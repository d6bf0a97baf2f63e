import { aChild } from '@crece/domain/testing';
import { SyncFault } from '@crece/storage/sync';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clearSession, keepSession, storedSession } from '../api/stored-session.ts';
import { type FakeAnswer, fakeServer, refusal } from '../testing/fake-server.ts';
import { openTestUnit } from '../testing/open-unit.ts';
import { aUser } from '../testing/render.tsx';
import { openUnitSync, syncServer } from './open-sync.ts';
import { syncOf } from './sync.ts';

const CREDENTIALS = 'GET /api/children/sync';
const ask = () => syncServer(async () => null).credentials(new AbortController().signal);

async function faultOf(answer: FakeAnswer | 'no-response') {
  fakeServer({ [CREDENTIALS]: answer });
  const fault = await ask().catch((cause: unknown) => cause);
  if (!(fault instanceof SyncFault)) throw new Error('no fault', { cause: fault });
  return [fault.code, fault.reason, fault.status];
}

afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
});

describe('syncServer, the gateway credentials', () => {
  it("gateway credentials are requested with the session's token and used only with this origin's gateway", async () => {
    keepSession(aUser(), 'of-ana');
    const server = fakeServer({
      [CREDENTIALS]: { body: { entity: 'secret', url: 'https://elsewhere.example.org/sync' } },
    });
    expect(await ask()).toEqual({ entity: 'secret', url: `${window.location.origin}/sync` });
    expect(server.asked[0]?.headers['authorization']).toBe('JWT of-ana');
  });

  it.each<[FakeAnswer | 'no-response', string, string | null, number | null]>([
    ['no-response', 'no-response', null, null],
    [refusal(408, 'timeout'), 'no-response', null, null],
    [refusal(401, 'unauthorized'), 'credentials', 'unauthorized', 401],
    [refusal(403, 'forbidden'), 'credentials', 'forbidden', 403],
    [refusal(422, 'of-a-newer-server'), 'credentials', 'refused', 422],
    [refusal(500, 'server-error'), 'server', 'server-error', 500],
    [{ body: { url: '/sync' } }, 'foreign', null, 200],
  ])(
    'a failed request for credentials becomes a fault (%o): %s, %s, %s',
    async (answer, ...told) => {
      expect(await faultOf(answer)).toEqual(told);
    },
  );

  it('a refusal of credentials does not change the session', async () => {
    keepSession(aUser(), 'of-ana');
    await faultOf(refusal(403, 'forbidden'));
    expect(storedSession().token).toBe('of-ana');
  });
});

describe('openUnitSync', () => {
  it('returns one and the same sync per open unit', async () => {
    const unit = await openTestUnit();
    const sync = openUnitSync(unit);
    expect(openUnitSync(unit)).toBe(sync);
    expect(syncOf(unit)).toBe(sync);
    expect(openUnitSync(await openTestUnit())).not.toBe(sync);
  });
});

describe('the report of a phone', () => {
  const HEADER = 'x-crece-phone';
  const CREDENTIALS_ANSWER = { body: { entity: 'secret', url: '/sync' } };

  /** What a phone with one unsent child says when it asks for the right to synchronise. */
  async function said(unit: Awaited<ReturnType<typeof openTestUnit>>) {
    keepSession(aUser(), 'of-ana');
    const server = fakeServer({ [CREDENTIALS]: CREDENTIALS_ANSWER });
    await openUnitSync(unit).run();
    const header = server.asked.find(({ headers }) => headers['authorization'])?.headers[HEADER];
    return header === undefined ? null : (JSON.parse(header) as unknown);
  }

  it('goes with the request for credentials: counts and codes of this unit', async () => {
    const unit = await openTestUnit();
    const child = aChild();
    const { _id, ...fields } = child;
    await unit.createChild(fields, { name: 'Ana Morales' }, new Date('2026-03-14T12:00:00.000Z'));
    expect(await said(unit)).toMatchObject({
      unit: unit.stakeDB,
      build: '0000',
      unsent: 1,
      refused: 0,
      oldestUnsent: '2026-03-14T12:00:00.000Z',
      completed: null,
      codes: [],
    });
  });

  it('stays here when it is switched off', async () => {
    const unit = await openTestUnit();
    const { device } = await unit.engine();
    await device.setSetting('phoneReports', 'off');
    expect(await said(unit)).toBeNull();
  });
});
