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
 * The permission table a second time on purpose, from decisions section 6. Letters: guest, user,
 * sync, admin, phl-pilot in an ordinary unit, then phl-pilot in a pilot unit.
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
  it("gives the answer of the decisions' table for every action and role", () => {
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

  it('allows the other roles the same actions in a pilot unit as elsewhere', () => {
    for (const action of Object.keys(PERMISSIONS) as Action[]) {
      for (const role of ROLES.filter((r) => r !== 'phl-pilot')) {
        expect(can(asRole(role), action, PILOT)).toBe(can(asRole(role), action, ORDINARY));
      }
    }
  });

  it('combines the rights of several roles', () => {
    const both = accountWith('user', 'sync');
    expect(can(both, 'remove-child', ORDINARY)).toBe(true);
    expect(can(both, 'sync', ORDINARY)).toBe(true);
    expect(can(both, 'convert', ORDINARY)).toBe(false);
  });

  it("limits phl-pilot together with sync to the pilot's databases", () => {
    const pilotSync = accountWith('user', 'sync', 'phl-pilot');
    expect(can(pilotSync, 'sync', PILOT)).toBe(true);
    expect(can(pilotSync, 'sync', ORDINARY)).toBe(false);
    expect(can(pilotSync, 'sync', { stakeDB: 'coro_ven', countryCode: 'VEN' })).toBe(false);
    expect(can(pilotSync, 'edit-child', ORDINARY)).toBe(false);
    expect(isPilotOnly(pilotSync)).toBe(true);
  });

  it('phl-pilot does not limit an administrator', () => {
    const admin = accountWith('admin', 'phl-pilot');
    expect(can(admin, 'sync', ORDINARY)).toBe(true);
    expect(isPilotOnly(admin)).toBe(false);
  });

  it('treats an account without roles as a guest', () => {
    expect(can(accountWith(), 'edit-child', ORDINARY)).toBe(true);
    expect(can(accountWith(), 'own-settings')).toBe(false);
  });

  it('without a place answers whether the action is allowed anywhere', () => {
    expect(can(accountWith('phl-pilot'), 'edit-child')).toBe(true);
    expect(can(accountWith('phl-pilot'), 'remove-child')).toBe(false);
    expect(can(null, 'edit-child')).toBe(true);
    expect(can(null, 'remove-child')).toBe(false);
  });
});

describe('actionPlaceOf', () => {
  it('returns database, country and pilot of a unit in the catalogue', () => {
    const placeOf = (stakeDB: string) => {
      const place = findUnit(BUILT_IN_CATALOGUE, stakeDB);
      return place === null ? null : actionPlaceOf(place);
    };
    expect(placeOf('coro_ven')).toEqual(ORDINARY);
    expect(placeOf('calapan_phl')).toEqual(PILOT);
  });

  it('allows a phl-pilot who is also a user to remove a child only in pilot units', () => {
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

  it('covers the named units and all units of the named countries only', () => {
    expect(can(limited, 'sync', { stakeDB: 'senahu_gtm', countryCode: 'GTM' })).toBe(true);
    expect(can(limited, 'sync', { stakeDB: 'coro_ven', countryCode: 'VEN' })).toBe(true);
    expect(can(limited, 'sync', { stakeDB: 'merida_ven', countryCode: 'VEN' })).toBe(false);
  });

  it('compares complete names', () => {
    expect(can(limited, 'sync', { stakeDB: 'coro_ven_2', countryCode: 'VEN' })).toBe(false);
    expect(can(limited, 'sync', { stakeDB: 'coro', countryCode: 'GT' })).toBe(false);
  });

  it('covers nothing when it is empty, and everything when it is absent', () => {
    const none: Account = { ...accountWith('admin'), scope: {} };
    expect(can(none, 'sync', ORDINARY)).toBe(false);
    expect(can(accountWith('admin'), 'sync', ORDINARY)).toBe(true);
  });

  it('adds no right to those of the roles', () => {
    expect(can(limited, 'convert', { stakeDB: 'coro_ven', countryCode: 'VEN' })).toBe(false);
  });
});

describe('an unknown role name', () => {
  const stranger = JSON.parse(
    '{"id":"1","username":"eve","displayName":"Eve","roles":["superadmin","constructor"]}',
  ) as Account;

  it('gives only the rights of a guest, with and without a place', () => {
    for (const action of Object.keys(PERMISSIONS) as Action[]) {
      expect(can(stranger, action), action).toBe(can(null, action));
      expect(can(stranger, action, ORDINARY), action).toBe(can(null, action, ORDINARY));
    }
    expect(can(stranger, 'manage-users')).toBe(false);
  });

  it('an unknown role name does not reduce the rights of other roles', () => {
    const both: Account = { ...stranger, roles: [...stranger.roles, 'sync'] };
    expect(can(both, 'sync', ORDINARY)).toBe(true);
    expect(can(both, 'manage-users')).toBe(false);
  });
});
