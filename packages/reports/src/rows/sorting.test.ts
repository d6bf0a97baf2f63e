import type { ReportSort } from '@crece/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOneGo } from '../base/steps.ts';
import { rowOrder, type Sorted, sortedBy } from './sorting.ts';

const someone = (different: Partial<Sorted>): Sorted => ({
  id: 'chld_1',
  firstName: '',
  lastName: '',
  memberStatus: 'Yes',
  ...different,
});

const ordered = (sort: ReportSort, people: readonly Sorted[], language: 'en' | 'es' = 'en') =>
  inOneGo(sortedBy(people, (one) => one, rowOrder(sort, language)));

const names = (...firstNames: string[]) => firstNames.map((firstName) => someone({ firstName }));
const firstNamesOf = (people: readonly Sorted[]) => people.map(({ firstName }) => firstName);

describe('the order of report rows', () => {
  it('sorts accented and capital letters with their base letters', () => {
    const people = names('Zoila', 'élida', 'Óscar', 'ana', 'Ángel', 'Esther');
    expect(firstNamesOf(ordered('firstName', people))).toEqual([
      'ana',
      'Ángel',
      'élida',
      'Esther',
      'Óscar',
      'Zoila',
    ]);
  });

  it('sorts ñ after n in Spanish', () => {
    const people = names('Ñusta', 'Nuria', 'Nydia');
    expect(firstNamesOf(ordered('firstName', people, 'es'))).toEqual(['Nuria', 'Nydia', 'Ñusta']);
  });

  it('sorts a missing ward last', () => {
    const people = [
      someone({ ward: undefined }),
      someone({ ward: 'Barrio 2' }),
      someone({ ward: 'Barrio 1' }),
    ];
    expect(ordered('ward', people).map(({ ward }) => ward)).toEqual([
      'Barrio 1',
      'Barrio 2',
      undefined,
    ]);
  });

  it('sorts members first, then non-members, then unknown', () => {
    const people = (['Unknown', 'No', 'Yes'] as const).map((memberStatus) =>
      someone({ memberStatus }),
    );
    expect(ordered('memberStatus', people).map(({ memberStatus }) => memberStatus)).toEqual([
      'Yes',
      'No',
      'Unknown',
    ]);
  });

  it('sorts by the newest screening first, and never screened last', () => {
    const people = ['2025-01-01', undefined, '2026-01-01'].map((date) => someone({ date }));
    expect(ordered('screenDate', people).map(({ date }) => date)).toEqual([
      '2026-01-01',
      '2025-01-01',
      undefined,
    ]);
  });

  it('sorts by names, and then by id, when the field is equal', () => {
    const people = [
      someone({ ward: 'A', firstName: 'Ana', lastName: 'Xol', id: '2' }),
      someone({ ward: 'a', firstName: 'Ana', lastName: 'Xol', id: '1' }),
      someone({ ward: 'A', firstName: 'Ana', lastName: 'Caal', id: '3' }),
    ];
    expect(ordered('ward', people).map(({ id }) => id)).toEqual(['3', '1', '2']);
  });

  it('rows have the same order for any order of the records', () => {
    const word = fc.constantFrom('', 'Ana', 'ana', 'Ánä', 'Ñu', 'Zoe 2', '👶', 'محمد');
    const person = fc.record({ firstName: word, lastName: word, ward: word });
    fc.assert(
      fc.property(
        fc.array(person, { maxLength: 8 }),
        fc.constantFrom<ReportSort>('firstName', 'lastName', 'ward'),
        (people, sort) => {
          const given = people.map((one, index) => someone({ ...one, id: String(index) }));
          const turned = ordered(sort, given.toReversed());
          expect(turned.map(({ id }) => id)).toEqual(ordered(sort, given).map(({ id }) => id));
        },
      ),
    );
  });

  it('the order is computed in small steps with the same result for any number of people', () => {
    const people = Array.from({ length: 1_777 }, (_, at) =>
      someone({ id: `chld_${at}`, firstName: `N${(at * 7_919) % 1_777}` }),
    );
    for (const length of [0, 1, 249, 250, 251, 500, 501, 1_777]) {
      const some = people.slice(0, length);
      const steps = sortedBy(some, (one) => one, rowOrder('firstName', 'en'));
      let pauses = 0;
      let step = steps.next();
      for (; step.done !== true; step = steps.next()) pauses += 1;
      expect(step.value).toEqual(some.toSorted(rowOrder('firstName', 'en')));
      expect(pauses).toBeGreaterThanOrEqual(Math.ceil(length / 250));
    }
  });
});
