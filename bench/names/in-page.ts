// Runs inside an empty page: the duplicate question of a new child, and of all children, in a large unit.
import { findDuplicates, foldText, type NamedChild, samePairSteps } from '@crece/domain';
import { largeUnit } from './large-unit.ts';

const TODAY = '2026-11-23';

export interface NamesBench {
  /** Makes the rows of a unit; returns how many distinct names they have. */
  fill: (count: number) => number;
  /** Milliseconds of the search for duplicates of a name, and how many it found. */
  search: (place: number) => { ms: number; found: number };
  /**
   * All pairs of the unit that may be one child: milliseconds of the whole search, and of each
   * step of it, during which the page does not answer.
   */
  pairs: () => { ms: number; steps: readonly number[]; found: number };
}

declare global {
  interface Window {
    namesBench: NamesBench;
  }
}

let rows: readonly NamedChild[] = [];

window.namesBench = {
  fill(count) {
    rows = largeUnit(count, TODAY).map(({ _id, firstName, lastName, birthDate, mother }) => {
      const searchKey = foldText(`${firstName} ${lastName}`);
      return { id: _id, firstName, lastName, birthDate, mother, searchKey };
    });
    return new Set(rows.map(({ searchKey }) => searchKey)).size;
  },
  search(place) {
    const { firstName, lastName, birthDate, mother } = rows[place] ?? {
      firstName: 'Zoila',
      lastName: 'Vaca',
      birthDate: TODAY,
    };
    const start = performance.now();
    const found = findDuplicates({ firstName, lastName, birthDate, mother }, rows, TODAY);
    return { ms: performance.now() - start, found: found.length };
  },
  pairs() {
    const start = performance.now();
    const steps: number[] = [];
    let [found, at] = [0, start];
    for (const pairs of samePairSteps(rows, TODAY)) {
      const now = performance.now();
      steps.push(now - at);
      found += pairs.length;
      at = now;
    }
    return { ms: performance.now() - start, steps, found };
  },
};
