import { aChild, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import { differingFields } from './compare-documents.ts';

const ZONE = 'America/Guatemala';

describe('differingFields', () => {
  it('finds no difference between a record of an older system and its repaired form', () => {
    const older = { ...aScreening(), height: '68,5', zScore: { ha: 0, wh: 1 }, created: 1 };
    expect(
      differingFields(older, { ...aScreening(), _rev: '2-a', stamp: { zScore: 2 } }, ZONE),
    ).toEqual([]);
  });

  it('ignores fields that rules write on a child', () => {
    const older = aChild({ statusColor: 'normalZscore', lastScreening: 'scr_old', bmi: 12 });
    expect(differingFields({ ...older }, { ...aChild(), _rev: '3-a' }, ZONE)).toEqual([]);
  });

  it('names fields that a person changed, added or removed', () => {
    const { ward: _ward, ...kept } = aChild({ phone: '1' });
    expect(differingFields({ ...aChild(), note: 'x' }, kept, ZONE)).toEqual([
      'note',
      'phone',
      'ward',
    ]);
  });

  it('compares unreadable documents as they are stored', () => {
    const broken = { ...aChild(), birthDate: 'ayer' };
    expect(differingFields(broken, { ...broken, _rev: '1-a' }, ZONE)).toEqual([]);
    expect(differingFields(broken, { ...broken, birthDate: 'hoy' }, ZONE)).toEqual(['birthDate']);
  });
});
