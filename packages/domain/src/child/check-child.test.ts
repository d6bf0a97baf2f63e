import { describe, expect, it } from 'vitest';
import { aChild } from '../testing/index.ts';
import {
  type ChildDraft,
  checkChild,
  draftOfChild,
  EMPTY_CHILD_DRAFT,
  earliestBirthDate,
} from './check-child.ts';

const today = '2025-05-10';

function aDraft(different: Partial<ChildDraft> = {}): ChildDraft {
  return {
    ...EMPTY_CHILD_DRAFT,
    firstName: 'Marisol',
    lastName: 'Xicay',
    gender: 'Girl',
    birthDate: '2024-03-10',
    memberStatus: 'Yes',
    ...different,
  };
}

function issuesOf(different: Partial<ChildDraft>, previous?: Parameters<typeof checkChild>[2]) {
  const result = checkChild(aDraft(different), today, previous);
  return result.ok ? [] : result.issues;
}

function accepted(different: Partial<ChildDraft>, previous?: Parameters<typeof checkChild>[2]) {
  const result = checkChild(aDraft(different), today, previous);
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.issues)}`);
  return result;
}

describe('checkChild', () => {
  it('returns trimmed fields, the birth date and the months completed today', () => {
    expect(accepted({ firstName: ' Marisol ', ward: 'El Centro', phone: '  ' }).value).toEqual({
      firstName: 'Marisol',
      lastName: 'Xicay',
      gender: 'Girl',
      birthDate: '2024-03-10',
      memberStatus: 'Yes',
      ward: 'El Centro',
      monthAge: 14,
    });
  });

  it('reports every missing required field by name', () => {
    const result = checkChild(EMPTY_CHILD_DRAFT, today);
    expect(result).toEqual({
      ok: false,
      issues: [
        { code: 'first-name-required', field: 'firstName' },
        { code: 'last-name-required', field: 'lastName' },
        { code: 'gender-required', field: 'gender' },
        { code: 'age-required', field: 'birthDate' },
        { code: 'member-status-required', field: 'memberStatus' },
      ],
    });
    expect(issuesOf({ firstName: ' ', gender: 'girl', memberStatus: 'Maybe' })).toEqual([
      { code: 'first-name-required', field: 'firstName' },
      { code: 'gender-required', field: 'gender' },
      { code: 'member-status-required', field: 'memberStatus' },
    ]);
  });

  it('names of a child must be visible', () => {
    expect(issuesOf({ firstName: '\ufe0f', lastName: ' \u2800\u3164' })).toEqual([
      { code: 'first-name-required', field: 'firstName' },
      { code: 'last-name-required', field: 'lastName' },
    ]);
    const typed = { firstName: 'Ma\ufe0frisol', mother: 'Ro\u034fsa', father: '\u200b' };
    const { value } = accepted(typed);
    expect([value.firstName, value.mother, value.father]).toEqual(['Marisol', 'Rosa', undefined]);
  });

  it.each(['Boy', 'Girl'])('accepts the gender %s', (gender) => {
    expect(accepted({ gender }).value.gender).toBe(gender);
  });

  it.each(['Yes', 'No', 'Unknown'])('accepts the member status %s', (memberStatus) => {
    expect(accepted({ memberStatus }).value.memberStatus).toBe(memberStatus);
  });
});

describe('the birth date', () => {
  it('the birth date must be a date, today at the latest', () => {
    expect(issuesOf({ birthDate: '2025-02-29' })).toEqual([
      { code: 'birth-date-invalid', field: 'birthDate' },
    ]);
    expect(issuesOf({ birthDate: '2025-05-10' })).toEqual([]);
    expect(issuesOf({ birthDate: '2025-05-11' })).toEqual([
      { code: 'birth-date-in-future', field: 'birthDate', params: { today } },
    ]);
  });

  it('the birth date may be 5 years ago, and not one day more', () => {
    expect(earliestBirthDate(today)).toBe('2020-05-10');
    expect(issuesOf({ birthDate: '2020-05-10' })).toEqual([]);
    expect(issuesOf({ birthDate: '2020-05-09' })).toEqual([
      { code: 'child-graduated', field: 'birthDate', params: { ageMonths: 60.03 } },
    ]);
  });

  it('takes precedence over an age in months that is also typed', () => {
    const { value } = accepted({ ageMonths: '30' });
    expect([value.birthDate, value.birthDateEstimated]).toEqual(['2024-03-10', undefined]);
  });
});

describe('the age in months', () => {
  const typed = (ageMonths: string) => ({ birthDate: '', ageMonths });

  it.each([
    ['0', 'age-out-of-range'],
    ['-3', 'age-out-of-range'],
    ['61', 'age-out-of-range'],
    ['60,5', 'age-out-of-range'],
    ['14.5', 'age-not-whole'],
    ['x', 'age-not-whole'],
  ])('%s is refused with %s', (text, code) => {
    expect(issuesOf(typed(text))).toEqual([
      {
        code,
        field: 'ageMonths',
        ...(code === 'age-out-of-range' ? { params: { min: 1, max: 60 } } : {}),
      },
    ]);
  });

  it('an age in months becomes an estimated birth date', () => {
    expect(accepted(typed('14')).value).toMatchObject({
      birthDate: '2024-03-10',
      birthDateEstimated: true,
      monthAge: 14,
    });
    expect(accepted(typed('1')).value.birthDate).toBe('2025-04-10');
    expect(accepted(typed('60')).value.birthDate).toBe('2020-05-10');
  });

  it('equals the typed number also at the end of a month', () => {
    const result = checkChild(aDraft(typed('60')), '2024-02-29');
    expect(result.ok && result.value).toMatchObject({ birthDate: '2019-02-28', monthAge: 60 });
  });
});

describe('the notice of a child over the qualifying age', () => {
  const noticesOf = (different: Partial<ChildDraft>) => accepted(different).notices;

  it('appears from 37 completed months and does not block saving', () => {
    expect(noticesOf({ birthDate: '2022-04-11' })).toEqual([]);
    const notice = { code: 'over-qualifying-age', params: { completedMonths: 37, max: 36 } };
    expect(noticesOf({ birthDate: '2022-04-10' })).toEqual([notice]);
    expect(noticesOf({ birthDate: '', ageMonths: '36' })).toEqual([]);
    expect(noticesOf({ birthDate: '', ageMonths: '37' })).toEqual([notice]);
  });
});

describe('editing a child', () => {
  it('keeps the months at registration and an unchanged estimated birth date', () => {
    const previous = { birthDate: '2024-03-10', birthDateEstimated: true as const, monthAge: 9 };
    expect(accepted({}, previous).value).toMatchObject({ birthDateEstimated: true, monthAge: 9 });
    const changed = accepted({ birthDate: '2024-03-11' }, previous).value;
    expect([changed.birthDateEstimated, changed.monthAge]).toEqual([undefined, 9]);
  });

  it('adds no months at registration to an older record that lacks them', () => {
    expect(accepted({}, { birthDate: '2024-03-10' }).value).not.toHaveProperty('monthAge');
  });

  it('accepts corrections in the record of a graduated child', () => {
    const previous = { birthDate: '2019-01-10', monthAge: 20 };
    expect(issuesOf({ birthDate: '2019-01-10' }, previous)).toEqual([]);
    expect(issuesOf({ birthDate: '2018-12-10' }, previous)).toEqual([]);
    expect(accepted({ birthDate: '2019-01-10' }, previous).notices).toEqual([]);
  });

  it('refuses an edit that makes a child older than five years', () => {
    const previous = { birthDate: '2024-03-10', monthAge: 9 };
    expect(issuesOf({ birthDate: '2014-03-10' }, previous)).toEqual([
      { code: 'child-graduated', field: 'birthDate', params: { ageMonths: 134 } },
    ]);
  });
});

describe('draftOfChild', () => {
  it('checked again gives the same fields', () => {
    const child = aChild();
    const result = checkChild(draftOfChild(child), today, child);
    if (!result.ok) throw new Error('a stored child passes its own form');
    expect({ ...child, ...result.value }).toEqual(child);
  });
});

describe('the form of a stored child', () => {
  const least = {
    firstName: 'Luz',
    lastName: 'Xicay',
    gender: 'Girl',
    birthDate: '2023-01-15',
    memberStatus: 'Yes',
  } as const;
  const rest = {
    mother: 'Ana',
    father: 'Juan',
    address: '4a calle',
    city: 'Coban',
    idGroup: '7',
    ward: 'Centro',
    phone: '555',
    comments: 'shy',
  };

  it('shows the stored values', () => {
    expect(draftOfChild({ ...least, ...rest })).toEqual({
      ...{ ...least, ...rest },
      ...{ ageMonths: '', consent: '', cardNumber: '', landmark: '' },
      ...{ mayMessage: '', language: '' },
    });
    const mayMessage = { given: true, day: '2025-05-01', who: 'Ana' };
    expect(draftOfChild({ ...least, mayMessage, language: 'es' })).toMatchObject({
      mayMessage: 'yes',
      language: 'es',
    });
  });

  it('fields that are not stored are empty in the form of a child', () => {
    expect(draftOfChild(least)).toEqual({ ...EMPTY_CHILD_DRAFT, ...least });
    expect(Object.values(EMPTY_CHILD_DRAFT).join('')).toBe('');
  });
});
