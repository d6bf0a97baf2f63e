import { nameMark } from '@crece/domain';
import { describe, expect, it } from 'vitest';
import type { DocumentStore, Stores } from '../store/document-store.ts';
import { ACCOUNTS_DATABASE } from '../store/store-names.ts';
import { aStores } from '../testing/test-app.ts';
import { aClock } from '../testing/test-people.ts';
import { type Accounts, openAccounts } from './accounts.ts';
import { hashed, nameReservation } from './reservations.ts';
import type { NewAccount, StoredAccount } from './stored-account.ts';

function aDraft(different: Partial<NewAccount> = {}): NewAccount {
  const username = different.username ?? 'ana';
  return {
    username,
    email: `${username}@example.org`,
    firstName: 'Ana',
    lastName: 'López',
    roles: ['user'],
    passwordHash: 'hash',
    language: 'en',
    ...different,
  };
}

interface Opened {
  accounts: Accounts;
  stores: Stores;
  store: DocumentStore;
  pass: (milliseconds: number) => void;
}

async function open(): Promise<Opened> {
  const stores = await aStores();
  const { clock, pass } = aClock();
  const accounts = await openAccounts({ stores, clock });
  return { accounts, stores, store: await stores.open(ACCOUNTS_DATABASE), pass };
}

async function make(
  { accounts }: Pick<Opened, 'accounts'>,
  different: Partial<NewAccount> = {},
): Promise<StoredAccount> {
  const made = await accounts.create(aDraft(different));
  if (!made.ok) throw new Error(made.code);
  return made.account;
}

const GOOGLE = { subject: '42', displayName: 'Ana', email: 'ana@example.org' };

describe('a new account', () => {
  it('a new account is found by its id, user name, e-mail address and social account', async () => {
    const { accounts } = await open();
    const account = await make({ accounts }, { socials: { google: GOOGLE } });
    expect(account).toMatchObject({
      username: 'ana',
      provider: 'local',
      sessionVersion: 1,
      created: '2025-06-01T08:00:00.000Z',
      passwordChanged: '2025-06-01T08:00:00.000Z',
      lastSignIn: null,
    });
    for (const found of [
      await accounts.byId(account.id),
      await accounts.byUsername('ana'),
      await accounts.byEmail('ana@example.org'),
      await accounts.bySocial('google', '42'),
      await accounts.find(' ANA '),
      await accounts.find('Ana@Example.org'),
    ]) {
      expect(found).toEqual(account);
    }
    expect(await accounts.bySocial('github', '42')).toBeNull();
    expect(await accounts.find('eve')).toBeNull();
    expect(await accounts.find('')).toBeNull();
  });

  it('a refused new account names what is taken, and reserves nothing', async () => {
    const { accounts } = await open();
    await make({ accounts }, { socials: { google: GOOGLE } });
    const refusal = async (different: Partial<NewAccount>) => {
      const result = await accounts.create(aDraft({ username: 'eve', ...different }));
      return result.ok ? null : result.code;
    };
    expect(await refusal({ username: 'ana', email: 'x@example.org' })).toBe('name-taken');
    expect(await refusal({ email: 'ana@example.org' })).toBe('email-taken');
    expect(await refusal({ socials: { google: GOOGLE } })).toBe('social-taken');
    expect(await refusal({})).toBeNull();
  });

  it('twenty who want the same name at the same time make one account', async () => {
    const { accounts } = await open();
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        accounts.create(aDraft({ username: 'ana', email: `ana${i}@example.org` })),
      ),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.flatMap((result) => (result.ok ? [] : [result.code]))).toEqual(
      Array(19).fill('name-taken'),
    );
    const all: StoredAccount[] = [];
    for await (const account of accounts.list()) all.push(account);
    expect(all).toHaveLength(1);
  });

  it('a new account gets a name that a crash left reserved, but not one that is being created', async () => {
    const { accounts, store, pass } = await open();
    const { key } = nameReservation('ana');
    await store.write([{ _id: key, owner: 'nobody', at: '2025-06-01T08:00:00.000Z' }]);
    pass(59_999);
    expect(await accounts.create(aDraft())).toEqual({ ok: false, code: 'name-taken' });
    pass(1);
    expect((await accounts.create(aDraft())).ok).toBe(true);
  });
});

