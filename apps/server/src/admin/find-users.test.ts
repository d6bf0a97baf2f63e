import type { Role } from '@crece/domain';
import { describe, expect, it } from 'vitest';
import type { StoredAccount } from '../accounts/stored-account.ts';
import { findUsers, USERS_PAGE_SIZE } from './find-users.ts';

function account(name: string, username: string, roles: Role[] = ['user']): StoredAccount {
  const [firstName = '', lastName = ''] = name.split(' ');
  return {
    id: username,
    username,
    email: `${username}@clinic.example`,
    firstName,
    lastName,
    roles,
    provider: 'local',
    socials: {},
    profileImageURL: null,
    passwordHash: null,
    passwordChanged: null,
    sessionVersion: 1,
    language: 'es',
    created: '2026-01-01T00:00:00.000Z',
    lastSignIn: null,
  };
}

const ACCOUNTS = [
  account('Óscar Ñáñez', 'oscar'),
  account('Zoila Ávila', 'zoila', ['user', 'admin']),
  account('ana Pérez', 'ana2', ['user', 'sync']),
  account('Ana Pérez', 'ana10'),
  account('Ángel Cruz', 'cruz', ['phl-pilot']),
];

async function* all(accounts: readonly StoredAccount[]) {
  yield* accounts;
}

async function found(search: string, role?: Role): Promise<string[]> {
  const { users, total } = await findUsers(all(ACCOUNTS), { search, role }, 1);
  expect(total).toBe(users.length);
  return users.map(({ username }) => username);
}

describe('findUsers', () => {
  it('lists by name ignoring case and accents, and equal names by user name', async () => {
    expect(await found('')).toEqual(['ana10', 'ana2', 'cruz', 'oscar', 'zoila']);
    const { users } = await findUsers(all([...ACCOUNTS].reverse()), { search: '' }, 1);
    expect(users.map(({ username }) => username)).toEqual([
      'ana10',
      'ana2',
      'cruz',
      'oscar',
      'zoila',
    ]);
  });

  it.each([
    ['perez', ['ana10', 'ana2']],
    ['  PÉREZ   ana ', ['ana10', 'ana2']],
    ['nanez', ['oscar']],
    ['avila zoi', ['zoila']],
    ['ana2', ['ana2']],
    ['clinic.example', ['ana10', 'ana2', 'cruz', 'oscar', 'zoila']],
    ['cruz@', ['cruz']],
    ['perez cruz', []],
    ['%', []],
    ['.*', []],
  ])('searches names, user name and e-mail for %j', async (search, usernames) => {
    expect(await found(search)).toEqual(usernames);
  });

  it('keeps only accounts with the given role', async () => {
    expect(await found('', 'admin')).toEqual(['zoila']);
    expect(await found('ana', 'sync')).toEqual(['ana2']);
    expect(await found('', 'guest')).toEqual([]);
  });

  it('answers pages of fifteen', async () => {
    const many = Array.from({ length: 2 * USERS_PAGE_SIZE + 1 }, (_, i) =>
      account(`P ${i}`, `p${i}`),
    );
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => findUsers(all(many), { search: '' }, page)),
    );
    expect(pages.map(({ users, total }) => [users.length, total, users[0]?.lastName])).toEqual([
      [15, 31, '0'],
      [15, 31, '15'],
      [1, 31, '30'],
      [0, 31, undefined],
    ]);
  });
});
