import type { Account } from '@crece/domain';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { StorageError } from '../../base/storage-error.ts';
import { eventually } from '../../testing/eventually.ts';
import { secondTab } from '../../testing/open-second-tab.ts';
import { freshName, openTestDevice } from '../../testing/open-test-unit.ts';
import { DeviceDatabase } from './device-database.ts';
import { openDevice, openPeople } from './open-device.ts';
import type { People, PeopleStore } from './types.ts';

const ANA: Account = {
  id: 'u1',
  username: 'ana',
  displayName: 'Ana López',
  roles: ['user', 'sync'],
};
const JUAN: Account = {
  id: 'u2',
  username: 'juan',
  displayName: 'Juan Choc',
  roles: ['user'],
  scope: { countries: ['GTM'] },
};
const PIN = '482913';
const WRONG = '482914';

/** Few rounds, to be fast; the real number is tested once below. */
const ROUNDS = 1_000;
const PAUSE_MS = 50;
const START = Date.parse('2026-03-14T12:00:00.000Z');

/** A device's people in IndexedDB, with a clock set by the test. */
async function openTestPeople(): Promise<{
  people: People;
  store: PeopleStore;
  clock: { now: number };
}> {
  const database = new DeviceDatabase(freshName('people'));
  onTestFinished(() => database.close());
  const store: PeopleStore = {
    all: async () => [...(await database.entries('values')).values()],
    update: (accountId, change) => database.update('values', accountId, change),
  };
  const clock = { now: START };
  const people = await openPeople(store, {
    clock: () => new Date(clock.now),
    rounds: ROUNDS,
    pauseMs: PAUSE_MS,
  });
  return { people, store, clock };
}

/** Types a wrong PIN several times, each as soon as a try is allowed. */
async function failTimes(
  { people, clock }: { people: People; clock: { now: number } },
  times: number,
): Promise<number[]> {
  const waits: number[] = [];
  for (let i = 0; i < times; i += 1) {
    const answer = await people.tryPin(ANA.id, WRONG);
    if (answer.ok || answer.code !== 'pin-wrong')
      throw new Error(`answered ${JSON.stringify(answer)}`);
    waits.push(answer.waitSeconds);
    clock.now += answer.waitSeconds * 1_000;
  }
  return waits;
}

