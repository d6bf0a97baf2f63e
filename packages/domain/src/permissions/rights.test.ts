import { describe, expect, it } from 'vitest';
import { BUILT_IN_CATALOGUE } from '../catalogue/built-in.ts';
import type { Role } from './permissions.ts';
import {
  checkGrant,
  checkRequestNote,
  checkRoles,
  type Grant,
  isAccountWithin,
  isAdministrator,
  isSameRights,
  isUnlimitedAdministrator,
  MAX_REQUEST_NOTE_LENGTH,
  tidyRights,
  withRoles,
} from './rights.ts';

/** An administrator without limits, and an account that is limited to Guatemala. */
const BOSS = { id: 'boss' };
const ANA = { id: 'ana', roles: ['user'], scope: { countries: ['GTM'] } } as const;

const codesOf = (grant: Partial<Grant>) => {
  const checked = checkGrant({
    by: BOSS,
    present: null,
    wanted: { roles: ['user'] },
    catalogue: BUILT_IN_CATALOGUE,
    ...grant,
  });
  return checked.ok ? [] : checked.issues.map(({ code, field }) => `${field} ${code}`);
};

describe('tidyRights', () => {
  it('keeps each role once in table order, and removes guest', () => {
    const rolesOf = (...roles: Role[]) => tidyRights({ roles }).roles;
    expect(rolesOf('admin', 'user', 'admin')).toEqual(['user', 'admin']);
    expect(rolesOf('guest', 'user')).toEqual(['user']);
    expect(rolesOf()).toEqual([]);
  });

  it('keeps each place once in order, and leaves out an absent scope', () => {
    const scopeOf = (scope: Grant['wanted']['scope']) => tidyRights({ roles: [], scope });
    expect(scopeOf({ countries: ['PHL', 'GTM', 'PHL'], stakes: [] })).toEqual({
      roles: [],
      scope: { countries: ['GTM', 'PHL'] },
    });
    expect(scopeOf({})).toEqual({ roles: [], scope: {} });
    expect(scopeOf(null)).toEqual({ roles: [] });
    expect(scopeOf(undefined)).toEqual({ roles: [] });
  });

  it('adds no role', () => {
    expect(tidyRights({ roles: ['sync'] }).roles).toEqual(['sync']);
  });
});

describe('isSameRights', () => {
  it('ignores order, and distinguishes an absent scope from an empty one', () => {
    expect(
      isSameRights(
        { roles: ['admin', 'user'], scope: { countries: ['PHL', 'GTM'] } },
        { roles: ['user', 'admin'], scope: { stakes: [], countries: ['GTM', 'PHL', 'GTM'] } },
      ),
    ).toBe(true);
    expect(isSameRights({ roles: ['user'] }, { roles: ['user'], scope: null })).toBe(true);
    expect(isSameRights({ roles: ['user'] }, { roles: ['user'], scope: {} })).toBe(false);
    expect(isSameRights({ roles: ['user'] }, { roles: ['user', 'sync'] })).toBe(false);
  });
});

describe('withRoles', () => {
  it.each<[Role[], Role[], Role[]]>([
    [['user'], ['sync'], ['user', 'sync']],
    [[], ['sync'], ['user', 'sync']],
    [['admin'], ['sync'], ['user', 'sync', 'admin']],
    [['phl-pilot'], ['sync'], ['sync', 'phl-pilot']],
    [[], ['sync', 'phl-pilot'], ['sync', 'phl-pilot']],
    [['sync'], ['admin'], ['sync', 'admin']],
    [['user'], [], ['user']],
  ])('adds to %j the roles %j: %j', (roles, given, all) => {
    expect(withRoles(roles, ...given)).toEqual(all);
  });
});

