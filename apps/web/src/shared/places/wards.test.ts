import { describe, expect, it } from 'vitest';
import { wardChoices, wardTest } from './wards.ts';

describe('wardChoices', () => {
  it('gives the catalogue’s wards first, then those of the records, each once', () => {
    expect(wardChoices(['Sarco', 'Queru Queru'], ['sarco ', 'Ánimas', '', 'animas'])).toEqual([
      'Sarco',
      'Queru Queru',
      'Ánimas',
    ]);
  });
});

it('tells the chosen ward without case and accents, and every ward when none is chosen', () => {
  const isSanJose = wardTest('San José');
  expect(['SAN JOSE', 'San Josefina', undefined].map(isSanJose)).toEqual([true, false, false]);
  expect(['Sarco', undefined].map(wardTest(''))).toEqual([true, true]);
});
