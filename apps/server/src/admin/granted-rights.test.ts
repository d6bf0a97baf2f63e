import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { describe, expect, it } from 'vitest';
import {
  checkRights,
  describeRights,
  isSameRights,
  tidyRoles,
  tidyScope,
} from './granted-rights.ts';

describe('tidyRoles', () => {
  it('keeps each role once, in the order of the table, and nobody a guest', () => {
    expect(tidyRoles(['admin', 'user', 'admin'])).toEqual(['user', 'admin']);
    expect(tidyRoles(['guest', 'user'])).toEqual(['user']);
    expect(tidyRoles([])).toEqual([]);
  });

  it('puts user beside sync, except for a phl-pilot', () => {
    expect(tidyRoles(['sync'])).toEqual(['user', 'sync']);
    expect(tidyRoles(['sync', 'phl-pilot'])).toEqual(['sync', 'phl-pilot']);
  });
});

describe('tidyScope', () => {
  it('keeps each name once, in order; none is none', () => {
    expect(tidyScope({ countries: ['PHL', 'GTM', 'PHL'], stakes: [] })).toEqual({
      countries: ['GTM', 'PHL'],
    });
    expect(tidyScope({})).toEqual({});
    expect(tidyScope(null)).toBeUndefined();
    expect(tidyScope(undefined)).toBeUndefined();
  });
});

describe('checkRights', () => {
  const codes = (rights: Parameters<typeof checkRights>[0]) =>
    checkRights(rights, BUILT_IN_CATALOGUE).map(({ code, field }) => `${field} ${code}`);

  it('asks for a role', () => {
    expect(codes({ roles: [] })).toEqual(['roles roles-required']);
    expect(codes({ roles: ['user'] })).toEqual([]);
  });

  it('takes countries and units of the catalogue, the pilot’s too, exactly as they are written', () => {
    const roles = ['user'] as const;
    expect(
      codes({ roles: [...roles], scope: { countries: ['GTM'], stakes: ['calapan_phl'] } }),
    ).toEqual([]);
    expect(
      codes({ roles: [...roles], scope: { countries: ['gtm', 'QQQ'], stakes: ['Calapan_phl'] } }),
    ).toEqual([
      'scope.countries country-unknown',
      'scope.countries country-unknown',
      'scope.stakes unit-unknown',
    ]);
    expect(codes({ roles: [...roles], scope: {} })).toEqual(['scope scope-empty']);
  });
});

describe('isSameRights', () => {
  it('does not count order, and tells all from nothing', () => {
    expect(
      isSameRights(
        { roles: ['admin', 'user'], scope: { countries: ['PHL', 'GTM'] } },
        { roles: ['user', 'admin'], scope: { countries: ['GTM', 'PHL'] } },
      ),
    ).toBe(true);
    expect(isSameRights({ roles: ['user'] }, { roles: ['user'], scope: {} })).toBe(false);
    expect(isSameRights({ roles: ['user'] }, { roles: ['user', 'sync'] })).toBe(false);
  });
});

describe('describeRights', () => {
  it('names what came and went', () => {
    expect(
      describeRights(
        { roles: ['user', 'admin'] },
        { roles: ['user', 'sync'], scope: { countries: ['GTM'], stakes: ['calapan_phl'] } },
      ),
    ).toBe('roles +sync -admin; scope GTM calapan_phl');
    expect(describeRights({ roles: ['user'], scope: {} }, { roles: ['user'] })).toBe('scope all');
    expect(describeRights({ roles: ['user'] }, { roles: ['user'] })).toBe('');
  });
});