describe('checkRoles', () => {
  it.each<[Role[], string[]]>([
    [[], ['roles-required']],
    [['guest'], ['roles-required']],
    [['user'], []],
    [['admin'], []],
    [['phl-pilot'], []],
    [['sync'], ['sync-needs-user']],
    [['sync', 'admin'], ['sync-needs-user']],
    [['sync', 'user'], []],
    [['sync', 'phl-pilot'], []],
  ])('reports for the roles %j: %j', (roles, codes) => {
    expect(checkRoles(roles).map(({ code }) => code)).toEqual(codes);
  });
});

describe('checkGrant', () => {
  it('returns the rights in stored form', () => {
    const wanted = {
      roles: ['sync', 'user'],
      scope: { stakes: ['coro_ven', 'coro_ven'] },
    } as const;
    expect(checkGrant({ by: BOSS, present: null, wanted, catalogue: BUILT_IN_CATALOGUE })).toEqual({
      ok: true,
      value: { roles: ['user', 'sync'], scope: { stakes: ['coro_ven'] } },
      notices: [],
    });
  });

  it('accepts countries and units of the catalogue, pilot units included, only in exact spelling', () => {
    const given = (scope: Grant['wanted']['scope']) =>
      codesOf({ wanted: { roles: ['user'], scope } });
    expect(given({ countries: ['GTM'], stakes: ['calapan_phl'] })).toEqual([]);
    expect(given({ countries: ['gtm', 'QQQ'], stakes: ['Calapan_phl'] })).toEqual([
      'scope.countries country-unknown',
      'scope.countries country-unknown',
      'scope.stakes unit-unknown',
    ]);
    expect(given({})).toEqual(['scope scope-empty']);
    expect(given({ countries: [], stakes: [] })).toEqual(['scope scope-empty']);
    expect(given(null)).toEqual([]);
  });

  it('reports all issues at once', () => {
    expect(codesOf({ wanted: { roles: [], scope: {} } })).toEqual([
      'roles roles-required',
      'scope scope-empty',
    ]);
  });

  it("refuses a change of one's own rights, and accepts unchanged ones", () => {
    const own = (wanted: Grant['wanted']) => codesOf({ by: ANA, present: ANA, wanted });
    expect(own({ roles: ['user', 'sync'], scope: ANA.scope })).toEqual(['roles own-account']);
    expect(own({ roles: [], scope: ANA.scope })).toEqual(['roles own-account']);
    expect(own({ roles: ['user'], scope: { countries: ['GTM', 'HND'] } })).toEqual([
      'roles own-account',
    ]);
    expect(own({ roles: ['user', 'user'], scope: { countries: ['GTM'], stakes: [] } })).toEqual([]);
  });

  it('accepts unchanged rights that older rules allowed', () => {
    const old = { id: 'old', roles: ['sync'], scope: { stakes: ['gone_gtm'] } } as const;
    expect(codesOf({ present: old, wanted: old })).toEqual([]);
    expect(codesOf({ present: old, wanted: { ...old, roles: ['sync', 'admin'] } })).toEqual([
      'roles sync-needs-user',
      'scope.stakes unit-unknown',
    ]);
  });
});

