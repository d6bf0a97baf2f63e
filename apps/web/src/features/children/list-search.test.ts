import type { Child } from '@crece/domain';
import { aChild } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import { rowOf } from '../../testing/fake-rows.ts';
import { indexedRow } from './list-index.ts';
import { childSearch } from './list-search.ts';

const textsOf = (child: Child) => indexedRow(rowOf(child, [], '2025-06-10'), '2025-06-10').texts;
const child = (names: { firstName: string; lastName: string; mother?: string }) =>
  textsOf(aChild(names));
const jose = child({ firstName: 'José María', lastName: 'Pérez Ñusta', mother: 'Inés Quispe' });

describe('childSearch', () => {
  it.each([
    ['josé', 'the first name'],
    ['JOSE', 'any case, without accents'],
    ['sé ma', 'a part with a space of one name'],
    ['perez', 'the last name'],
    ['nusta', 'a second surname, ñ as n'],
    ['jose perez', 'first and last name'],
    ['jos per', 'parts of both'],
    ['jose maria perez', 'a first name of two words'],
    ['jose perez nusta', 'a last name of two words'],
    ['maria pérez ñu', 'parts over several words'],
    ['  jose   perez ', 'outer and doubled spaces'],
    ['ines qui', 'the mother'],
    ['', 'nothing typed'],
    ['   ', 'only spaces'],
  ])('finds José María Pérez Ñusta by %j: %s', (typed) => {
    expect(childSearch(typed).matches(jose)).toBe(true);
  });

  it.each([
    ['perez jose', 'last name before first name'],
    ['josé quispe', 'the first name with the mother’s surname'],
    ['mateo', 'another name'],
    ['jose perez x', 'one word too many'],
  ])('does not find it by %j: %s', (typed) => {
    expect(childSearch(typed).matches(jose)).toBe(false);
  });

  it('finds a child whose mother is not known', () => {
    const { mother: _unknown, ...withoutMother } = aChild({ firstName: 'Ana' });
    expect(childSearch('ana').matches(textsOf(withoutMother))).toBe(true);
    expect(childSearch('undefined').matches(textsOf(withoutMother))).toBe(false);
  });
});
