import { describe, expect, it } from 'vitest';
import { aStores } from '../testing/test-app.ts';
import { aClock } from '../testing/test-people.ts';
import { createHourly, dropExpired } from './expired.ts';
import { createOneUse } from './one-use.ts';

const PAYLOAD = { accountId: '1', email: 'ana@example.org', passwordChanged: null };
const UNKNOWN = { ok: false, reason: 'unknown' };
const HOUR_MS = 3_600_000;

async function open() {
  const store = await (await aStores()).open('sys_accounts');
  const { clock, pass } = aClock();
  return { store, clock, pass, oneUse: createOneUse({ store, clock }) };
}

it.each([2, 800])(
  'what is done once an hour is done again after a clock that was %s days ahead is put right',
  (days) => {
    const { clock, pass } = aClock();
    const isTime = createHourly(clock);
    pass(days * 24 * HOUR_MS);
    expect([isTime(), isTime()]).toEqual([true, false]);
    pass(-days * 24 * HOUR_MS);
    expect([isTime(), isTime()]).toEqual([true, false]);
  },
);

describe('a one-use secret', () => {
  it('a one-use secret is 256 random bits, of which only a hash is stored', async () => {
    const { oneUse, store } = await open();
    const secret = await oneUse.issue('password-link', PAYLOAD, HOUR_MS);
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await oneUse.issue('password-link', PAYLOAD, HOUR_MS)).not.toBe(secret);
    const kept: unknown[] = [];
    for await (const document of store.listLocal('')) kept.push(document);
    expect(kept).toHaveLength(2);
    expect(JSON.stringify(kept)).not.toContain(secret);
  });

  it('a one-use secret can be checked often and used once', async () => {
    const { oneUse } = await open();
    const secret = await oneUse.issue('password-link', PAYLOAD, HOUR_MS);
    for (let i = 0; i < 3; i += 1) {
      expect(await oneUse.peek('password-link', secret)).toEqual({ ok: true, payload: PAYLOAD });
    }
    expect(await oneUse.take('password-link', secret)).toEqual({ ok: true, payload: PAYLOAD });
    expect(await oneUse.take('password-link', secret)).toEqual(UNKNOWN);
    expect(await oneUse.peek('password-link', secret)).toEqual(UNKNOWN);
  });

  it('exactly one of twenty simultaneous calls uses a secret', async () => {
    const { oneUse } = await open();
    const secret = await oneUse.issue('password-link', PAYLOAD, HOUR_MS);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => oneUse.take('password-link', secret)),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('a one-use secret is valid until the last millisecond of its lifetime', async () => {
    const { oneUse, pass } = await open();
    const secret = await oneUse.issue('password-link', PAYLOAD, HOUR_MS);
    pass(HOUR_MS - 1);
    expect((await oneUse.peek('password-link', secret)).ok).toBe(true);
    pass(1);
    const expired = { ok: false, reason: 'expired' };
    expect(await oneUse.peek('password-link', secret)).toEqual(expired);
    expect(await oneUse.take('password-link', secret)).toEqual(expired);
  });

  it.each([2, 40, 800])(
    'a one-use secret made under a clock %s days ahead has expired when the clock is put right',
    async (days) => {
      const { oneUse, pass } = await open();
      pass(days * 24 * HOUR_MS);
      const secret = await oneUse.issue('password-link', PAYLOAD, HOUR_MS);
      expect((await oneUse.peek('password-link', secret)).ok).toBe(true);
      pass(-days * 24 * HOUR_MS);
      expect(await oneUse.take('password-link', secret)).toEqual({ ok: false, reason: 'expired' });
    },
  );

  it('a one-use secret stays valid when the clock is corrected by minutes', async () => {
    const { oneUse, pass } = await open();
    const secret = await oneUse.issue('password-link', PAYLOAD, HOUR_MS);
    pass(-10 * 60_000);
    expect((await oneUse.peek('password-link', secret)).ok).toBe(true);
  });

  it('a one-use secret is valid for one kind only, and other secrets are unknown', async () => {
    const { oneUse } = await open();
    const secret = await oneUse.issue('password-link', PAYLOAD, HOUR_MS);
    expect(await oneUse.take('first-admin', secret)).toEqual(UNKNOWN);
    for (const other of ['', secret.slice(1), `${secret}x`, '\u0000', 'x'.repeat(200)]) {
      expect(await oneUse.take('password-link', other)).toEqual(UNKNOWN);
    }
  });

  it('a one-use secret can be given back, and all secrets of a kind can be revoked', async () => {
    const { oneUse } = await open();
    const payload = { purpose: 'first-admin' } as const;
    const secret = await oneUse.issue('first-admin', payload, HOUR_MS);
    const link = await oneUse.issue('password-link', PAYLOAD, HOUR_MS);
    await oneUse.take('first-admin', secret);
    await oneUse.giveBack('first-admin', secret, payload, HOUR_MS);
    expect((await oneUse.peek('first-admin', secret)).ok).toBe(true);
    await oneUse.revokeAll('first-admin');
    expect(await oneUse.peek('first-admin', secret)).toEqual(UNKNOWN);
    expect((await oneUse.peek('password-link', link)).ok).toBe(true);
  });
});

describe('dropExpired', () => {
  it('deletes ended sessions at once, and old links after a week', async () => {
    const { oneUse, store, clock, pass } = await open();
    await oneUse.issue('password-link', PAYLOAD, HOUR_MS);
    const at = (ms: number) => new Date(clock().getTime() + ms).toISOString();
    await store.writeLocal({ _id: 'session_a', expires: at(HOUR_MS) });
    await store.writeLocal({ _id: 'session_b', expires: at(HOUR_MS + 1) });
    pass(HOUR_MS);
    expect(await dropExpired(store, clock())).toBe(1);
    expect(await store.readLocal('session_a')).toBeNull();
    expect((await store.readLocal('session_b'))?._id).toBe('session_b');
    pass(7 * 24 * HOUR_MS - 1);
    expect(await dropExpired(store, clock())).toBe(1);
    pass(1);
    expect(await dropExpired(store, clock())).toBe(1);
  });

  it('dropping expired secrets is due at first and then once an hour', () => {
    const { clock, pass } = aClock();
    const isTime = createHourly(clock);
    expect([isTime(), isTime()]).toEqual([true, false]);
    pass(HOUR_MS - 1);
    expect(isTime()).toBe(false);
    pass(1);
    expect([isTime(), isTime()]).toEqual([true, false]);
  });
});
