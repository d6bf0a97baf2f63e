import { foldText } from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import { describe, expect, it } from 'vitest';
import { newChildState } from '../../shared/children/new-child-state.ts';
import { namesFromState } from './new-child-name.ts';

const named = (firstName: string, lastName: string) =>
  ({ firstName, lastName, searchKey: foldText(`${firstName} ${lastName}`) }) as ChildRow;

describe('namesFromState', () => {
  it.each([
    ['Luz', 'Luz', ''],
    ['Luz Mamani', 'Luz', 'Mamani'],
    ['  Ana  Cruz Mejía ', 'Ana', 'Cruz Mejía'],
    ['Luz María Mamani Quispe', 'Luz María', 'Mamani Quispe'],
    ['Ana de la Cruz', 'Ana', 'de la Cruz'],
    ['Juan Pérez de León', 'Juan', 'Pérez de León'],
    ['María de los Ángeles Coc Tum', 'María de los Ángeles', 'Coc Tum'],
    ['Pérez  Ñusta, Rosa María', 'Rosa María', 'Pérez Ñusta'],
    ['Pérez,', '', 'Pérez'],
    ['Rosa del', 'Rosa', 'del'],
    ['', '', ''],
  ])('splits %j into %j and %j', (typed, firstName, lastName) => {
    expect(namesFromState(newChildState(typed, []))).toEqual({ firstName, lastName });
  });

  it('splits a name as a child here with the same whole name does', () => {
    const here = [named('Luz', 'Mamani'), named('Luz María', 'Mamani')];
    const asHere = { firstName: 'Luz María', lastName: 'Mamani' };
    expect(namesFromState(newChildState('luz maria MAMANI', here))).toEqual(asHere);
    expect(namesFromState(newChildState('Mamani, Luz María', here))).toEqual(asHere);
    expect(namesFromState(newChildState('Luz María Mamani Tum', here)).lastName).toBe('Mamani Tum');
  });

  it.each([null, undefined, 7, {}, { asHere: { firstName: 1 } }])(
    'gives no names for the history state %j',
    (state) => {
      expect(namesFromState(state)).toEqual({ firstName: '', lastName: '' });
    },
  );
});
