import { describe, expect, it } from 'vitest';
import { heightLimits, LIMITS } from '../base/limits.ts';
import { likelyMeant, type RefusedFigure } from './likely-meant.ts';

const limitsOf = { height: heightLimits(15), weight: LIMITS.weight, muac: LIMITS.muac };

const meant = (
  measure: RefusedFigure['measure'],
  text: string,
  ageMonths: number | null = 15,
  limits: RefusedFigure['limits'] = limitsOf[measure],
) => likelyMeant({ measure, text, limits, sex: 'Girl', ageMonths });

describe('likelyMeant', () => {
  it('suggests a figure after a slip of the decimal mark, within the limits', () => {
    expect(meant('weight', '81')).toBe(8.1);
    expect(meant('muac', '112')).toBe(11.2);
    expect(meant('height', '7,5')).toBe(75);
    expect(meant('height', '775')).toBe(77.5);
  });

  it('suggests nothing for a figure within the limits, for words or without limits', () => {
    expect(meant('weight', '8.1')).toBeNull();
    expect(meant('weight', 'eight')).toBeNull();
    expect(meant('weight', '81', 15, null)).toBeNull();
    expect(meant('weight', '0')).toBeNull();
  });

  it('suggests nothing that is impossible at that age', () => {
    // Ten days old: 15 kg would be a WAZ far above 5, 78 cm a HAZ far above 6.
    expect(meant('weight', '1.5', 0.33)).toBeNull();
    expect(meant('height', '7.8', 0.33)).toBeNull();
    expect(meant('weight', '2.99', 58)).toBeNull();
    expect(meant('weight', '31', 0.33)).toBe(3.1);
    expect(meant('weight', '155', 58)).toBe(15.5);
  });

  it('suggests what WHO counts as possible: WAZ from -6 to 5', () => {
    // A girl of 15 months with 4.8 kg has a WAZ of -6.12, with 4.9 kg of -5.92.
    expect(meant('weight', '48')).toBeNull();
    expect(meant('weight', '49')).toBe(4.9);
    // At 10 months 16 kg give 4.92, 17 kg 5.37.
    expect(meant('weight', '160', 10)).toBe(16);
    expect(meant('weight', '170', 10)).toBeNull();
  });

  it('goes by the limits alone while the age is unknown', () => {
    expect(meant('weight', '1.5', null)).toBe(15);
  });
});
