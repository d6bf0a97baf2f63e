import { describe, expect, it } from 'vitest';
import { describeRights } from './granted-rights.ts';

describe('describeRights', () => {
  it('names added and removed rights', () => {
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
