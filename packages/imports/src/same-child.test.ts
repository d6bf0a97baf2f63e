import { aChild, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import type { ChildMatch } from './child-match.ts';
import {
  childrenOfName,
  isSameBirth,
  mayBeSameMother,
  type NamedBirth,
  namesKey,
} from './same-child.ts';
import { aRow, CHILD_ID, codes, MARISOL, outcomes, plan, VISIT } from './testing/rows.ts';

const exact = (birthDate: string, id: string | null = null): NamedBirth => ({
  birthDate,
  isEstimated: false,
  id,
});
const about = (birthDate: string, id: string | null = null): NamedBirth => ({
  birthDate,
  isEstimated: true,
  id,
});

describe('one child by names and birth date', () => {
  it('one child has the same names without accents, case and double blanks', () => {
    const maria = { firstName: 'Ana María', lastName: 'Peña' };
    expect(namesKey(maria)).toBe(namesKey({ firstName: 'ANA  MARIA', lastName: 'PEÑA' }));
    expect(namesKey({})).toBeNull();
  });

  it('one child has the same birth date, or an estimated one within 45 days', () => {
    expect(isSameBirth(exact('2024-03-10'), exact('2024-03-11'))).toBe(false);
    expect(isSameBirth(exact('2024-03-10'), about('2024-04-24'))).toBe(true);
    expect(isSameBirth(exact('2024-03-10'), about('2024-04-25'))).toBe(false);
    expect(isSameBirth(about('2024-04-24'), about('2024-03-10'))).toBe(true);
  });

  it('one child has a mother of the same words, or of some of them', () => {
    expect(mayBeSameMother('María Xol', 'MARIA XOL CAAL')).toBe(true);
    expect(mayBeSameMother('María Xol', 'Rosa Xol')).toBe(false);
  });

  it('one child is found among the rows of a file', () => {
    const of = (...births: NamedBirth[]) => childrenOfName(births);
    expect(of(about('2024-03-10'), about('2024-03-20'), exact('2024-03-15'))).toEqual(
      Array(3).fill('born:2024-03-15'),
    );
    expect(of(about('2024-03-10'), about('2024-04-10'))).toEqual(Array(2).fill('about:2024-03-10'));
    expect(of(exact('2024-03-10'), exact('2024-03-11'))).toEqual([
      'born:2024-03-10',
      'born:2024-03-11',
    ]);
    expect(of(exact('2024-03-10', 'chld_1'), about('2024-03-20'))).toEqual([
      'id:chld_1',
      'id:chld_1',
    ]);
  });

  it('a child that may be one of two is not guessed', () => {
    const of = (...births: NamedBirth[]) => childrenOfName(births);
    expect(of(exact('2024-03-10'), exact('2024-03-20'), about('2024-03-15'))).toEqual([
      'born:2024-03-10',
      'born:2024-03-20',
      null,
    ]);
    expect(of(about('2024-01-01'), about('2024-02-10'), about('2024-03-20'))).toEqual([
      null,
      null,
      null,
    ]);
    expect(of(exact('2024-03-10', 'a'), exact('2024-03-10', 'b'), exact('2024-03-10'))).toEqual([
      'id:a',
      'id:b',
      null,
    ]);
  });
});

describe('a child that was matched by its names', () => {
  const stored: ChildMatch = {
    by: 'names',
    stored: { child: aChild({ mother: 'Rosa Xicay' }), screenings: [aScreening()] },
  };

  it('keeps its spelling and its exact birth date', () => {
    const row = aRow(2, {
      ...MARISOL,
      ...VISIT,
      firstName: 'MARISÓL',
      lastName: ' XICAY ',
      birthDate: '',
      ageMonths: 14,
      mother: 'ROSA',
    });
    expect(plan([row], stored)).toMatchObject({ writes: null, rows: [{ outcome: 'duplicate' }] });
    const named = aRow(3, { ...MARISOL, id: CHILD_ID, lastName: 'Xicáy' });
    const act = plan([named], { ...stored, by: 'id' } as ChildMatch);
    expect(act.rows[0]?.changes).toEqual([{ field: 'lastName', from: 'Xicay', to: 'Xicáy' }]);
  });

  it('takes an exact birth date in place of an estimated one, and tells it', () => {
    const child = aChild({ birthDate: '2024-03-01', birthDateEstimated: true });
    const act = plan([aRow(2, { ...MARISOL, ...VISIT })], {
      by: 'names',
      stored: { child, screenings: [aScreening()] },
    });
    expect(act.writes?.child).toMatchObject({ birthDate: '2024-03-10' });
    expect(act.writes?.child).not.toHaveProperty('birthDateEstimated');
    expect(act.rows[0]?.changes).toContainEqual({
      field: 'birthDate',
      from: '2024-03-01',
      to: '2024-03-10',
    });
  });

  it('a matched child is not taken where the mother is another, in the unit or in the file', () => {
    const ofUnit = plan([aRow(2, { ...MARISOL, ...VISIT, mother: 'Ana Caal' })], stored);
    expect(ofUnit.writes).toBeNull();
    expect(ofUnit.rows[0]?.findings).toEqual([
      {
        code: 'which-child',
        level: 'reject',
        params: { where: 'mother', candidates: '2024-03-10 (2025-05-10, Rosa Xicay)' },
      },
    ]);
    const ofFile = plan([
      aRow(2, { ...MARISOL, ...VISIT, mother: 'Ana Caal' }),
      aRow(3, { ...MARISOL, ...VISIT, surveyDate: '2025-06-10', mother: 'Rosa Xicay' }),
    ]);
    expect(outcomes(ofFile)).toEqual(['rejected', 'rejected']);
    expect(ofFile.rows[0]?.findings[0]?.params).toEqual({
      where: 'mothers',
      candidates: '3 (2025-06-10)',
    });
    const one = plan(
      [
        aRow(2, { ...MARISOL, ...VISIT, mother: 'Rosa' }),
        aRow(3, { ...MARISOL, ...VISIT, mother: 'Ana Caal' }),
      ],
      stored,
    );
    expect(outcomes(one)).toEqual(['duplicate', 'rejected']);
    const shorter = aRow(2, { ...MARISOL, ...VISIT, mother: 'ROSA' });
    expect(outcomes(plan([shorter], stored))).not.toContain('rejected');
  });

  it('a child with another birth date is told as a namesake', () => {
    const act = plan([aRow(2, MARISOL)], { by: 'namesakes', birthDates: ['2024-03-09'] });
    expect(outcomes(act)).toEqual(['created']);
    expect(act.rows[0]?.findings).toMatchObject([
      { code: 'name-is-there', level: 'warn', params: { birthDates: '2024-03-09' } },
    ]);
  });

  it('a child that may be one of two is refused with its candidates', () => {
    const candidates = [
      { birthDate: '2024-03-01', day: '2026-01-10' },
      { birthDate: '2024-03-20', mother: 'Rosa' },
    ];
    const act = plan([aRow(2, MARISOL)], { by: 'several', candidates });
    expect(codes(act)).toEqual(['reject which-child']);
    expect(act.rows[0]?.findings[0]?.params).toEqual({
      where: 'unit',
      candidates: '2024-03-01 (2026-01-10), 2024-03-20 (Rosa)',
    });
  });
});

describe('rows of one child that differ', () => {
  it('count by the newest visit, and are told', () => {
    const old = { address: 'Calle vieja', phone: '1111', ward: 'Norte' };
    const rows = [
      aRow(2, { ...MARISOL, ...VISIT, ...old }),
      aRow(3, {
        ...MARISOL,
        ...VISIT,
        surveyDate: '2025-07-10',
        address: 'Calle nueva',
        phone: '2222',
      }),
      aRow(4, { ...MARISOL, ...VISIT, surveyDate: '2025-06-10', phone: '3333' }),
    ];
    const act = plan(rows);
    expect(act.writes?.child).toMatchObject({
      address: 'Calle nueva',
      phone: '2222',
      ward: 'Norte',
    });
    expect(
      act.rows.map(({ findings }) => findings.map(({ code, field }) => `${code} ${field}`)),
    ).toEqual([
      ['differs-from-newest-row phone', 'differs-from-newest-row address'],
      [],
      ['differs-from-newest-row phone'],
    ]);
  });
});
