import { describe, expect, it } from 'vitest';
import {
  ageMonthsOf,
  answerOf,
  instantOf,
  measureOf,
  membershipOf,
  numberOf,
  OTHER_MEASURE_UNIT,
  positionOf,
  sexOf,
  textOf,
  UNREADABLE,
} from './cells.ts';

describe('cells of an import', () => {
  it('removes the apostrophe before a formula sign, and no other, and what nobody sees', () => {
    for (const text of ['=1+1', '+María', '-abuela', '@casa'])
      expect(textOf(`'${text}`)).toBe(text);
    expect(textOf("Ana;'=1;'@x")).toBe('Ana;=1;@x');
    expect(textOf("'Ofa")).toBe("'Ofa");
    expect(textOf("''=x")).toBe("'=x");
    expect(textOf(' \n')).toBeUndefined();
    expect(textOf('\u202EAna\u0000 Ma\u200Bría\uFEFF')).toBe('Ana María');
    expect(textOf('familia \u{1F469}\u200D\u{1F467}')).toBe('familia \u{1F469}\u200D\u{1F467}');
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

  it('reads a measure with its own unit behind it, and refuses one that names another', () => {
    for (const cell of ['9.5 kg', '9,5kg', '9,5 Kg.', ' 9.50 KILOS', '9.5 kilogramos'])
      expect(measureOf(cell, 'kg')).toEqual({ figure: 9.5, isUnitSaid: true });
    for (const cell of ['71 cm', '71CMS', '71 centímetros'])
      expect(measureOf(cell, 'cm')).toEqual({ figure: 71, isUnitSaid: true });
    expect(measureOf('9,5', 'kg')).toEqual({ figure: 9.5, isUnitSaid: false });
    expect(measureOf(9.5, 'kg')).toEqual({ figure: 9.5, isUnitSaid: false });
    expect(measureOf('', 'kg')).toBeUndefined();
    for (const cell of ['108 mm', '0.71 m', '71 kg', '28 in', '1 metro'])
      expect(measureOf(cell, 'cm')).toBe(OTHER_MEASURE_UNIT);
    for (const cell of ['9500 g', '21 lb', '21 libras', '9.5 cm'])
      expect(measureOf(cell, 'kg')).toBe(OTHER_MEASURE_UNIT);
    for (const cell of ['kg', '9 kilos y medio', '9.5 x', '1.234,5 kg', 'x', true])
      expect(measureOf(cell, 'kg')).toBe(UNREADABLE);
  });

  it('reads an age in months, also of years and months, and guesses no months', () => {
    for (const cell of [
      ...[27, '27', '27 meses', '27 months', '27m', '2 años 3 meses', '2 años y 3 meses'],
      ...['2 AÑOS, 3 MESES', '2a 3m', '2 years 3 months', '2 years and 3 months', '1 año 15 meses'],
    ])
      expect(ageMonthsOf(cell)).toBe(cell === '1 año 15 meses' ? UNREADABLE : 27);
    expect(ageMonthsOf('1,5')).toBe(1.5);
    expect(ageMonthsOf('')).toBeUndefined();
    for (const cell of ['2 años', '2;3', '3 semanas', 'dos años', true])
      expect(ageMonthsOf(cell)).toBe(UNREADABLE);
  });

  it('reads sexes in both languages, and the letter M by its meaning in the file', () => {
    for (const cell of ['Boy', 'NIÑO', 'varón', 'H', '1', 'male', 'Masc', 'macho']) {
      expect(sexOf(cell, undefined)).toBe('Boy');
    }
    for (const cell of ['Girl', 'niña', 'Mujer', 'F', 2, 'Fem', 'femenina', 'hembra'])
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

  it('reads only instants with a zone', () => {
    expect(instantOf('2024-09-05T14:48:11.222Z')).toBe('2024-09-05T14:48:11.222Z');
    expect(instantOf('2024-09-05T14:48:11-06:00')).toBe('2024-09-05T20:48:11.000Z');
    expect(instantOf('2024-09-05T14:48:11')).toBeUndefined();
    expect(instantOf('2024-09-05')).toBeUndefined();
  });
});
