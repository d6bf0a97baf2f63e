import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from '../base/fold-text.ts';
import { type DuplicateDraft, findDuplicates, type NamedChild } from './duplicates.ts';
import { samePairsOf } from './pairs-of-child.ts';
import { findSamePairs, samePairSteps } from './same-pairs.ts';

const TODAY = '2025-05-10';
const RUNS = process.env['CRECE_DEEP'] === undefined ? 200 : 5_000;
/** Thousands of units on a busy machine. */
const PATIENCE_MS = 600_000;

const WORDS = ['Ana', 'Anahi', 'Juana', 'María', 'Maria Sol', 'J', 'José', 'Hose', 'Gonzales'];
const LASTS = ['López', 'Lopes', 'de la Cruz', 'Cruz', 'Gonzáles', 'Gonzalez', 'X', 'Xicay López'];

const child = fc.record(
  {
    firstName: fc.constantFrom(...WORDS),
    lastName: fc.constantFrom(...LASTS),
    birthDate: fc.constantFrom('2023-01-10', '2023-02-20', '2024-06-01'),
    mother: fc.constantFrom('Rosa Tum', 'Rosa', 'Luz Coc'),
  },
  { requiredKeys: ['firstName', 'lastName', 'birthDate'] },
);

const unit = fc
  .array(child, { minLength: 2, maxLength: 14 })
  .map((children) => children.map((each, at): NamedChild => ({ id: `chld_${at}`, ...each })));

/** The pairs as the duplicate question finds them, one child after the other. */
function askedOneByOne(children: readonly NamedChild[]): Set<string> {
  const asked = new Set<string>();
  for (const child of children) {
    for (const typed of [child, ...(child.others ?? [])]) {
      const draft: DuplicateDraft = { ...typed, id: child.id };
      for (const { id } of findDuplicates(draft, children, TODAY)) {
        asked.add([child.id, id].sort().join(' '));
      }
    }
  }
  return asked;
}

/** A first name of one word less than so many, and a last name, all of them different. */
function manyWords(count: number): readonly [string, string] {
  const letters = [...'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz'];
  const words = letters.map(
    (letter, at) => `${letter}${letters[(at * 7) % 26]}o${at < 26 ? '' : 'na'}`,
  );
  return [words.slice(0, count - 1).join(' '), 'Pérez'];
}

/** Names of few letters, so that they often contain each other or differ in one letter. */
const word = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.string({ unit: fc.constantFrom(...'anaoljsvb'), minLength: 1, maxLength: 7 }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('de', 'la', 'de la', 'Y', 'Ana', 'José', 'Hose', 'Lopez'),
  },
  { weight: 1, arbitrary: fc.constantFrom("o'na", 'ana-sol', 'ana,', '-', '.', 'á', 'll') },
);
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const strangeUnit = fc
  .array(
    fc.record(
      {
        firstName: name,
        lastName: name,
        birthDate: fc.constantFrom('2023-01-10', '2023-02-20', '2024-06-01'),
        mother: name,
        isKnown: fc.boolean(),
        others: fc.array(
          fc.record({
            firstName: name,
            lastName: name,
            birthDate: fc.constantFrom('2023-01-10', '2024-06-01'),
          }),
          { minLength: 1, maxLength: 2 },
        ),
      },
      { requiredKeys: ['firstName', 'lastName', 'birthDate'] },
    ),
    { minLength: 2, maxLength: 24 },
  )
  .map((children) =>
    children.map(({ isKnown, ...each }, at): NamedChild => {
      const searchKey =
        isKnown === true ? foldText(`${each.firstName} ${each.lastName}`) : undefined;
      return { id: `chld_${at}`, ...each, searchKey };
    }),
  );

