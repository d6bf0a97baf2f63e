import type { Child } from '@crece/domain';
import { aChild } from '@crece/domain/testing';
import { expect, it } from 'vitest';
import { rowOf } from '../../testing/rows.ts';
import { likelyFirst } from './likely-matches.ts';

const row = (firstName: string, different: Partial<Child> = {}) =>
  rowOf(aChild({ firstName, lastName: 'Tum', ...different }), [], '2025-06-12');

type Rows = readonly ReturnType<typeof row>[];

function order(rows: Rows, text: string, { screened = '', most = 9 } = {}): string[] {
  const isScreened = ({ firstName }: Rows[number]) => firstName === screened;
  return likelyFirst(rows, text, isScreened, most).map((each) => each.firstName);
}

it('puts names that begin as typed first, then names that contain it, then the mother', () => {
  const rows = [row('Diego', { mother: 'Ana Coc' }), row('Mariana'), row('Rosa Ana')];
  expect(order(rows, 'ANÁ')).toEqual(['Rosa Ana', 'Mariana', 'Diego']);
});

it('compares each typed word, whatever their order', () => {
  const rows = [row('Luzana', { lastName: 'Xicay' }), row('Ana', { lastName: 'Pérez-Xicay' })];
  expect(order(rows, 'xicay, ana')).toEqual(['Ana', 'Luzana']);
});

it('puts children already screened today after the others of the same fit, else keeps the order', () => {
  const rows = [row('Ana'), row('Ana María'), row('Anabel'), row('Mariana')];
  expect(order(rows, 'ana', { screened: 'Ana' })).toEqual([
    'Ana María',
    'Anabel',
    'Ana',
    'Mariana',
  ]);
});

it('returns no more than were asked for, the likeliest of all', () => {
  const rows = [row('Mariana'), row('Ana'), row('Diego', { mother: 'Ana' }), row('Anabel')];
  expect(order(rows, 'ana', { most: 2 })).toEqual(['Ana', 'Anabel']);
  expect(order(rows, 'ana', { most: 3 })).toEqual(['Ana', 'Anabel', 'Mariana']);
});
