import { describe, expect, it } from 'vitest';
import { plausibleExactMeasures, storedExactMeasures } from './exact-measures.ts';

const CHILD = { gender: 'Girl', birthDate: '2024-03-10' } as const;
const surveyDate = '2025-05-25';

describe.each([
  ['storedExactMeasures', storedExactMeasures],
  ['plausibleExactMeasures', plausibleExactMeasures],
])('%s', (_, measuresOf) => {
  it('counts the age in days from birth to survey date', () => {
    expect(measuresOf({ surveyDate }, CHILD).ageDays).toBe(441);
  });

  it('converts an age override with the average days of a month', () => {
    expect(measuresOf({ surveyDate, ageOverride: 30 }, CHILD).ageDays).toBe(913.125);
  });

  it('keeps figures at the limits', () => {
    const atLimits = { height: 30, weight: 40, muac: 26.5 };
    expect(measuresOf({ surveyDate, ...atLimits }, CHILD)).toMatchObject(atLimits);
  });

  it('passes on sex, position and oedema as recorded', () => {
    const measures = measuresOf({ surveyDate, measured: 'lying', oedema: false }, CHILD);
    expect(measures).toMatchObject({ sex: 'Girl', measured: 'lying', oedema: false });
  });
});

describe('a figure that cannot be right', () => {
  const doubtful = { height: 29.9, weight: 40.1, muac: 108 };

  it('a figure that cannot be right is kept as stored', () => {
    expect(storedExactMeasures({ surveyDate, ...doubtful }, CHILD)).toMatchObject(doubtful);
  });

  it('a figure that cannot be right counts as not measured, where it must be plausible', () => {
    const { height, weight, muac } = plausibleExactMeasures({ surveyDate, ...doubtful }, CHILD);
    expect([height, weight, muac]).toEqual([undefined, undefined, undefined]);
  });
});
