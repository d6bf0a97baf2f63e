import { type Child, foldText } from '@crece/domain';
import { aChild } from '@crece/domain/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowOf } from '../../testing/rows.ts';
import { childSearch } from './list-search.ts';

interface Names {
  firstName: string;
  lastName: string;
  mother?: string;
}

const namesOf = (child: Child) => rowOf(child, [], '2025-06-10');
const child = (names: Names) => namesOf(aChild(names));
const finds = (typed: string, names: Names) => childSearch(typed).matches(child(names));
const jose = { firstName: 'José María', lastName: 'Pérez Ñusta', mother: 'Inés Quispe' };

describe('childSearch', () => {
  it('finds a child of several records by the names or the mother of each', () => {
    const second = { searchKey: 'maria sol tzoc', motherKey: 'rosa tum' };
    const merged = { ...child(jose), others: [second] };
    const found = (typed: string) => childSearch(typed).matches(merged);
    for (const typed of ['tzoc', 'sol maria', 'rosa tum', 'josé pérez', 'inés']) {
      expect([typed, found(typed)]).toEqual([typed, true]);
    }
    // Not by names of two of them together.
    for (const typed of ['jose tzoc', 'ana', 'rosa quispe']) {
      expect([typed, found(typed)]).toEqual([typed, false]);
    }
  });

  it('finds a child by its landmark or its card number, not by words of both and its name', () => {
    const known = namesOf(aChild({ ...jose, landmark: 'Casa azul, Ñandú', cardNumber: 'PN-0417' }));
    const found = (typed: string) => childSearch(typed).matches(known);
    for (const typed of ['azul', 'nandu casa', 'pn-0417', '0417', 'CASA azul']) {
      expect([typed, found(typed)]).toEqual([typed, true]);
    }
    for (const typed of ['azul azul', 'azul perez', 'ines 0417']) {
      expect([typed, found(typed)]).toEqual([typed, false]);
    }
    const merged = { ...child({ firstName: 'Ana', lastName: 'Tum' }), others: [known] };
    expect(childSearch('0417').matches(merged)).toBe(true);
    expect(namesOf(aChild({ landmark: ' ', cardNumber: '' })).moreKey).toBeUndefined();
  });

  it.each([
    ['josé', 'the first name'],
    ['JOSE', 'any case, without accents'],
    ['sé ma', 'a part with a space of one name'],
    ['perez', 'the last name'],
    ['nusta', 'a second surname, ñ as n'],
    ['jose perez', 'first and last name'],
    ['jos per', 'parts of both'],
    ['perez jose', 'last name before first name'],
    ['Pérez, José', 'the same with a comma'],
    ['nusta perez maria jose', 'all four words, the last one first'],
    ['ñu jo', 'parts of both, turned round'],
    ['maria nusta', 'the second word of each'],
    ['jose maria perez', 'a first name of two words'],
    ['jose perez nusta', 'a last name of two words'],
    ['maria pérez ñu', 'parts over several words'],
    ['  jose   perez ', 'outer and doubled spaces'],
    ['jose-maria', 'a hyphen that the record does not have'],
    ['ines qui', 'the mother'],
    ['quispe ines', 'the mother, turned round'],
    ['', 'nothing typed'],
    ['   ', 'only spaces'],
    [' - ', 'nothing that a name has'],
  ])('finds José María Pérez Ñusta by %j: %s', (typed) => {
    expect(finds(typed, jose)).toBe(true);
  });

  it.each([
    ['josé quispe', 'the first name with the mother’s surname'],
    ['mateo', 'another name'],
    ['jose perez x', 'one word too many'],
    ['perez perez', 'a word twice that is there once'],
    ['jose jo', 'two words for one of the name'],
    ['joseperez', 'two words written as one'],
  ])('José María Pérez Ñusta is not found by %j: %s', (typed) => {
    expect(finds(typed, jose)).toBe(false);
  });

  it('finds Rosa Pérez by "perez rosa"', () => {
    expect(finds('perez rosa', { firstName: 'Rosa', lastName: 'Pérez' })).toBe(true);
  });

  it('matches two typed words to two different words of the name, in any order', () => {
    const both = { firstName: 'Juan', lastName: 'Mamani Mamani' };
    expect(finds('mamani mamani', both)).toBe(true);
    expect(finds('mamani mamani', { ...both, lastName: 'Mamani' })).toBe(false);
    const mariana = { firstName: 'Mariana', lastName: 'María' };
    expect(finds('mari mariana', mariana)).toBe(true);
    expect(finds('mariana mari', mariana)).toBe(true);
  });

  it('finds a hyphenated surname by each of its words', () => {
    const ana = { firstName: 'Ana', lastName: 'García-López' };
    expect(finds('lopez garcia', ana)).toBe(true);
    expect(finds('garcia-l', ana)).toBe(true);
  });

  it('finds a child without a known mother', () => {
    const { mother: _unknown, ...withoutMother } = aChild({ firstName: 'Ana' });
    expect(childSearch('ana').matches(namesOf(withoutMother))).toBe(true);
    expect(childSearch('undefined').matches(namesOf(withoutMother))).toBe(false);
  });
});

// Few letters, so that words are often parts of one another.
const word = fc.string({
  unit: fc.constantFrom('a', 'n', 'Ñ', 'á', 'i'),
  minLength: 1,
  maxLength: 4,
});
const wordList = (most: number) => fc.array(word, { minLength: 1, maxLength: most });
const someName = fc
  .record({ first: wordList(3), last: wordList(3), mother: wordList(3) })
  .map(({ first, last, mother }) => ({
    firstName: first.join(' '),
    lastName: last.join(' '),
    mother: mother.join(' '),
  }));
const someTyping = fc.string({ unit: fc.constantFrom('a', 'n', 'ñ', 'Á', 'i', ' ', '-') });

/** The specification's rule literally, with each space tried as the split between the two names. */
function splitFinds(typed: string, { firstName, lastName, mother }: Required<Names>): boolean {
  const words = foldText(typed).split(' ');
  const [first, last, third] = [firstName, lastName, mother].map(foldText);
  const text = words.join(' ');
  return (
    [first, last, third].some((name) => name?.includes(text)) ||
    words.some(
      (_, at) =>
        at > 0 &&
        first?.includes(words.slice(0, at).join(' ')) === true &&
        last?.includes(words.slice(at).join(' ')) === true,
    )
  );
}

describe('childSearch with random names and random typing', () => {
  it('finds everybody whom the specified split into first and last name finds', () => {
    fc.assert(
      fc.property(someName, wordList(4), (names, typed) => {
        fc.pre(splitFinds(typed.join(' '), names));
        expect(finds(typed.join(' '), names)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds the same children in every order of the typed words', () => {
    const shuffled = wordList(4).chain((words) =>
      fc.tuple(fc.constant(words), fc.shuffledSubarray(words, { minLength: words.length })),
    );
    fc.assert(
      fc.property(someName, shuffled, (names, [words, other]) => {
        expect(finds(words.join(' '), names)).toBe(finds(other.join(' '), names));
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds by a prefix of a text everybody whom the whole text finds', () => {
    fc.assert(
      fc.property(someName, someTyping, someTyping, (names, begun, rest) => {
        const shorter = childSearch(begun);
        const longer = childSearch(begun + rest);
        const row = child(names);
        fc.pre(longer.text.startsWith(shorter.text) && longer.matches(row));
        expect(shorter.matches(row)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