describe('a change of an account', () => {
  it('moves the account to its new name and address and frees the old ones', async () => {
    const { accounts } = await open();
    const { id } = await make({ accounts });
    const changed = await accounts.update(id, { username: 'anna', email: 'anna@example.org' });
    expect(changed).toMatchObject({ ok: true, account: { username: 'anna', sessionVersion: 1 } });
    expect(await accounts.byUsername('ana')).toBeNull();
    expect(await accounts.byEmail('ana@example.org')).toBeNull();
    expect((await accounts.byUsername('anna'))?.id).toBe(id);
    expect((await make({ accounts })).username).toBe('ana');
  });

  it('a change is refused as a whole when one part of it is taken', async () => {
    const { accounts } = await open();
    await make({ accounts });
    const eve = await make({ accounts }, { username: 'eve' });
    const change = { username: 'eva', email: 'ana@example.org' };
    expect(await accounts.update(eve.id, change)).toEqual({ ok: false, code: 'email-taken' });
    expect(await accounts.byId(eve.id)).toEqual(eve);
    expect((await make({ accounts }, { username: 'eva' })).username).toBe('eva');
  });

  it.each([
    ['its password', { passwordHash: 'other' }, 2],
    ['its roles', { roles: ['user', 'sync'] }, 2],
    ['its scope', { scope: { countries: ['GTM'] } }, 2],
    ['its names', { firstName: 'Anna' }, 1],
    ['its picture', { profileImageURL: '/api/pictures/x' }, 1],
    ['the same roles again', { roles: ['user'] }, 1],
  ] as const)('a change of %s leads to session version %3$i', async (_, change, version) => {
    const { accounts } = await open();
    const { id } = await make({ accounts });
    const result = await accounts.update(id, structuredClone(change) as Partial<StoredAccount>);
    expect(result).toMatchObject({ ok: true, account: { sessionVersion: version } });
  });

  it('removes an optional field', async () => {
    const { accounts } = await open();
    const { id } = await make({ accounts }, { scope: { stakes: ['coro_ven'] } });
    await accounts.update(id, { scope: undefined });
    expect(await accounts.byId(id)).not.toHaveProperty('scope');
  });

  it('fifty changes at the same time all last, and each decides on the latest state', async () => {
    const { accounts, stores } = await open();
    const { id } = await make({ accounts }, { firstName: '0' });
    // A second instance has no mutex in common with the first, like another process.
    const other = await openAccounts({ stores, clock: () => new Date() });
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        (i % 2 === 0 ? accounts : other).update(id, ({ firstName }) => ({
          firstName: String(Number(firstName) + 1),
        })),
      ),
    );
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect((await accounts.byId(id))?.firstName).toBe('50');
  });

  it('the function that decides may refuse a change', async () => {
    const { accounts } = await open();
    const account = await make({ accounts });
    expect(await accounts.update(account.id, () => ({ refused: 'last-sign-in' }))).toEqual({
      ok: false,
      code: 'last-sign-in',
    });
    expect(await accounts.byId(account.id)).toEqual(account);
  });

  it('a change of an unknown id is answered with not-found', async () => {
    const { accounts } = await open();
    for (const id of ['', 'x', '../../etc', '\u0000']) {
      expect(await accounts.update(id, { firstName: 'x' })).toEqual({
        ok: false,
        code: 'not-found',
      });
    }
  });
});

