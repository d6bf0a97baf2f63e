import { describe, expect, it } from 'vitest';
import { bodyMass } from './body-mass.ts';

describe('bodyMass', () => {
  it('compares the BMI rounded to two decimals with the threshold of the row', () => {
    // Boys in month 2 have the threshold 18.8: at 50 cm that is 4.7 kg.
    const boy = (weight: number) => bodyMass({ sex: 'Boy', ageMonths: 1.5, height: 50, weight });
    expect(boy(4.6975)).toEqual({ bmi: 18.79, obese: false });
    expect(boy(4.7)).toEqual({ bmi: 18.8, obese: false });
    expect(boy(4.701)).toEqual({ bmi: 18.8, obese: false });
    expect(boy(4.7025)).toEqual({ bmi: 18.81, obese: true });
  });

  it('leaves obese absent for a child older than the table', () => {
    const tall = { sex: 'Girl', height: 105, weight: 17 } as const;
    expect(bodyMass({ ...tall, ageMonths: 60.49 })).toEqual({ bmi: 15.42, obese: false });
    expect(bodyMass({ ...tall, ageMonths: 60.5 })).toEqual({ bmi: 15.42 });
    expect(bodyMass({ ...tall, ageMonths: null })).toEqual({ bmi: 15.42 });
  });

  it('needs height and weight', () => {
    expect(bodyMass({ sex: 'Girl', ageMonths: 14, height: 68.5 })).toBeNull();
    expect(bodyMass({ sex: 'Girl', ageMonths: 14, weight: 7.1 })).toBeNull();
    expect(bodyMass({ sex: 'Girl', ageMonths: 14, height: 0, weight: 7.1 })).toBeNull();
  });
});
