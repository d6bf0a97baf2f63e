import { describe, expect, it } from 'vitest';
import { nextVisit, type VisitSource } from './next-visit.ts';
import { storedZScoresOf } from './stored-z-scores.ts';

const child = { birthDate: '2023-01-31' };

/** A good screening at 13.87 months. */
function aVisit(different: Partial<VisitSource> = {}): VisitSource {
  return {
    surveyDate: '2024-03-26',
    monthAge: 13.84,
    zScore: storedZScoresOf({ ha: 0, wa: 0, wl: 0 }),
    ...different,
  };
}

const wl = (figure: number | null) =>
  storedZScoresOf({ ha: figure === null ? null : 0, wa: figure === null ? null : 0, wl: figure });

describe('nextVisit', () => {
  it('is half a year later for an ordinary screening', () => {
    expect(nextVisit(aVisit(), child)).toEqual({ date: '2024-09-26', reason: 'ordinary' });
    expect(nextVisit(aVisit({ zScore: wl(-2) }), child)?.reason).toBe('ordinary');
  });

  it('is in a month after acute evidence, a red or yellow MUAC, or swelling', () => {
    const watched = { date: '2024-04-26', reason: 'watch-acute' };
    expect(nextVisit(aVisit({ zScore: wl(-2.01) }), child)).toEqual(watched);
    expect(nextVisit(aVisit({ zScore: wl(-3.01) }), child)).toEqual(watched);
    expect(nextVisit(aVisit({ zScore: wl(null), muac: 12.4 }), child)).toEqual(watched);
    expect(nextVisit(aVisit({ muac: 12.4 }), child)).toEqual(watched);
    expect(nextVisit(aVisit({ muac: 12.5 }), child)?.reason).toBe('ordinary');
    expect(nextVisit(aVisit({ oedema: true }), child)).toEqual(watched);
  });

  it('is at 6 months for a younger child, unless it must come sooner', () => {
    const baby = { birthDate: '2023-12-31' };
    const young = aVisit({ monthAge: 2.87 });
    expect(nextVisit(young, baby)).toEqual({ date: '2024-06-30', reason: 'six-months-old' });
    expect(nextVisit({ ...young, zScore: wl(-3.5) }, baby)?.date).toBe('2024-04-26');
    const muacOnly = { ...young, zScore: wl(null), muac: 10.8 };
    expect(nextVisit(muacOnly, baby)).toEqual({ date: '2024-06-30', reason: 'six-months-old' });
  });

  it('goes by an age override', () => {
    const young = aVisit({ monthAge: 2.5, ageOverride: 2.5 });
    expect(nextVisit(young, child)).toEqual({ date: '2024-07-26', reason: 'six-months-old' });
    const old = aVisit({ monthAge: 55, ageOverride: 55 });
    expect(nextVisit(old, child)).toBeNull();
    expect(nextVisit(aVisit({ monthAge: 54, ageOverride: 54 }), child)?.date).toBe('2024-09-26');
  });

  it('is at once where nothing could be assessed', () => {
    expect(nextVisit(aVisit({ zScore: wl(null) }), child)).toEqual({
      date: '2024-03-26',
      reason: 'measure-now',
    });
  });

  it('is none past the fifth birthday', () => {
    const visit = aVisit({ monthAge: 54 });
    expect(nextVisit(visit, { birthDate: '2019-09-26' })?.date).toBe('2024-09-26');
    expect(nextVisit(visit, { birthDate: '2019-09-25' })).toBeNull();
  });
});