describe('the last administrator', () => {
  it('the last administrator cannot be demoted or removed; with a second administrator either can', async () => {
    const { accounts } = await open();
    expect(await accounts.hasAdmin()).toBe(false);
    const { id } = await make({ accounts }, { roles: ['user', 'admin'] });
    expect(await accounts.hasAdmin()).toBe(true);
    expect(await accounts.update(id, { roles: ['user'] })).toEqual({
      ok: false,
      code: 'last-admin',
    });
    expect(await accounts.remove(id)).toEqual({ ok: false, code: 'last-admin' });
    await make({ accounts }, { username: 'eve', roles: ['admin'] });
    expect((await accounts.update(id, { roles: ['user'] })).ok).toBe(true);
  });

  it('only an administrator without a scope counts as the last one', async () => {
    const { accounts } = await open();
    const scope = { countries: ['GTM'] };
    const limited = await make({ accounts }, { username: 'ben', roles: ['admin'], scope });
    expect(await accounts.hasAdmin()).toBe(false);
    const { id } = await make({ accounts }, { roles: ['admin'] });
    expect(await accounts.hasAdmin()).toBe(true);
    const refused = { ok: false, code: 'last-admin' };
    expect(await accounts.update(id, { scope })).toEqual(refused);
    expect(await accounts.update(id, { roles: ['user'] })).toEqual(refused);
    expect(await accounts.remove(id)).toEqual(refused);
    // One with a scope may always go, and counts as a second one when the scope is removed.
    expect((await accounts.update(limited.id, { roles: ['user'] })).ok).toBe(true);
    await accounts.update(limited.id, { roles: ['admin'], scope: undefined });
    expect((await accounts.update(id, { scope })).ok).toBe(true);
    expect(await accounts.remove(limited.id)).toEqual(refused);
  });

  it('one administrator remains when two limit each other at the same time', async () => {
    const { accounts, stores } = await open();
    const other = await openAccounts({ stores, clock: () => new Date() });
    const one = await make({ accounts }, { username: 'one', roles: ['admin'] });
    const two = await make({ accounts }, { username: 'two', roles: ['admin'] });
    const scope = { countries: ['GTM'] };
    const results = await Promise.all([
      accounts.update(two.id, { scope }),
      other.update(one.id, { scope }),
    ]);
    expect(results.flatMap((result) => (result.ok ? ['ok'] : [result.code])).sort()).toEqual([
      'last-admin',
      'ok',
    ]);
  });

  it('one administrator remains when two demote or remove each other at the same time', async () => {
    const { accounts, stores } = await open();
    const other = await openAccounts({ stores, clock: () => new Date() });
    for (let round = 0; round < 5; round += 1) {
      const one = await make({ accounts }, { username: `one${round}`, roles: ['admin'] });
      const two = await make({ accounts }, { username: `two${round}`, roles: ['admin'] });
      const rest: string[] = [];
      for await (const { id, roles } of accounts.list()) {
        if (roles.includes('admin') && id !== one.id && id !== two.id) rest.push(id);
      }
      for (const id of rest) await accounts.update(id, { roles: ['user'] });
      const results = await Promise.all([
        accounts.update(two.id, { roles: ['user'] }),
        round % 2 === 0 ? other.update(one.id, { roles: ['user'] }) : other.remove(one.id),
      ]);
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      expect(results.flatMap((result) => (result.ok ? [] : [result.code]))).toEqual(['last-admin']);
    }
  });

  it('the last administrator remains when a crash left an account in the list that is no administrator', async () => {
    const { accounts, store } = await open();
    const { id } = await make({ accounts }, { roles: ['admin'] });
    const user = await make({ accounts }, { username: 'eve' });
    const list = await store.read('admins');
    const scope = { countries: ['GTM'] };
    const limited = await make({ accounts }, { username: 'leo', roles: ['admin'], scope });
    const ids = [id, user.id, limited.id, 'nobody'];
    await store.write([{ ...list, _id: 'admins', ids }]);
    expect(await accounts.remove(id)).toEqual({ ok: false, code: 'last-admin' });
  });
});

describe('a removed account', () => {
  it('a removed account is gone, and its name and address are free', async () => {
    const { accounts } = await open();
    const account = await make({ accounts }, { socials: { google: GOOGLE } });
    expect(await accounts.remove(account.id)).toEqual({ ok: true, account });
    expect(await accounts.byId(account.id)).toBeNull();
    expect(await accounts.find('ana')).toBeNull();
    expect(await accounts.bySocial('google', '42')).toBeNull();
    expect(await accounts.remove(account.id)).toEqual({ ok: false, code: 'not-found' });
    const again = await make({ accounts }, { socials: { google: GOOGLE } });
    expect(again.id).not.toBe(account.id);
  });
});

