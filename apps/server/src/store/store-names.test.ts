import { describe, expect, it } from 'vitest';
import { isStakeDB, isStoreName, stakeDBOf } from './store-names.ts';

describe('isStakeDB', () => {
  it.each(['ab', 'les_palmes_ht', 'a1', 'con_', 'com', 'console', `a${'b'.repeat(63)}`])(
    'accepts %j',
    (name) => expect(isStakeDB(name)).toBe(true),
  );

  it.each([
    '',
    'a',
    `a${'b'.repeat(64)}`,
    '1a',
    '_a',
    'La_paz',
    'la-paz',
    'la paz',
    'la_paz\n',
    'ñandú',
    'con',
    'nul',
    'prn',
    'aux',
    'com1',
    'lpt9',
  ])('refuses %j', (name) => expect(isStakeDB(name)).toBe(false));
});

describe('isStoreName', () => {
  it('accepts names of units and of the server’s own databases, and tells them apart', () => {
    expect(isStoreName('unit_la_paz')).toBe(true);
    expect(isStoreName('sys_accounts')).toBe(true);
    expect(isStoreName('other_accounts')).toBe(false);
    expect(stakeDBOf('unit_la_paz')).toBe('la_paz');
    expect(stakeDBOf('sys_accounts')).toBeNull();
    expect(stakeDBOf('unit_nul')).toBeNull();
  });
});
