import { describe, expect, it } from 'vitest';
import {
  answerOf,
  dateOf,
  instantOf,
  isAmbiguousDate,
  membershipOf,
  numberOf,
  positionOf,
  possibleOrders,
  sexOf,
  textOf,
  UNREADABLE,
} from './cells.ts';

const dmy = { order: 'dmy', timeZone: 'America/Guatemala' } as const;
const mdy = { ...dmy, order: 'mdy' } as const;

describe('cells of an import', () => {
  it('removes the apostrophe before a formula sign, and no other', () => {
    for (const text of ['=1+1', '+María', '-abuela', '@casa'])
      expect(textOf(`'${text}`)).toBe(text);
    expect(textOf("'Ofa")).toBe("'Ofa");
    expect(textOf("''=x")).toBe("'=x");
    expect(textOf(' \n')).toBeUndefined();
    expect(textOf(55501234)).toBe('55501234');
  });

  it('reads numbers with comma or point and refuses other text', () => {
    expect(numberOf('7,1')).toBe(7.1);
    expect(numberOf(' 7.10 ')).toBe(7.1);
    expect(numberOf("'-2.94")).toBe(-2.94);
    expect(numberOf(7.1)).toBe(7.1);
    expect(numberOf('')).toBeUndefined();
    for (const cell of ['7.1 kg', '1.234,5', 'x', true, Number.POSITIVE_INFINITY]) {
      expect(numberOf(cell)).toBe(UNREADABLE);
    }
  });

  it('reads sexes in both languages, and the letter M by its meaning in the file', () => {
    for (const cell of ['Boy', 'NIÑO', 'varón', 'H', '1', 'male']) {
      expect(sexOf(cell, undefined)).toBe('Boy');
    }
    for (const cell of ['Girl', 'niña', 'Mujer', 'F', 2])
      expect(sexOf(cell, undefined)).toBe('Girl');
    expect(sexOf('M', undefined)).toBe(UNREADABLE);
    expect(sexOf('m', 'Girl')).toBe('Girl');
    expect(sexOf('?', 'Girl')).toBe(UNREADABLE);
  });

  it('reads answers, memberships and positions in both languages', () => {
    expect(['Sí', 'yes', 'TRUE', 1, true].map(answerOf)).toEqual([true, true, true, true, true]);
    expect(['No', 'falso', 0, false].map(answerOf)).toEqual([false, false, false, false]);
    expect(answerOf('quizás')).toBe(UNREADABLE);
    expect(['Sí', 'No', 'No se sabe', ''].map(membershipOf)).toEqual([
      'Yes',
      'No',
      'Unknown',
      undefined,
    ]);
    expect(['L', 'de pie', 'standing', 'Boca arriba'].map(positionOf)).toEqual([
      'lying',
      'standing',
      'standing',
      'lying',
    ]);
  });

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
    expect(dateOf(45361, dmy)).toBe(UNREADABLE);
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

  it('reads only instants with a zone', () => {
    expect(instantOf('2024-09-05T14:48:11.222Z')).toBe('2024-09-05T14:48:11.222Z');
    expect(instantOf('2024-09-05T14:48:11-06:00')).toBe('2024-09-05T20:48:11.000Z');
    expect(instantOf('2024-09-05T14:48:11')).toBeUndefined();
    expect(instantOf('2024-09-05')).toBeUndefined();
  });
});
