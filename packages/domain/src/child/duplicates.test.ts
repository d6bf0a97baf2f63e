import { describe, expect, it } from 'vitest';
import { demoRecords } from '../demo/demo-records.ts';
import { containsTyped, findDuplicates, type NamedChild, resemblesTyped } from './duplicates.ts';

const today = '2025-05-10';

function named(id: string, firstName: string, lastName: string, birthDate = '2023-01-15') {
  return { id, firstName, lastName, birthDate };
}

function found(
  firstName: string,
  lastName: string,
  children: readonly NamedChild[],
  more: { id?: string; birthDate?: string } = {},
): readonly string[] {
  const draft = { firstName, lastName, birthDate: more.birthDate ?? null, id: more.id };
  return findDuplicates(draft, children, today).map(({ id }) => id);
}

describe('findDuplicates', () => {
  const children = [
    named('1', 'María José', 'Xicay Tum'),
    named('2', 'Marisol', 'Xicay'),
    named('3', 'José', 'Tzul'),
  ];

  it('finds children both of whose names contain the typed ones', () => {
    expect(found('maria', 'XICAY', children)).toEqual(['1']);
    expect(found('Mar', 'xic', children)).toEqual(['1', '2']);
    expect(found('José', 'Xicay', children)).toEqual(['1']);
    expect(found('Rosa', 'Xicay', children)).toEqual([]);
    expect(found('Maria Elena', 'Xicay', children)).toEqual([]);
  });

  it('finds a child of several records by the names in any of them, once', () => {
    const merged = {
      ...named('4', 'Luz', 'Coc'),
      others: [named('', 'María', 'Tzul'), named('', 'Maria Luz', 'Tzul')],
    };
    expect(found('Maria', 'Tzul', [...children, merged])).toEqual(['4']);
    expect(found('Luz', 'Coc', [...children, merged])).toEqual(['4']);
    expect(found('Maria', 'Coc', [...children, merged])).toEqual([]);
    expect(found('Maria', 'Tzul', [merged], { id: '4' })).toEqual([]);
  });

  it('requires 2 letters of each name', () => {
    expect(found('Ma', 'Xi', children)).toEqual(['1', '2']);
    expect(found('M', 'Xicay', children)).toEqual([]);
    expect(found('Maria', 'X', children)).toEqual([]);
    expect(found(' ', 'Xicay', children)).toEqual([]);
  });

  it('finds equal names of one letter when the completed months are equal', () => {
    const short = [named('4', 'O', 'Li', '2024-03-10'), named('5', 'O', 'Li', '2024-03-11')];
    expect(found('o', 'li', short, { birthDate: '2024-02-11' })).toEqual(['4']);
    expect(found('o', 'li', short, { birthDate: '2024-03-20' })).toEqual(['5']);
    expect(found('o', 'li', short)).toEqual([]);
  });

  it('compares a child of two birth dates by either of them', () => {
    const standing = { youngest: '2024-03-11' };
    const short = [{ ...named('4', 'O', 'Li', '2023-03-10'), standing }];
    expect(found('o', 'li', short, { birthDate: '2024-03-20' })).toEqual(['4']);
    expect(found('o', 'li', short, { birthDate: '2023-03-09' })).toEqual(['4']);
    expect(found('o', 'li', short, { birthDate: '2023-09-09' })).toEqual([]);
    const alike = [{ ...named('5', 'Rosa', 'Vasquez', '2023-03-10'), standing }];
    expect(found('Rosa', 'Basques', alike, { birthDate: '2024-03-20' })).toEqual(['5']);
    expect(found('Rosa', 'Basques', alike, { birthDate: '2023-09-09' })).toEqual([]);
  });

  it('uses the age override when it compares completed months', () => {
    const newest = { surveyDate: '2025-03-10', ageOverride: 30 };
    const short = [{ ...named('4', 'O', 'Li', '2020-01-01'), newest }];
    expect(found('o', 'li', short, { birthDate: '2022-09-10' })).toEqual(['4']);
    expect(found('o', 'li', short, { birthDate: '2022-09-11' })).toEqual([]);
  });

  it('never finds the child itself', () => {
    expect(found('Marisol', 'Xicay', children, { id: '2' })).toEqual([]);
    expect(found('Marisol', 'Xicay', children, { id: '1' })).toEqual(['2']);
  });
});

