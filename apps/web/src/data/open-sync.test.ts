import { SyncFault } from '@crece/storage/sync';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clearSession, keepSession, storedSession } from '../api/stored-session.ts';
import { type FakeAnswer, fakeServer, refusal } from '../testing/fake-server.ts';
import { openTestUnit } from '../testing/open-unit.ts';
import { aUser } from '../testing/render.tsx';
import { openUnitSync, SYNC_SERVER } from './open-sync.ts';
import { syncOf } from './sync.ts';

const CREDENTIALS = 'GET /api/children/sync';
const ask = () => SYNC_SERVER.credentials(new AbortController().signal);

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

describe('credentials of the gateway', () => {
  it('are asked for in the name of the session, and sent only where this application comes from', async () => {
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
  ])('that cannot be had (%o) are a fault: %s, %s, %s', async (answer, ...told) => {
    expect(await faultOf(answer)).toEqual(told);
  });

  it('that are refused leave the session as it is', async () => {
    keepSession(aUser(), 'of-ana');
    await faultOf(refusal(403, 'forbidden'));
    expect(storedSession().token).toBe('of-ana');
  });
});

describe('openUnitSync', () => {
  it('is one for each unit that is open', async () => {
    const unit = await openTestUnit();
    const sync = openUnitSync(unit);
    expect(openUnitSync(unit)).toBe(sync);
    expect(syncOf(unit)).toBe(sync);
    expect(openUnitSync(await openTestUnit())).not.toBe(sync);
  });
});
