import { describe, expect, it } from 'vitest';
import { BUILT_IN_CATALOGUE } from '../catalogue/built-in.ts';
import { findUnit } from '../catalogue/catalogue.ts';
import {
  type Account,
  type Action,
  actionPlaceOf,
  can,
  isPilotOnly,
  PERMISSIONS,
  REMOVAL_RIGHTS,
  ROLES,
  type Role,
} from './permissions.ts';

function accountWith(...roles: Role[]): Account {
  return { id: '1', username: 'ana', displayName: 'Ana', roles };
}

function asRole(role: Role): Account | null {
  return role === 'guest' ? null : accountWith(role);
}

const ORDINARY = { stakeDB: 'coro_ven', countryCode: 'VEN', pilot: false };
const PILOT = { stakeDB: 'calapan_phl', countryCode: 'PHL', pilot: true };

/**
 * Written down a second time on purpose, from decisions section 6: the letters are guest, user,
 * sync, admin, phl-pilot in an ordinary unit, then phl-pilot in one of the pilot's.
 */
const EXPECTED: Record<Action, string> = {
  'see-places': 'yyyy- y',
  'edit-child': 'yyyy- y',
  'edit-screening': 'yyyy- y',
  'edit-mother': 'yyyy- y',
  'remove-child': '-y-y- -',
  sync: '--yy- -',
  'report-unit': '--yy- -',
  upload: '--yy- -',
  'update-views': '--yy- -',
  compact: '--yy- -',
  'download-file': '--yy- -',
  'report-country': '---y- -',
  convert: '---y- -',
  'manage-users': '---y- -',
  'manage-catalogue': '---y- -',
  'manage-settings': '---y- -',
  'own-settings': '-yyy- y',
};

describe('can', () => {
  it('answers every action for every role as the table of the decisions says', () => {
    const letter = (role: Role, action: Action, place: typeof ORDINARY) =>
      can(asRole(role), action, place) ? 'y' : '-';
    const answered = Object.fromEntries(
      (Object.keys(PERMISSIONS) as Action[]).map((action) => [
        action,
        `${ROLES.map((role) => letter(role, action, ORDINARY)).join('')} ${letter('phl-pilot', action, PILOT)}`,
      ]),
    );
    expect(answered).toEqual(EXPECTED);
  });

  it('lets every other role do in a pilot unit what it may do elsewhere', () => {
    for (const action of Object.keys(PERMISSIONS) as Action[]) {
      for (const role of ROLES.filter((r) => r !== 'phl-pilot')) {
        expect(can(asRole(role), action, PILOT)).toBe(can(asRole(role), action, ORDINARY));
      }
    }
  });

  it('adds roles up', () => {
    const both = accountWith('user', 'sync');
    expect(can(both, 'remove-child', ORDINARY)).toBe(true);
    expect(can(both, 'sync', ORDINARY)).toBe(true);
    expect(can(both, 'convert', ORDINARY)).toBe(false);
  });

  it('lets phl-pilot together with sync reach only the pilot databases', () => {
    const pilotSync = accountWith('user', 'sync', 'phl-pilot');
    expect(can(pilotSync, 'sync', PILOT)).toBe(true);
    expect(can(pilotSync, 'sync', ORDINARY)).toBe(false);
    expect(can(pilotSync, 'sync', { stakeDB: 'coro_ven', countryCode: 'VEN' })).toBe(false);
    expect(can(pilotSync, 'edit-child', ORDINARY)).toBe(false);
    expect(isPilotOnly(pilotSync)).toBe(true);
  });

  it('does not limit an administrator by phl-pilot', () => {
    const admin = accountWith('admin', 'phl-pilot');
    expect(can(admin, 'sync', ORDINARY)).toBe(true);
    expect(isPilotOnly(admin)).toBe(false);
  });

  it('treats an account without roles as a guest', () => {
    expect(can(accountWith(), 'edit-child', ORDINARY)).toBe(true);
    expect(can(accountWith(), 'own-settings')).toBe(false);
  });

  it('without a place answers whether it is allowed anywhere at all', () => {
    expect(can(accountWith('phl-pilot'), 'edit-child')).toBe(true);
    expect(can(accountWith('phl-pilot'), 'remove-child')).toBe(false);
    expect(can(null, 'edit-child')).toBe(true);
    expect(can(null, 'remove-child')).toBe(false);
  });
});

describe('actionPlaceOf', () => {
  it('tells database, country and pilot of a unit in the catalogue', () => {
    const placeOf = (stakeDB: string) => {
      const place = findUnit(BUILT_IN_CATALOGUE, stakeDB);
      return place === null ? null : actionPlaceOf(place);
    };
    expect(placeOf('coro_ven')).toEqual(ORDINARY);
    expect(placeOf('calapan_phl')).toEqual(PILOT);
  });

  it('lets a phl-pilot who is a user too remove a child in the pilot’s units, and only there', () => {
    const both = accountWith('user', 'phl-pilot');
    expect(can(both, REMOVAL_RIGHTS.chld, PILOT)).toBe(true);
    expect(can(both, REMOVAL_RIGHTS.chld, ORDINARY)).toBe(false);
  });
});

describe('the scope of an account', () => {
  const limited: Account = {
    ...accountWith('user', 'sync'),
    scope: { countries: ['GTM'], stakes: ['coro_ven'] },
  };

  it('reaches the units named and the units of the countries named, and no other', () => {
    expect(can(limited, 'sync', { stakeDB: 'senahu_gtm', countryCode: 'GTM' })).toBe(true);
    expect(can(limited, 'sync', { stakeDB: 'coro_ven', countryCode: 'VEN' })).toBe(true);
    expect(can(limited, 'sync', { stakeDB: 'merida_ven', countryCode: 'VEN' })).toBe(false);
  });

  it('compares whole names', () => {
    expect(can(limited, 'sync', { stakeDB: 'coro_ven_2', countryCode: 'VEN' })).toBe(false);
    expect(can(limited, 'sync', { stakeDB: 'coro', countryCode: 'GT' })).toBe(false);
  });

  it('reaches nothing when it is empty, and everything when it is absent', () => {
    const none: Account = { ...accountWith('admin'), scope: {} };
    expect(can(none, 'sync', ORDINARY)).toBe(false);
    expect(can(accountWith('admin'), 'sync', ORDINARY)).toBe(true);
  });

  it('gives no right that the roles do not give', () => {
    expect(can(limited, 'convert', { stakeDB: 'coro_ven', countryCode: 'VEN' })).toBe(false);
  });
});

describe('a word that is no role', () => {
  const stranger = JSON.parse(
    '{"id":"1","username":"eve","displayName":"Eve","roles":["superadmin","constructor"]}',
  ) as Account;

  it('gives nothing that a guest has not, with a place and without', () => {
    for (const action of Object.keys(PERMISSIONS) as Action[]) {
      expect(can(stranger, action), action).toBe(can(null, action));
      expect(can(stranger, action, ORDINARY), action).toBe(can(null, action, ORDINARY));
    }
    expect(can(stranger, 'manage-users')).toBe(false);
  });

  it('takes nothing from the roles beside it', () => {
    const both: Account = { ...stranger, roles: [...stranger.roles, 'sync'] };
    expect(can(both, 'sync', ORDINARY)).toBe(true);
    expect(can(both, 'manage-users')).toBe(false);
  });
});