describe('an administrator who is limited to places', () => {
  const by = { id: 'boss', scope: { countries: ['GTM'], stakes: ['coro_ven'] } };
  const within = { id: 'ben', roles: ['user'], scope: { stakes: ['coro_ven'] } } as const;

  it.each<[Grant['wanted']['scope'], string[]]>([
    [{ countries: ['GTM'] }, []],
    [{ countries: ['GTM'], stakes: ['coro_ven'] }, []],
    [{ stakes: ['coban_stake_gtm'] }, []],
    [{ stakes: ['coro_ven', 'merida_ven'] }, ['scope scope-wider']],
    [{ countries: ['VEN'] }, ['scope scope-wider']],
    [{ countries: ['GTM', 'VEN'] }, ['scope scope-wider']],
    [undefined, ['scope scope-wider']],
    [null, ['scope scope-wider']],
  ])('a limited administrator may grant %j: %j', (scope, codes) => {
    const wanted: Grant['wanted'] = { roles: ['user', 'sync'], scope };
    expect(codesOf({ by, present: null, wanted })).toEqual(codes);
    expect(codesOf({ by, present: within, wanted })).toEqual(codes);
  });

  it('a limited administrator cannot change an account with places outside the scope', () => {
    const wanted = { roles: ['user'], scope: { countries: ['GTM'] } } as const;
    for (const scope of [undefined, { countries: ['VEN'] }, { countries: ['GTM', 'VEN'] }]) {
      const present = { id: 'ben', roles: ['user', 'admin'] as const, scope };
      expect(codesOf({ by, present, wanted })).toEqual(['scope account-wider']);
      expect(codesOf({ by, present, wanted: present })).toContain('scope account-wider');
    }
  });

  it.each<[Grant['wanted']['scope'], boolean]>([
    [{ countries: ['GTM'] }, true],
    [{ stakes: ['coban_stake_gtm', 'coro_ven'] }, true],
    [{ countries: ['GTM'], stakes: ['merida_ven'] }, false],
    [{ countries: ['GTM', 'VEN'] }, false],
    [{ stakes: ['gone_gtm'] }, false],
    [undefined, false],
    [null, false],
  ])('a limited administrator may change an account with the scope %j: %s', (scope, reached) => {
    expect(isAccountWithin({ id: 'ben', scope }, by, BUILT_IN_CATALOGUE)).toBe(reached);
    expect(isAccountWithin({ id: 'ben', scope }, BOSS, BUILT_IN_CATALOGUE)).toBe(true);
    // Also with a unit in the administrator's own scope that is no longer in the catalogue.
    expect(isAccountWithin({ id: by.id, scope }, by, BUILT_IN_CATALOGUE)).toBe(true);
  });

  it('an empty scope is an issue, although it is within every other', () => {
    expect(codesOf({ by, wanted: { roles: ['user'], scope: {} } })).toEqual(['scope scope-empty']);
  });
});

describe('isAdministrator', () => {
  it('depends on the role admin only', () => {
    expect(isAdministrator({ roles: ['user', 'admin'] })).toBe(true);
    expect(isAdministrator({ roles: ['user', 'sync', 'phl-pilot'] })).toBe(false);
    expect(isAdministrator({ roles: [] })).toBe(false);
  });
});

describe('isUnlimitedAdministrator', () => {
  it('requires the role admin and no scope', () => {
    expect(isUnlimitedAdministrator({ roles: ['admin'] })).toBe(true);
    expect(isUnlimitedAdministrator({ roles: ['admin'], scope: null })).toBe(true);
    expect(isUnlimitedAdministrator({ roles: ['admin'], scope: {} })).toBe(false);
    expect(isUnlimitedAdministrator({ roles: ['admin'], scope: { countries: ['GTM'] } })).toBe(
      false,
    );
    expect(isUnlimitedAdministrator({ roles: ['user'] })).toBe(false);
  });
});

describe('checkRequestNote', () => {
  it.each([
    [' I synchronise\nat the clinic. ', 'I synchronise\nat the clinic.'],
    ['a\tb\u0000c\u0085d\r\ne', 'a b c d \ne'],
    ['  ', ''],
    ['🙂'.repeat(MAX_REQUEST_NOTE_LENGTH), '🙂'.repeat(MAX_REQUEST_NOTE_LENGTH)],
  ])('stores %j as %j', (typed, value) => {
    expect(checkRequestNote(typed)).toEqual({ ok: true, value, notices: [] });
  });

  it('refuses a note of more than 500 characters', () => {
    expect(checkRequestNote('🙂'.repeat(MAX_REQUEST_NOTE_LENGTH + 1))).toEqual({
      ok: false,
      issues: [{ code: 'note-length', field: 'note', params: { to: 500 } }],
    });
  });
});
