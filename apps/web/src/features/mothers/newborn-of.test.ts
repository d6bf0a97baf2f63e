import { aMother } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import { newbornFromState, newbornState } from '../../shared/navigation/newborn-state.ts';
import { newbornOf } from './newborn-of.ts';

describe('what is known of a newborn', () => {
  it('comes from the mother’s record, and survives the browser’s history', () => {
    const mother = aMother({
      firstName: 'Rosa',
      lastName: 'Tzul',
      childsBirthDate: '2026-02-14',
      memberStatus: 'Yes',
      ward: 'Norte',
      phone: '5551',
    });
    const newborn = newbornOf(mother);
    expect(newborn.known).toMatchObject({
      lastName: 'Tzul',
      mother: 'Rosa Tzul',
      birthDate: '2026-02-14',
      memberStatus: 'Yes',
      ward: 'Norte',
      phone: '5551',
    });
    const { address: _none, ...withoutAddress } = newborn.known;
    const state: unknown = JSON.parse(JSON.stringify(newbornState(newborn)));
    expect(newbornFromState(state)?.known).toMatchObject(withoutAddress);
    expect(newbornFromState(state)?.motherId).toBe(mother._id);
  });

  it('any other history state knows nothing of a newborn, and no other field is taken', () => {
    for (const state of [null, undefined, 'x', {}, { newborn: null }, { newborn: { known: {} } }]) {
      expect(newbornFromState(state)).toBeNull();
    }
    const odd = { newborn: { motherId: 'm', known: { gender: 'Boy', ward: 3, city: 'Cobán' } } };
    expect(newbornFromState(odd)?.known).toEqual({ city: 'Cobán' });
  });
});