describe('the people of a device', () => {
  it('a full device lets in who knows the PIN, more slowly, and goes on counting wrong ones', async () => {
    const { people, store, clock } = await openTestPeople();
    await people.setPin(ANA, PIN);
    const { update } = store;
    store.update = async (accountId, change) => {
      await update(accountId, (stored) => {
        change(stored);
        return stored;
      });
      throw new StorageError('full-disk');
    };
    const begun = performance.now();
    expect(await people.tryPin(ANA.id, PIN)).toMatchObject({
      ok: true,
      person: { account: ANA, failures: 0 },
    });
    expect(performance.now() - begun).toBeGreaterThan(PAUSE_MS);

    expect(await failTimes({ people, clock }, 4)).toEqual([0, 0, 0, 5]);
    clock.now -= 1_000;
    expect(await people.tryPin(ANA.id, PIN)).toEqual({
      ...{ ok: false, code: 'pin-wait', waitSeconds: 1 },
    });
    clock.now += 1_000;
    // With room again what was counted meanwhile still counts.
    store.update = update;
    expect(await people.tryPin(ANA.id, WRONG)).toMatchObject({
      code: 'pin-wrong',
      waitSeconds: 15,
    });
    expect(await people.list()).toMatchObject([{ failures: 5 }]);
    clock.now += 15_000;
    expect(await people.tryPin(ANA.id, PIN)).toMatchObject({ ok: true });
    expect(await people.list()).toMatchObject([{ failures: 0 }]);
  });

  it('a device has no people until one sets a PIN', async () => {
    const { people } = await openTestPeople();
    expect(await people.list()).toEqual([]);
    expect(await people.tryPin(ANA.id, PIN)).toEqual({ ok: false, code: 'person-unknown' });
  });

  it('unlock with their own PIN only', async () => {
    const { people } = await openTestPeople();
    await people.setPin(ANA, PIN);
    await people.setPin(JUAN, '907351');
    expect(await people.tryPin(ANA.id, PIN)).toMatchObject({ ok: true, person: { account: ANA } });
    expect(await people.tryPin(JUAN.id, PIN)).toEqual({
      ok: false,
      code: 'pin-wrong',
      waitSeconds: 0,
    });
    expect(await people.tryPin(JUAN.id, '907351')).toMatchObject({
      ok: true,
      person: { account: JUAN, failures: 0, blockedUntil: null },
    });
  });

  it('people are listed with the latest sign-in first', async () => {
    const { people, clock } = await openTestPeople();
    await people.setPin(ANA, PIN);
    clock.now += 1_000;
    await people.setPin(JUAN, PIN);
    expect((await people.list()).map(({ account }) => account.username)).toEqual(['juan', 'ana']);
    clock.now += 1_000;
    await people.tryPin(ANA.id, PIN);
    expect((await people.list()).map(({ account }) => account.username)).toEqual(['ana', 'juan']);
  });

  it('store neither the PIN nor account data beyond what rights need', async () => {
    const { people, store } = await openTestPeople();
    await people.setPin({ ...ANA, email: 'ana@example.org' } as Account, PIN);
    const [kept] = await store.all();
    expect(Object.keys(kept as object).sort()).toEqual(
      ['account', 'blockedUntil', 'failures', 'hash', 'lastIn', 'rounds', 'salt'].sort(),
    );
    const { account, salt, hash } = kept as {
      account: unknown;
      salt: Uint8Array;
      hash: Uint8Array;
    };
    expect(account).toEqual(ANA);
    expect([salt.length, hash.length]).toEqual([16, 32]);
    expect(JSON.stringify(kept)).not.toContain(PIN);
  });

  it('the same PIN of two people is stored with two different hashes', async () => {
    const { people, store } = await openTestPeople();
    await people.setPin(ANA, PIN);
    await people.setPin(JUAN, PIN);
    const hashes = (await store.all()).map((kept) => (kept as { hash: Uint8Array }).hash.join());
    expect(new Set(hashes).size).toBe(2);
  });

  it('take changed names and rights and keep the PIN', async () => {
    const { people } = await openTestPeople();
    await people.setPin(JUAN, PIN);
    await people.renew({ ...JUAN, displayName: 'Juan C. Choc', roles: ['user', 'admin'] });
    await people.renew(ANA);
    expect((await people.list()).map(({ account }) => account)).toEqual([
      { ...JUAN, displayName: 'Juan C. Choc', roles: ['user', 'admin'] },
    ]);
    expect(await people.tryPin(JUAN.id, PIN)).toMatchObject({ ok: true });
  });

  it('people who are removed are gone, even during the check of their PIN', async () => {
    const { people } = await openTestPeople();
    await people.setPin(ANA, PIN);
    const [answer] = await Promise.all([people.tryPin(ANA.id, PIN), people.forget(ANA.id)]);
    expect(answer).toEqual({ ok: false, code: 'person-unknown' });
    expect(await people.list()).toEqual([]);
  });
});

