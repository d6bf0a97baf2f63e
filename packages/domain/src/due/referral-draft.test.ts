import { describe, expect, it } from 'vitest';
import { aScreening } from '../testing/index.ts';
import { checkReferral, withReferral } from './referral-draft.ts';

const check = (date: string, today = '2025-05-20', note = '') =>
  checkReferral({ outcome: 'seen', date, note }, '2025-05-10', today);
const codeOf = (date: string) => {
  const checked = check(date);
  return checked.ok ? null : checked.issues[0]?.code;
};

describe('checkReferral', () => {
  it('accepts a day from the screening to today', () => {
    expect(codeOf('2025-05-09')).toBe('referral-date-before-screening');
    expect(codeOf('2025-05-10')).toBeNull();
    expect(codeOf('2025-05-20')).toBeNull();
    expect(codeOf('2025-05-21')).toBe('referral-date-in-future');
    expect(codeOf('')).toBe('referral-date-invalid');
  });

  it('keeps the trimmed note, and none where nothing was typed', () => {
    const day = { referralOutcome: 'seen', referralDate: '2025-05-20' };
    expect(check('2025-05-20')).toMatchObject({ value: day });
    expect(check('2025-05-20', '2025-05-20', ' by bus ')).toMatchObject({
      value: { ...day, referralNote: 'by bus' },
    });
    expect(check('2025-05-20', '2025-05-20', '  ')).not.toHaveProperty('value.referralNote');
  });

  it('gives an outcome of today to a screening that another phone dated tomorrow', () => {
    expect(check('2025-05-09', '2025-05-09')).toMatchObject({
      value: { referralDate: '2025-05-10' },
    });
  });
});

describe('withReferral', () => {
  it('replaces the outcome as a whole and leaves the rest of the screening', () => {
    const screening = aScreening({ referralOutcome: 'refused', referralNote: 'afraid' });
    const fields = { referralOutcome: 'seen', referralDate: '2025-05-20' } as const;
    expect(withReferral(screening, fields)).toEqual({ ...aScreening(), ...fields });
    expect(withReferral(screening, {})).toEqual(aScreening());
  });
});