describe('names of one letter', () => {
  const children = [named('1', 'A', 'B', '2023-01-15'), named('2', 'Ana', 'B', '2023-01-15')];

  it('names of one letter must be equal, and so must the completed months', () => {
    expect(found('a', 'b', children, { birthDate: '2023-01-20' })).toEqual(['1']);
    expect(found('a', 'b', children, { birthDate: '2023-03-15' })).toEqual([]);
    expect(found('a', 'b', children)).toEqual([]);
    expect(found('A', 'Bo', children, { birthDate: '2023-01-15' })).toEqual([]);
  });

  it('names of one letter do not match when only one of the two is equal', () => {
    expect(found('n', 'B', children, { birthDate: '2023-01-15' })).toEqual([]);
    expect(
      found('Ana', 'b', [named('3', 'Ana', 'Baca', '2023-01-15')], { birthDate: '2023-01-15' }),
    ).toEqual([]);
  });

  it('names of one letter are not compared while one of them is missing', () => {
    const nameless = [named('4', '', '', '2023-01-15'), named('5', 'Ana', '', '2023-01-15')];
    expect(found('', '', nameless, { birthDate: '2023-01-15' })).toEqual([]);
    expect(found('Ana', '', nameless, { birthDate: '2023-01-15' })).toEqual([]);
    expect(found('', 'Xicay', [named('6', '', 'Xicay')], { birthDate: '2023-01-15' })).toEqual([]);
  });
});

describe('names written in another way', () => {
  it.each([
    ['the surnames split otherwise', 'Ana Cruz', 'Mejía', 'Ana', 'Cruz Mejía'],
    ['the surname first', 'Cruz Mejía', 'Ana', 'Ana', 'Cruz Mejía'],
    ['a second first name', 'María José', 'Xicay', 'María', 'Xicay'],
    ['a second surname', 'Luis', 'Tum Coc', 'Luis', 'Tum'],
    ['particles', 'Ana', 'de la Cruz', 'Ana', 'Delacruz'],
  ])('names in another form are asked about: %s', (_what, firstName, lastName, first, last) => {
    expect(found(firstName, lastName, [named('1', first, last)])).toEqual(['1']);
    expect(found(first, last, [named('1', firstName, lastName)])).toEqual(['1']);
  });

  it('names that sound alike are asked about when the birth date is within 45 days', () => {
    const children = [named('1', 'Yesenia', 'Vázquez', '2023-03-31')];
    expect(found('Llesenia', 'Basques', children, { birthDate: '2023-05-15' })).toEqual(['1']);
    expect(found('Llesenia', 'Basques', children, { birthDate: '2023-02-14' })).toEqual(['1']);
    expect(found('Llesenia', 'Basques', children, { birthDate: '2023-05-16' })).toEqual([]);
    expect(found('Llesenia', 'Basques', children)).toEqual([]);
  });

  it('names that sound alike are asked about when the mother is the same', () => {
    const children = [{ ...named('1', 'Yesenia', 'Vázquez'), mother: 'Rosa Coc' }];
    const draft = { firstName: 'Llesenia', lastName: 'Basques', birthDate: null };
    const ids = (mother: string) =>
      findDuplicates({ ...draft, mother }, children, today).map(({ id }) => id);
    expect(ids('Roza Coc')).toEqual(['1']);
    expect(ids('Rosa')).toEqual(['1']);
    expect(ids('Elena Coc')).toEqual([]);
    expect(ids('')).toEqual([]);
  });

  it('with the surnames exchanged are another family, unless mother or birth date agree', () => {
    const children = [named('1', 'Ana', 'Cruz Mejía', '2023-03-31')];
    expect(found('Ana', 'Mejía Cruz', children, { birthDate: '2021-05-15' })).toEqual([]);
    expect(found('Ana', 'Mejía Cruz', children, { birthDate: '2023-04-15' })).toEqual(['1']);
  });

  it('with a word each that the other lacks are not asked about', () => {
    expect(found('María José', 'López', [named('1', 'María', 'López Cruz')])).toEqual([]);
  });

  it('share one word only: nobody is asked about', () => {
    expect(found('Ana', 'Cruz', [named('1', 'Ana', 'Tum'), named('2', 'Rosa', 'Cruz')])).toEqual(
      [],
    );
  });
});

describe('the added rules, on the 2,520 names of a demonstration', () => {
  const { children } = demoRecords({ stakeDB: 'test_stake_gtm', today, children: 2_520 });
  const known = children.map(({ _id, ...child }) => ({ id: _id, ...child }));

  it('ask about at most 1 in 50 new names that the specified one does not', () => {
    const asked = known.filter((child) => {
      const finds = (isMatch: (other: NamedChild) => boolean) =>
        known.some((other) => other !== child && isMatch(other));
      return finds(resemblesTyped(child)) && !finds(containsTyped(child, today));
    });
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThanOrEqual(known.length / 50);
  });
});
