import { describe, expect, it } from 'vitest';
import { flagOfCountry } from './flags.ts';

describe('the flag of a country', () => {
  // All 22 countries of the catalogue by name, so that a mistyped letter is noticed.
  it.each([
    ['BOL', 'BO', 'Bolivia'],
    ['BRA', 'BR', 'Brazil'],
    ['COL', 'CO', 'Colombia'],
    ['ECU', 'EC', 'Ecuador'],
    ['GHA', 'GH', 'Ghana'],
    ['GTM', 'GT', 'Guatemala'],
    ['HND', 'HN', 'Honduras'],
    ['HTI', 'HT', 'Haiti'],
    ['KHM', 'KH', 'Cambodia'],
    ['KIR', 'KI', 'Kiribati'],
    ['LIB', 'LR', 'Liberia'],
    ['MDG', 'MG', 'Madagascar'],
    ['MNG', 'MN', 'Mongolia'],
    ['NGA', 'NG', 'Nigeria'],
    ['NIC', 'NI', 'Nicaragua'],
    ['PER', 'PE', 'Peru'],
    ['PHL', 'PH', 'Philippines'],
    ['PRY', 'PY', 'Paraguay'],
    ['SLV', 'SV', 'El Salvador'],
    ['VEN', 'VE', 'Venezuela'],
    ['WAL', 'SL', 'Sierra Leone'],
    ['ZWE', 'ZW', 'Zimbabwe'],
  ])('the flag of %s is %s', (code, flag, english) => {
    expect(flagOfCountry(code)).toBe(flag);
    expect(new Intl.DisplayNames('en', { type: 'region' }).of(flag)).toBe(english);
  });

  it.each(['LBR', 'gtm', '', 'toString', '__proto__'])('for the code "%s" is unknown', (code) => {
    expect(flagOfCountry(code)).toBeNull();
  });
});
