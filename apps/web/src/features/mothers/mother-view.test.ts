import { foldText } from '@crece/domain';
import type { MotherRow } from '@crece/storage';
import { describe, expect, it } from 'vitest';
import { viewMothers } from './mother-view.ts';

const TODAY = '2026-03-14';

function row(name: string, dates: Partial<MotherRow>, ward?: string): MotherRow {
  const [firstName = '', lastName = ''] = name.split(' ');
  return {
    id: name,
    firstName,
    lastName,
    memberStatus: 'Yes',
    searchKey: foldText(name),
    pending: false,
    ...(ward === undefined ? {} : { ward }),
    ...dates,
  };
}

const ROWS = [
  row('Ana Late', { deliveryDate: '2026-09-01' }, 'Zona Norte'),
  row('Bea Soon', { deliveryDate: '2026-04-01' }),
  row('Íris Edge', { deliveryDate: '2025-12-14' }),
  row('Old Past', { deliveryDate: '2025-12-13' }),
  row('Far Ahead', { deliveryDate: '2026-12-15' }),
  row('Nia Young', { childsBirthDate: '2026-03-01' }),
  row('Noa Six', { childsBirthDate: '2025-09-14' }),
  row('Nub Seven', { childsBirthDate: '2025-09-13' }),
];

const names = (rows: readonly MotherRow[]) => rows.map(({ id }) => id);
const view = (kind: 'pregnant' | 'nursing', search = '') =>
  viewMothers(ROWS, { kind, search, today: TODAY });

describe('viewMothers', () => {
  it('lists pregnant women by expected day, including both ends of the window', () => {
    expect(names(view('pregnant').inside)).toEqual(['Íris Edge', 'Bea Soon', 'Ana Late']);
    expect(names(view('pregnant').outside)).toEqual(['Old Past', 'Far Ahead']);
  });

  it('lists nursing mothers with the youngest child first', () => {
    expect(names(view('nursing').inside)).toEqual(['Nia Young', 'Noa Six']);
    expect(names(view('nursing').outside)).toEqual(['Nub Seven']);
  });

  it('counts both kinds inside their windows, whatever is searched', () => {
    expect(view('pregnant', 'bea').counts).toEqual({ pregnant: 3, nursing: 2 });
  });

  it('finds every word in name or ward, case and accents ignored', () => {
    expect(names(view('pregnant', 'IRIS').inside)).toEqual(['Íris Edge']);
    expect(names(view('pregnant', 'norte ana').inside)).toEqual(['Ana Late']);
    expect(names(view('pregnant', '  bea   soon ').inside)).toEqual(['Bea Soon']);
    expect(names(view('pregnant', 'bea ana').inside)).toEqual([]);
  });

  it('a search finds the entries outside the window too', () => {
    expect(names(view('pregnant', 'past').outside)).toEqual(['Old Past']);
    expect(names(view('pregnant', 'past').inside)).toEqual([]);
  });
});
