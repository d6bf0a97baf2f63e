import { aChild, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import { differingFields } from './compare-documents.ts';

const ZONE = 'America/Guatemala';

describe('differingFields', () => {
  it('finds none between a record of an older system and the same after an edit of its form alone', () => {
    const older = { ...aScreening(), height: '68,5', zScore: { ha: 0, wh: 1 }, created: 1 };
    expect(
      differingFields(older, { ...aScreening(), _rev: '2-a', stamp: { zScore: 2 } }, ZONE),
    ).toEqual([]);
  });

  it('takes no notice of what rules write on a child', () => {
    const older = aChild({ statusColor: 'normalZscore', lastScreening: 'scr_old', bmi: 12 });
    expect(differingFields({ ...older }, { ...aChild(), _rev: '3-a' }, ZONE)).toEqual([]);
  });

  it('names what a person changed, added or took away', () => {
    const { ward: _ward, ...kept } = aChild({ phone: '1' });
    expect(differingFields({ ...aChild(), note: 'x' }, kept, ZONE)).toEqual([
      'note',
      'phone',
      'ward',
    ]);
  });

  it('compares documents that nobody can read as they are', () => {
    const broken = { ...aChild(), birthDate: 'ayer' };
    expect(differingFields(broken, { ...broken, _rev: '1-a' }, ZONE)).toEqual([]);
    expect(differingFields(broken, { ...broken, birthDate: 'hoy' }, ZONE)).toEqual(['birthDate']);
  });
});
