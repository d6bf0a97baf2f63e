import { describe, expect, it } from 'vitest';
import { aMother, aNursingMother } from '../testing/index.ts';
import {
  checkMother,
  draftOfMother,
  EMPTY_MOTHER_DRAFT,
  isInMotherWindow,
  type MotherDraft,
  motherKind,
  motherWindow,
} from './check-mother.ts';

const today = '2025-05-31';

function aDraft(different: Partial<MotherDraft> = {}): MotherDraft {
  return {
    ...EMPTY_MOTHER_DRAFT,
    firstName: 'Rosa',
    lastName: 'Tzul',
    memberStatus: 'Unknown',
    ...different,
  };
}

function issuesOf(
  kind: 'pregnant' | 'nursing',
  different: Partial<MotherDraft>,
  previous?: Parameters<typeof checkMother>[3],
) {
  const result = checkMother(aDraft(different), kind, today, previous);
  return result.ok ? [] : result.issues;
}

describe('motherWindow', () => {
  it('the window of mothers is calculated in calendar months', () => {
    expect(motherWindow('pregnant', today)).toEqual({ from: '2025-02-28', to: '2026-02-28' });
    expect(motherWindow('nursing', today)).toEqual({ from: '2024-11-30', to: today });
  });
});

describe('checkMother', () => {
  it('returns the fields of a pregnant woman with only her own date', () => {
    const draft = aDraft({
      deliveryDate: '2025-08-20',
      childsBirthDate: '2025-01-01',
      ward: ' A ',
    });
    expect(checkMother(draft, 'pregnant', today)).toEqual({
      ok: true,
      value: {
        firstName: 'Rosa',
        lastName: 'Tzul',
        memberStatus: 'Unknown',
        deliveryDate: '2025-08-20',
        ward: 'A',
      },
      notices: [],
    });
  });

  it('reports every missing required field', () => {
    expect(checkMother(EMPTY_MOTHER_DRAFT, 'nursing', today)).toEqual({
      ok: false,
      issues: [
        { code: 'first-name-required', field: 'firstName' },
        { code: 'last-name-required', field: 'lastName' },
        { code: 'childs-birth-date-required', field: 'childsBirthDate' },
        { code: 'member-status-required', field: 'memberStatus' },
      ],
    });
  });

  it('accepts a delivery from 3 months ago to 9 months ahead, both ends included', () => {
    const issues = (deliveryDate: string) => issuesOf('pregnant', { deliveryDate });
    const outside = [
      {
        code: 'delivery-date-out-of-window',
        field: 'deliveryDate',
        params: { from: '2025-02-28', to: '2026-02-28' },
      },
    ];
    expect(issues('2025-02-27')).toEqual(outside);
    expect(issues('2025-02-28')).toEqual([]);
    expect(issues('2026-02-28')).toEqual([]);
    expect(issues('2026-03-01')).toEqual(outside);
    expect(issues('soon')).toEqual([{ code: 'delivery-date-invalid', field: 'deliveryDate' }]);
  });

  it('accepts a child born within the last 6 months, today included', () => {
    const issues = (childsBirthDate: string) => issuesOf('nursing', { childsBirthDate });
    const outside = [
      {
        code: 'childs-birth-date-out-of-window',
        field: 'childsBirthDate',
        params: { from: '2024-11-30', to: today },
      },
    ];
    expect(issues('2024-11-29')).toEqual(outside);
    expect(issues('2024-11-30')).toEqual([]);
    expect(issues(today)).toEqual([]);
    expect(issues('2025-06-01')).toEqual(outside);
  });

  it('checks the date in an edit only when it changed', () => {
    const old = { deliveryDate: '2024-01-05' };
    expect(issuesOf('pregnant', { deliveryDate: '2024-01-05' }, old)).toEqual([]);
    expect(issuesOf('pregnant', { deliveryDate: '2024-01-06' }, old)).toHaveLength(1);
    expect(issuesOf('nursing', { childsBirthDate: '2024-01-05' }, old)).toHaveLength(1);
  });
});

describe('a stored mother', () => {
  it('a mother is pregnant or nursing by which date is set', () => {
    expect([motherKind(aMother()), motherKind(aNursingMother())]).toEqual(['pregnant', 'nursing']);
    expect(motherKind({ deliveryDate: '2025-01-01', childsBirthDate: '2025-01-02' })).toBe(
      'nursing',
    );
  });

  it('a mother is inside or outside the date window', () => {
    expect(isInMotherWindow({ deliveryDate: '2025-02-28' }, today)).toBe(true);
    expect(isInMotherWindow({ deliveryDate: '2025-02-27' }, today)).toBe(false);
    expect(isInMotherWindow({ childsBirthDate: '2024-11-29' }, today)).toBe(false);
    expect(isInMotherWindow({}, today)).toBe(false);
  });

  it('passes the check of her own form', () => {
    const mother = aNursingMother();
    const result = checkMother(draftOfMother(mother), 'nursing', today, mother);
    if (!result.ok) throw new Error('a stored mother passes her own form');
    expect({ ...mother, ...result.value }).toEqual(mother);
  });
});

describe('the form of a stored mother', () => {
  const least = { firstName: 'Ana', lastName: 'Tum', memberStatus: 'No' } as const;
  const rest = {
    deliveryDate: '2025-06-01',
    childsBirthDate: '2025-01-01',
    comments: 'twins',
    address: '4a calle',
    city: 'Coban',
    ward: 'Centro',
    phone: '555',
  };

  it('shows the stored values', () => {
    expect(draftOfMother({ ...least, ...rest })).toEqual({ ...least, ...rest });
  });

  it('fields that are not stored are empty in the form of a mother', () => {
    expect(draftOfMother(least)).toEqual({ ...EMPTY_MOTHER_DRAFT, ...least });
    expect(Object.values(EMPTY_MOTHER_DRAFT).join('')).toBe('');
  });
});