describe('an erased account', () => {
  it('an erased account is gone, its address is free, and its user names are taken for ever', async () => {
    const opened = await open();
    const { accounts, store } = opened;
    const { id } = await make(opened);
    await accounts.update(id, { username: 'ana.lopez' });
    expect(await accounts.erase(id)).toMatchObject({ ok: true });
    opened.pass(3_600_000);
    for (const username of ['ana', 'ana.lopez']) {
      const made = await accounts.create(aDraft({ username, email: 'x@example.org' }));
      expect(made).toEqual({ ok: false, code: 'name-taken' });
      expect(await accounts.byUsername(username)).toBeNull();
    }
    expect(await make(opened, { username: 'eva', email: 'ana@example.org' })).toBeDefined();
    for await (const { _id } of store.list()) expect(_id).not.toContain('ana');
  });

  it('a former user name that somebody else has now stays theirs', async () => {
    const opened = await open();
    const { id } = await make(opened);
    await opened.accounts.update(id, { username: 'lopez' });
    const other = await make(opened, { email: 'other@example.org' });
    await opened.accounts.erase(id);
    expect((await opened.accounts.byUsername('ana'))?.id).toBe(other.id);
  });
});

describe('what is kept of former names', () => {
  it('are marks and digests, each once, with the instant of the change', async () => {
    const opened = await open();
    const { accounts } = opened;
    const { id } = await make(opened);
    await accounts.update(id, { lastSignIn: '2025-06-02T08:00:00.000Z' });
    expect(await accounts.byId(id)).not.toHaveProperty('formerNames');
    await accounts.update(id, { lastName: 'Ruiz' });
    await accounts.update(id, { lastName: 'LÓPEZ', username: 'ruiz' });
    await accounts.update(id, { lastName: 'Ruiz' });
    expect(await accounts.byId(id)).toMatchObject({
      formerNames: [nameMark('Ana López'), nameMark('Ana Ruiz')],
      formerUsers: [{ hash: hashed('ana'), until: '2025-06-01T08:00:00.000Z' }],
    });
  });
});

describe('data of an earlier version, whose user names were ids', () => {
  it('user names are found, unique, and moved to their digests at the next change', async () => {
    const opened = await open();
    const { accounts, store } = opened;
    const { id } = await make(opened);
    const { key } = nameReservation('ana');
    const known = await store.read(key);
    const owned = { owner: id, at: '2025-06-01T08:00:00.000Z' };
    await store.write([
      { _id: key, _rev: known?._rev ?? '', _deleted: true },
      { _id: 'name_ana', ...owned },
    ]);
    opened.pass(3_600_000);
    expect((await accounts.byUsername('ana'))?.id).toBe(id);
    expect(await accounts.create(aDraft({ email: 'x@example.org' }))).toEqual({
      ...{ ok: false, code: 'name-taken' },
    });
    await accounts.repair();
    expect(await store.read(key)).toMatchObject({ owner: id });
    await accounts.remove(id);
    expect(await store.readMany([key, 'name_ana'])).toEqual(new Map());
  });
});

describe('the repair at the start', () => {
  it('restores the reservations and the list of administrators', async () => {
    const { accounts, store } = await open();
    const { id } = await make({ accounts }, { roles: ['admin'] });
    for (const name of ['admins', nameReservation('ana').key]) {
      const document = await store.read(name);
      await store.write([{ _id: name, _rev: document?._rev ?? '', _deleted: true }]);
    }
    expect([await accounts.hasAdmin(), await accounts.byUsername('ana')]).toEqual([false, null]);
    await accounts.repair();
    expect(await accounts.hasAdmin()).toBe(true);
    expect((await accounts.byUsername('ana'))?.id).toBe(id);
  });
});
