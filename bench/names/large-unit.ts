import type { Child } from '@crece/domain';
import { demoRecords } from '@crece/domain/demo';

/** Different children invented; more are copies with another second name. */
const INVENTED = 2_520;

function syllable(number: number): string {
  return `${'bcdfglmnprst'[number % 12]}${'aeiou'[number % 5]}`;
}

/** The children of a unit, all of different names, as many as wanted. */
export function largeUnit(count: number, today: string): Child[] {
  const { children } = demoRecords({ stakeDB: 'test_stake_gtm', today, children: INVENTED });
  return Array.from({ length: count }, (_, place) => {
    const child = children[place % children.length];
    if (child === undefined) throw new Error('no children');
    const copy = Math.floor(place / children.length);
    if (copy === 0) return child;
    const second = [place, copy, place * 7].map(syllable).join('');
    const _id = `${child._id.slice(0, -5)}${String(place).padStart(5, '0')}`;
    return { ...child, _id, firstName: `${child.firstName} ${second}` };
  });
}
