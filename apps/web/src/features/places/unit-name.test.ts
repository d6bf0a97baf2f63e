import { expect, it } from 'vitest';
import { unitName } from './unit-name.ts';

it.each([
  ['Cobán Stake', 'Cobán', 'stake'],
  ['Chulac District', 'Chulac', 'district'],
  ['San Pedro branch', 'San Pedro', 'branch'],
  ['Miramar', 'Miramar', null],
  ['Stake', 'Stake', null],
  ['Guatemala test Only', 'Guatemala test Only', null],
])('the unit %s is called %s and is a %s', (stakeName, name, kind) => {
  expect(unitName(stakeName)).toEqual({ name, kind });
});
