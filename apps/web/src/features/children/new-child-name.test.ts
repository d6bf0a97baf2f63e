import { describe, expect, it } from 'vitest';
import { namesFromState, newChildState } from './new-child-name.ts';

describe('namesFromState', () => {
  it.each([
    ['Luz', 'Luz', ''],
    ['Luz Mamani', 'Luz', 'Mamani'],
    ['  Luz  María Mamani ', 'Luz María', 'Mamani'],
    ['Pérez  Ñusta, Rosa María', 'Rosa María', 'Pérez Ñusta'],
    ['Pérez,', '', 'Pérez'],
    ['', '', ''],
  ])('splits %j into %j and %j', (typed, firstName, lastName) => {
    expect(namesFromState(newChildState(typed))).toEqual({ firstName, lastName });
  });

  it.each([null, undefined, 7, {}])('gives no names for the history state %j', (state) => {
    expect(namesFromState(state)).toEqual({ firstName: '', lastName: '' });
  });
});
