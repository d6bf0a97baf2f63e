import { describe, expect, it } from 'vitest';
import { exactMeasuresOf } from './exact-measures.ts';

const CHILD = { gender: 'Girl', birthDate: '2024-03-10' } as const;

describe('exactMeasuresOf', () => {
  it('counts the age in days from birth to survey date', () => {
    const { ageDays } = exactMeasuresOf({ surveyDate: '2025-05-25' }, CHILD);
    expect(ageDays).toBe(441);
  });

  it('converts an age override with the average days of a month', () => {
    const { ageDays } = exactMeasuresOf({ surveyDate: '2025-05-25', ageOverride: 30 }, CHILD);
    expect(ageDays).toBe(913.125);
  });

  it('leaves out implausible figures and keeps those at the limits', () => {
    const surveyDate = '2025-05-25';
    expect(
      exactMeasuresOf({ surveyDate, height: 30, weight: 40, muac: 26.5 }, CHILD),
    ).toMatchObject({ height: 30, weight: 40, muac: 26.5 });
    const doubtful = exactMeasuresOf({ surveyDate, height: 29.9, weight: 40.1, muac: 108 }, CHILD);
    expect(doubtful.height).toBeUndefined();
    expect(doubtful.weight).toBeUndefined();
    expect(doubtful.muac).toBeUndefined();
  });

  it('passes on sex, position and oedema as recorded', () => {
    const measures = exactMeasuresOf(
      { surveyDate: '2025-05-25', measured: 'lying', oedema: false },
      CHILD,
    );
    expect(measures).toMatchObject({ sex: 'Girl', measured: 'lying', oedema: false });
  });
});
