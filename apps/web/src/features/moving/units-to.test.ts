import { findUnit } from '@crece/domain';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { expect, it } from 'vitest';
import { unitsTo } from './units-to.ts';

const account = { id: 'u', username: 'u', displayName: 'U', roles: ['user', 'sync'] } as const;
const catalogue = BUILT_IN_CATALOGUE;

const from = (stakeDB: string) => {
  const code = findUnit(catalogue, stakeDB)?.country.code ?? '';
  return { stakeDB, countryCode: code, place: { stakeDB, countryCode: code, pilot: false } };
};

it('a child moves to a practice unit only from one, or back to it', () => {
  const practice = (stakeDB: string, movedFrom: { stakeDB: string; id: string }[] = []) =>
    unitsTo({ catalogue, account, child: { movedFrom }, from: from(stakeDB) })
      .map(({ unit }) => unit.stakeDB)
      .filter((each) => each.startsWith('test_stake_'));
  expect(practice('coro_ven')).toEqual([]);
  expect(practice('coro_ven', [{ stakeDB: 'test_stake_ven', id: 'x' }])).toEqual([
    'test_stake_ven',
  ]);
  expect(practice('test_stake_ven').length).toBeGreaterThan(10);
});

it('each database is offered once, never its own, those of its country without a search', () => {
  const units = unitsTo({ catalogue, account, child: {}, from: from('coro_ven') });
  const names = units.map(({ unit }) => unit.stakeDB);
  expect(new Set(names).size).toBe(names.length);
  expect(names).not.toContain('coro_ven');
  const near = units.filter(({ isNear }) => isNear).map(({ country }) => country.code);
  expect(new Set(near)).toEqual(new Set(['VEN']));
  expect(units.every(({ mayMove }) => mayMove)).toBe(true);
});
