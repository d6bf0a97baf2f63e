import { describe, expect, it } from 'vitest';
import { UNREADABLE } from './cells.ts';
import { dateOf, isAmbiguousDate, looksLikeDate, possibleOrders } from './dates.ts';

const dmy = { order: 'dmy', timeZone: 'America/Guatemala' } as const;
const mdy = { ...dmy, order: 'mdy' } as const;

describe('dates of an import', () => {
  it("reads ISO dates in any date order, and instants in the unit's zone", () => {
    for (const order of [dmy, mdy]) {
      expect(dateOf('2024-03-04', order)).toBe('2024-03-04');
      expect(dateOf('2024/3/4', order)).toBe('2024-03-04');
      expect(dateOf('2024-03-04T05:59:59.000Z', order)).toBe('2024-03-03');
      expect(dateOf('2024-03-04T06:00:00.000Z', order)).toBe('2024-03-04');
    }
    expect(dateOf('2023-02-29', dmy)).toBe(UNREADABLE);
  });

  it("reads day, month and year in the file's date order", () => {
    expect(dateOf('3/4/2024', dmy)).toBe('2024-04-03');
    expect(dateOf('3/4/2024', mdy)).toBe('2024-03-04');
    expect(dateOf('03.04.24', dmy)).toBe('2024-04-03');
    expect(dateOf('31/12/2023', dmy)).toBe('2023-12-31');
    expect(dateOf('31/12/2023', mdy)).toBe(UNREADABLE);
    expect(dateOf('ayer', dmy)).toBe(UNREADABLE);
  });

  it('calls a date ambiguous when both orders are valid and differ', () => {
    expect(isAmbiguousDate('3/4/2024')).toBe(true);
    expect(isAmbiguousDate('12/12/2024')).toBe(false);
    expect(isAmbiguousDate('13/12/2024')).toBe(false);
    expect(isAmbiguousDate('2024-03-04')).toBe(false);
    expect(possibleOrders('13/12/2024')).toEqual(['dmy']);
    expect(possibleOrders('12/13/2024')).toEqual(['mdy']);
    expect(possibleOrders('31/31/2024')).toEqual([]);
  });

  it('ignores a time after the date', () => {
    expect(dateOf('25/03/2024 00:00', dmy)).toBe('2024-03-25');
    expect(dateOf('3/25/2024 2:30:00 PM', mdy)).toBe('2024-03-25');
    expect(dateOf('25/03/2024, 02:30 p. m.', dmy)).toBe('2024-03-25');
    expect(possibleOrders('25/03/2024 00:00')).toEqual(['dmy']);
  });

  it('reads the month in letters, in both languages', () => {
    for (const text of [
      '01-may-2024',
      '1 de mayo de 2024',
      '1 de mayo del 2024',
      'May 1, 2024',
      '1st May 24',
    ])
      expect(dateOf(text, mdy)).toBe('2024-05-01');
    expect(dateOf('3-Ene-24', mdy)).toBe('2024-01-03');
    expect(dateOf('15 sept. 2023', mdy)).toBe('2023-09-15');
    expect(dateOf('15 setiembre 2023', mdy)).toBe('2023-09-15');
    expect(dateOf('31-feb-2024', dmy)).toBe(UNREADABLE);
    expect(dateOf('1 mes 2024', dmy)).toBe(UNREADABLE);
  });

  it("reads a spreadsheet's serial number of this century, by the workbook's first day", () => {
    expect(dateOf(45413, dmy)).toBe('2024-05-01');
    expect(dateOf('45413', dmy)).toBe('2024-05-01');
    expect(dateOf(43951, { ...dmy, serials: '1904' })).toBe('2024-05-01');
    expect(dateOf(36526, dmy)).toBe('2000-01-01');
    for (const number of [36525, 2024, 99999, 45413.5])
      expect(dateOf(number, dmy)).toBe(UNREADABLE);
  });

  it('tells a date from a heading', () => {
    expect(['2024-05-01', '25/3/2024', '13/25/2024', '1-may-24'].map(looksLikeDate)).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect(['Fecha', 'Enero 2026', '', 12].map(looksLikeDate)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
