import { describe, expect, it } from 'vitest';
import { findWomenLike } from './women-like.ts';

const named = (id: string, firstName: string, lastName: string) => ({ id, firstName, lastName });
const WOMEN = [
  named('1', 'Rosa', 'Tzul'),
  named('2', 'Rosa Elena', 'Tzul Caal'),
  named('3', 'Yesenia', 'Xol'),
  named('4', 'Rosa', 'Mejía'),
];
const found = (firstName: string, lastName: string, id?: string) =>
  findWomenLike({ firstName, lastName, id }, WOMEN).map((woman) => woman.id);

describe('women who may be the one being typed', () => {
  it('have the same words in their names, or more or fewer, in either order', () => {
    expect(found('rosa', 'TZUL')).toEqual(['1', '2']);
    expect(found('Tzul', 'Rosa')).toEqual(['1', '2']);
    expect(found('Rosa', 'Caal')).toEqual(['2']);
  });

  it('or names that sound alike', () => {
    expect(found('Llesenia', 'Xol')).toEqual(['3']);
    expect(found('Roza', 'Mexia')).toEqual(['4']);
  });

  it('are never the woman herself', () => {
    expect(found('Rosa', 'Tzul', '1')).toEqual(['2']);
    expect(found('Eva', 'Tun')).toEqual([]);
  });
});
