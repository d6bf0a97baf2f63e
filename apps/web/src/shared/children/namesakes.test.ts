import { foldText } from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import { expect, it } from 'vitest';
import { hasNamesake, namesakeOf } from './namesakes.ts';

const named = (firstName: string, lastName: string) =>
  ({ firstName, lastName, searchKey: foldText(`${firstName} ${lastName}`) }) as ChildRow;

const luz = named('Luz', 'Mamani');
const sameLuz = named('LUZ', 'Mamaní');
const ana = named('Ana María', 'Cruz');
const rows = [luz, ana, sameLuz, named('', '')];

it.each<[string, ChildRow | undefined, string]>([
  ['luz mamani', luz, 'the first of those with the name, without case'],
  ['Cruz, Ana Maria', ana, 'the last name before a comma, without accents'],
  ['Ana Mar', undefined, 'a part of a name'],
  ['  ', undefined, 'no name at all'],
])('finds for %o the child of %o: %s', (typed, child) => {
  expect(namesakeOf(typed, rows)).toBe(child);
});

it('knows whose name another child has too', () => {
  expect(rows.slice(0, 3).map((row) => hasNamesake(row, rows))).toEqual([true, false, true]);
});

it('knows a child of several records by the name in each, and not as its own namesake', () => {
  const merged = { ...ana, others: [named('Anita', 'Cruz'), named('Ana Maria', 'Cruz')] };
  expect(namesakeOf('anita cruz', [luz, merged])).toBe(merged);
  expect(hasNamesake(merged, [luz, merged])).toBe(false);
  expect(hasNamesake(named('Anita', 'Cruz'), [merged, named('Anita', 'Cruz')])).toBe(true);
});

it('reads rows anew that are another array', () => {
  expect(hasNamesake(luz, [luz, ana])).toBe(false);
  expect(namesakeOf('Ana Maria Cruz', [luz])).toBeUndefined();
});