describe('pairs of children that may be one', { timeout: PATIENCE_MS }, () => {
  it('are those about which the duplicate question asks, in any unit', () => {
    fc.assert(
      fc.property(unit, (children) => {
        const pairs = findSamePairs(children, TODAY).map(([a, b]) => `${a.id} ${b.id}`);
        expect(pairs.toSorted()).toEqual([...askedOneByOne(children)].sort());
      }),
      { numRuns: RUNS },
    );
  });

  it('are those of the full comparison for names that contain each other, or are hardly names', () => {
    fc.assert(
      fc.property(strangeUnit, (children) => {
        const pairs = findSamePairs(children, TODAY).map(([a, b]) => [a.id, b.id].sort().join(' '));
        expect(pairs.toSorted()).toEqual([...askedOneByOne(children)].sort());
      }),
      { numRuns: RUNS },
    );
  });

  it('are those of each child asked for by itself, also without what is decided', () => {
    fc.assert(
      fc.property(fc.oneof(unit, strangeUnit), (children) => {
        const keyOf = ([a, b]: readonly NamedChild[]) => `${a?.id} ${b?.id}`;
        const isDecided = (a: NamedChild, b: NamedChild) =>
          Number(a.id.at(-1)) % 3 === Number(b.id.at(-1)) % 3;
        const pairs = findSamePairs(children, TODAY, isDecided);
        for (const child of children) {
          const own = pairs.filter((pair) => pair.includes(child)).map(keyOf);
          const asked = samePairsOf(child, children, TODAY, isDecided).map(keyOf);
          expect(asked.toSorted()).toEqual(own.toSorted());
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('are found when a particle ends the first name, also before a sign', () => {
    const of = (id: string, firstName: string, lastName: string): NamedChild => ({
      id,
      firstName,
      lastName,
      birthDate: '2023-01-10',
    });
    const units = [
      [of('a', 'Y ana-sol', 'aa'), of('b', 'Y .', 'ana-sol')],
      [of('a', 'María de', 'la Cruz'), of('b', 'María', 'de la Cruz')],
      [of('a', 'Ana-de', 'Cruz López'), of('b', 'Ana', 'de Cruz López')],
      // Found by a random run: one of the two asks about the other, which does not ask about it.
      [of('a', 'Y -', 'Ana'), of('b', 'ana,', 'll')],
      [of('a', 'la-y', 'Ana'), of('b', 'ana,', 'aay')],
    ];
    for (const children of units) {
      const pairs = findSamePairs(children, TODAY).map(([a, b]) => `${a.id} ${b.id}`);
      expect(pairs).toEqual([...askedOneByOne(children)]);
      for (const child of children) {
        const own = samePairsOf(child, children, TODAY).map(([a, b]) => `${a.id} ${b.id}`);
        expect(own).toEqual(pairs);
      }
    }
    expect(units.flatMap((children) => findSamePairs(children, TODAY))).not.toEqual([]);
  });

  it.each([
    // Whole parts are contained, but not whole words: a particle belongs to the word after it.
    ['María', 'Cruz', 'María', 'de la Cruz'],
    ['Ana', 'Sol', 'Ana', "O'Sol Sol-Luz"],
    // A part inside a part, at its end and at its beginning.
    ['Ana', 'Paz', 'Juana', 'Pazos'],
    ['na Mar', 'Lopez', 'Juana María', 'Lopez'],
    // One sign that is several letters once it is folded, and several signs that are one.
    ['\ud55c', '\uae40\uc218', '\ud55c \uae40', '\uae40\uc218'],
    ['A\u0301', 'Lo', 'A\u0301 Lo', 'Lo Pez'],
    ['\ud55c', '\uae40', '\ud55c', '\uae40'],
    [' J', 'López', 'J\u00a0', 'López'],
    // More words than a number has bits.
    [...manyWords(28), ...manyWords(29)],
    [...manyWords(29), ...manyWords(30)],
    [...manyWords(30), ...manyWords(31)],
    [...manyWords(40), ...manyWords(40)],
  ])('are those of the full comparison for %s %s and %s %s', (...names) => {
    const [first = '', last = '', otherFirst = '', otherLast = ''] = names;
    const of = (id: string, firstName: string, lastName: string): NamedChild => ({
      id,
      firstName,
      lastName,
      birthDate: '2023-01-10',
    });
    // Also in the other order, and among others of whom some share a part.
    for (const [a, b] of ['ab', 'ba']) {
      const children = [
        of(a ?? '', first, last),
        of('x', 'Juana', last),
        of('y', otherFirst, 'Mamani'),
        of(b ?? '', otherFirst, otherLast),
      ];
      const pairs = findSamePairs(children, TODAY).map(([one, other]) => `${one.id} ${other.id}`);
      expect(pairs.toSorted()).toEqual([...askedOneByOne(children)].sort());
    }
  });

  it('come in short steps, those of one name before the others', () => {
    const of = (id: string, firstName: string): NamedChild => ({
      id,
      firstName,
      lastName: 'López',
      birthDate: '2023-01-10',
    });
    const others = Array.from({ length: 300 }, (_, at) =>
      of(`z${at}`, `Zoila ${'xyw'[at % 3]}${at}`),
    );
    const children = [of('a', 'Ana María'), ...others, of('b', 'Ana'), of('c', 'Ana')];
    const steps = [...samePairSteps(children, TODAY)];
    expect(steps.length).toBeGreaterThan(10);
    const ids = steps.flat().map((pair) => pair.map(({ id }) => id).join(' '));
    expect(ids[0]).toBe('b c');
    expect(ids).toEqual(expect.arrayContaining(['a b', 'a c']));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are left out once somebody has decided about them', () => {
    const twice = (id: string): NamedChild => ({
      id,
      firstName: 'Ana',
      lastName: 'López',
      birthDate: '2023-01-10',
    });
    const children = ['a', 'b', 'c'].map(twice);
    const isDecided = (one: NamedChild, other: NamedChild) => one.id === 'a' && other.id === 'b';
    const pairs = findSamePairs(children, TODAY, isDecided).map(([one, other]) => [
      one.id,
      other.id,
    ]);
    expect(pairs).toEqual([
      ['a', 'c'],
      ['b', 'c'],
    ]);
    expect(findSamePairs([], TODAY)).toEqual([]);
  });
});
