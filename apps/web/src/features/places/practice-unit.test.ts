import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { describe, expect, it } from 'vitest';
import { practiceUnit } from './practice-unit.ts';

const unitOf = (lastOpened: string | undefined, zone: string) =>
  practiceUnit(BUILT_IN_CATALOGUE, lastOpened, zone)?.stakeDB;

describe('practiceUnit', () => {
  it('is that of the country last worked in, wherever the device is', () => {
    expect(unitOf('manaus_bra', 'America/Guatemala')).toBe('test_stake_bra');
  });

  it('is that of the country in whose time zone the device is, before any unit was opened', () => {
    expect(unitOf(undefined, 'America/Lima')).toBe('test_stake_per');
    expect(unitOf('unknown_xyz', 'America/Lima')).toBe('test_stake_per');
  });

  it('is the first of the catalogue elsewhere, and none where the catalogue has none', () => {
    expect(unitOf(undefined, 'Europe/Paris')).toMatch(/^test_stake_/);
    expect(practiceUnit({ countries: [] }, undefined, 'Europe/Paris')).toBeNull();
  });
});
