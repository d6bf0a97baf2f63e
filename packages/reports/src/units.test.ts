import type { Catalogue } from '@crece/domain';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { describe, expect, it } from 'vitest';
import { reportUnits } from './units.ts';

const databases = (place: Parameters<typeof reportUnits>[1]) =>
  reportUnits(BUILT_IN_CATALOGUE, place).map(({ stakeDB }) => stakeDB);

describe('reportUnits', () => {
  it('sorts by country, then by name, ignoring accents', () => {
    const unit = (stakeName: string, stakeDB: string) => ({ stakeName, stakeDB });
    const country = (name: string, code: string, stakes: ReturnType<typeof unit>[]) => ({
      name,
      code,
      image: '',
      flag: null,
      stakes,
    });
    const units = reportUnits(
      {
        countries: [
          country('Peru', 'PER', [unit('Zárate', 'zarate_per'), unit('ángeles', 'angeles_per')]),
          country('Ecuador', 'ECU', [unit('Quito', 'quito_ecu')]),
        ],
      },
      { scope: 'countries' },
    );
    expect(units.map(({ stakeDB }) => stakeDB)).toEqual(['quito_ecu', 'angeles_per', 'zarate_per']);
  });

  it('includes a test unit only when it is requested by name', () => {
    expect(databases({ scope: 'stake', stakeDB: 'test_stake_gtm' })).toEqual(['test_stake_gtm']);
    expect(databases({ scope: 'country', countryCode: 'GTM' })).not.toContain('test_stake_gtm');
    expect(databases({ scope: 'countries' }).filter((name) => name.startsWith('test_'))).toEqual(
      [],
    );
  });

  it('returns the units of one country, or each database of all countries once', () => {
    const guatemala = databases({ scope: 'country', countryCode: 'GTM' });
    expect(guatemala).toContain('coban_stake_gtm');
    expect(guatemala).not.toContain('quito_calderon_stake_ecu');
    const everywhere = databases({ scope: 'countries' });
    expect(new Set(everywhere).size).toBe(everywhere.length);
  });

  it('units that have ended are in it unless the report is wanted without them', () => {
    const catalogue: Catalogue = {
      countries: BUILT_IN_CATALOGUE.countries.map((country) => ({
        ...country,
        stakes: country.stakes.map((unit) =>
          unit.stakeDB === 'coban_stake_gtm' ? { ...unit, retired: true } : unit,
        ),
      })),
    };
    const hasCoban = (place: Parameters<typeof reportUnits>[1]) =>
      reportUnits(catalogue, place).some(({ stakeDB }) => stakeDB === 'coban_stake_gtm');
    const country = { scope: 'country', countryCode: 'GTM' } as const;
    expect(hasCoban(country)).toBe(true);
    expect(hasCoban({ ...country, retired: 'with' })).toBe(true);
    expect(hasCoban({ ...country, retired: 'without' })).toBe(false);
    expect(hasCoban({ scope: 'countries', retired: 'without' })).toBe(false);
    expect(hasCoban({ scope: 'stake', stakeDB: 'coban_stake_gtm' })).toBe(true);
  });

  it('returns nothing for a name outside the catalogue', () => {
    expect(databases({ scope: 'stake', stakeDB: 'nowhere_gtm' })).toEqual([]);
    expect(databases({ scope: 'country', countryCode: 'QQQ' })).toEqual([]);
  });
});