describe('wrong PINs on a device', () => {
  it('make each further try wait longer from the fourth on', async () => {
    const opened = await openTestPeople();
    await opened.people.setPin(ANA, PIN);
    expect(await failTimes(opened, 10)).toEqual([0, 0, 0, 5, 15, 30, 60, 300, 300, 300]);
  });

  it('block even the right PIN until exactly the end of the delay', async () => {
    const { people, clock } = await openTestPeople();
    await people.setPin(ANA, PIN);
    for (let i = 0; i < 4; i += 1) await people.tryPin(ANA.id, WRONG);
    clock.now += 4_999;
    expect(await people.tryPin(ANA.id, PIN)).toEqual({
      ok: false,
      code: 'pin-wait',
      waitSeconds: 1,
    });
    expect((await people.list())[0]).toMatchObject({
      failures: 4,
      blockedUntil: new Date(START + 5_000).toISOString(),
    });
    clock.now += 1;
    expect(await people.tryPin(ANA.id, PIN)).toMatchObject({ ok: true });
  });

  it('wrong PINs are not counted during a delay, and are reset by the right one', async () => {
    const opened = await openTestPeople();
    const { people, clock } = opened;
    await people.setPin(ANA, PIN);
    for (let i = 0; i < 9; i += 1) await people.tryPin(ANA.id, WRONG);
    expect((await people.list())[0]?.failures).toBe(4);
    clock.now += 5_000;
    await people.tryPin(ANA.id, PIN);
    expect(await failTimes(opened, 4)).toEqual([0, 0, 0, 5]);
  });

  it('block only the person whose PIN it was', async () => {
    const opened = await openTestPeople();
    await opened.people.setPin(ANA, PIN);
    await opened.people.setPin(JUAN, '907351');
    for (let i = 0; i < 4; i += 1) await opened.people.tryPin(ANA.id, WRONG);
    expect(await opened.people.tryPin(JUAN.id, '907351')).toMatchObject({ ok: true });
  });

  it('a new PIN resets the wrong ones', async () => {
    const opened = await openTestPeople();
    await opened.people.setPin(ANA, PIN);
    await failTimes(opened, 8);
    await opened.people.setPin(ANA, '715204');
    expect(await opened.people.tryPin(ANA.id, '715204')).toMatchObject({ ok: true });
  });

  it('with the clock set back restart the delay once, and never shorten it', async () => {
    const { people, clock } = await openTestPeople();
    await people.setPin(ANA, PIN);
    for (let i = 0; i < 4; i += 1) await people.tryPin(ANA.id, WRONG);
    clock.now -= 365 * 24 * 3_600_000;
    expect(await people.tryPin(ANA.id, PIN)).toEqual({
      ok: false,
      code: 'pin-wait',
      waitSeconds: 5,
    });
    clock.now += 4_999;
    expect(await people.tryPin(ANA.id, PIN)).toMatchObject({ code: 'pin-wait', waitSeconds: 1 });
    clock.now += 1;
    expect(await people.tryPin(ANA.id, PIN)).toMatchObject({ ok: true });
  });

  it('tries are counted before the check, so simultaneous ones count as that many failures', async () => {
    const { people } = await openTestPeople();
    await people.setPin(ANA, PIN);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => people.tryPin(ANA.id, WRONG)),
    );
    const codes = answers.map((answer) => (answer.ok ? 'ok' : answer.code));
    expect(codes.filter((code) => code === 'pin-wrong')).toHaveLength(4);
    expect(codes.filter((code) => code === 'pin-wait')).toHaveLength(6);
  });
});

describe('two tabs with the same people', () => {
  it('share people and the count of wrong PINs, also after a reload', async () => {
    const name = freshName('device');
    const here = await openTestDevice(name);
    const tab = await secondTab();
    const there = await tab.openDevice({
      databaseName: name,
    });
    const [hereSeen, people, others] = [vi.fn(), await here.people(), await there.people()];
    here.subscribe(hereSeen);
    await others.setPin(ANA, PIN);
    await eventually(() => expect(hereSeen).toHaveBeenCalled());
    expect((await people.list()).map(({ account }) => account.id)).toEqual([ANA.id]);

    const answers = [
      ...(await Promise.all([people.tryPin(ANA.id, WRONG), others.tryPin(ANA.id, WRONG)])),
      ...(await Promise.all([people.tryPin(ANA.id, WRONG), others.tryPin(ANA.id, WRONG)])),
    ];
    expect(answers.map((answer) => !answer.ok && answer.code)).toEqual(
      Array.from({ length: 4 }, () => 'pin-wrong'),
    );
    await there.close();
    await here.close();
    const again = await openDevice({ databaseName: name });
    onTestFinished(() => again.close());
    expect(await (await again.people()).tryPin(ANA.id, PIN)).toMatchObject({ code: 'pin-wait' });
  });

  it('answer a right and a wrong PIN typed at the same moment separately', async () => {
    const { people } = await openTestPeople();
    await people.setPin(ANA, PIN);
    const answers = await Promise.all([people.tryPin(ANA.id, PIN), people.tryPin(ANA.id, WRONG)]);
    expect(answers.map(({ ok }) => ok)).toEqual([true, false]);
  });
});

describe('the PIN as stored by the application', () => {
  it('a PIN is stretched by 600,000 rounds, which are stored with it', async () => {
    const device = await openTestDevice();
    const people = await device.people();
    await people.setPin(ANA, PIN);
    expect(await device.store.get('values', `person:${ANA.id}`)).toMatchObject({ rounds: 600_000 });
    expect(await people.tryPin(ANA.id, PIN)).toMatchObject({ ok: true });
  });

  it('a PIN of an older version is checked with the rounds it was made with', async () => {
    const { people, store } = await openTestPeople();
    const older = await openPeople(store, { rounds: 500 });
    await older.setPin(ANA, PIN);
    expect(await people.tryPin(ANA.id, PIN)).toMatchObject({ ok: true });
  });
});
