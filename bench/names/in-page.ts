// Runs inside an empty page: the duplicate question of a new child, and of all children, in a large unit.
import { findDuplicates, foldText, type NamedChild, samePairSteps } from '@crece/domain';
import { demoRecords } from '@crece/domain/demo';

const TODAY = '2026-11-23';
/** Different children invented; more are copies with another second name. */
const INVENTED = 2_520;

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

function syllable(number: number): string {
  return `${'bcdfglmnprst'[number % 12]}${'aeiou'[number % 5]}`;
}

window.namesBench = {
  fill(count) {
    const { children } = demoRecords({
      stakeDB: 'test_stake_gtm',
      today: TODAY,
      children: INVENTED,
    });
    rows = Array.from({ length: count }, (_, place) => {
      const child = children[place % children.length];
      if (child === undefined) throw new Error('no children');
      const copy = Math.floor(place / children.length);
      const second = copy === 0 ? '' : ` ${[place, copy, place * 7].map(syllable).join('')}`;
      const { lastName, birthDate, mother } = child;
      const firstName = child.firstName + second;
      const searchKey = foldText(`${firstName} ${lastName}`);
      return { id: `${place}`, firstName, lastName, birthDate, mother, searchKey };
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
