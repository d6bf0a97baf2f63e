import { describe, expect, it } from 'vitest';
import { addMonths } from '../dates/calendar.ts';
import type { Child, Screening } from '../fields/entities.ts';
import { aChild, anAssessedScreening } from '../testing/index.ts';
import { reassessScreening } from './compare-with-told.ts';
import { type PraiseInput, praiseDoubt } from './praise.ts';

const TODAY = '2026-11-23';
/** A girl of 20 months. */
const girl: Child = aChild({ birthDate: addMonths(TODAY, -20) });

function read(child: Child, measures: Partial<Screening>) {
  const screening = anAssessedScreening(child, { surveyDate: TODAY, ...measures });
  return { screening, reading: reassessScreening(screening, child, false) };
}

function doubt(
  now: Partial<Screening>,
  before: readonly Partial<Screening>[] = [],
  different: Partial<PraiseInput> = {},
  child = girl,
) {
  const earlier = before.map((measures, index) =>
    read(child, { surveyDate: addMonths(TODAY, -2 * (index + 1)), ...measures }),
  );
  const input = { ...read(child, now), earlier, exactWhz: 0, hasOpenReferral: false };
  return praiseDoubt({ ...input, ...different });
}

const WELL = { height: 82, weight: 10.9, muac: 14.2 };

describe('praiseDoubt', () => {
  it('a child who is growing well raises no doubt', () => {
    expect(doubt(WELL)).toBeNull();
    expect(doubt(WELL, [{ height: 80, weight: 10.5 }])).toBeNull();
    expect(doubt(WELL, [WELL])).toBeNull();
  });

  it('looks for a weight at the last screening that has one', () => {
    const before = [{ muac: 14 }, { height: 80, weight: 11.4 }];
    expect(doubt({ ...WELL, weight: 10.3 }, before)).toBe('less-than-before');
    expect(doubt({ ...WELL, weight: 11.39 }, before)).toBe('less-than-before');
    expect(doubt({ ...WELL, weight: 11.4 }, before)).toBeNull();
  });

  it('looks for a height at the last screening that has one', () => {
    expect(doubt(WELL, [{ muac: 14 }, { height: 82.1, weight: 10 }])).toBe('less-than-before');
    expect(doubt(WELL, [{ muac: 14 }, { height: 82, weight: 10 }])).toBeNull();
  });

  it('asks that neither WAZ nor WHZ has fallen by 1', () => {
    const at = (wa: number, wl: number) => ({
      ...read(girl, WELL),
      reading: { zScore: { ha: 0, wa, wl } },
    });
    const { wa, wl } = read(girl, WELL).reading.zScore;
    const before = { ...WELL, weight: 9, height: 80 };
    const from = (wasWa: number, wasWl: number) => {
      const earlier = [{ ...at(wasWa, wasWl), screening: before }];
      return doubt(WELL, [], { earlier });
    };
    expect(from((wa ?? 0) + 0.99, (wl ?? 0) + 0.99)).toBeNull();
    expect(from((wa ?? 0) + 1, wl ?? 0)).toBe('less-than-before');
    expect(from(wa ?? 0, (wl ?? 0) + 1)).toBe('less-than-before');
  });

  it('praises nobody above +2, by the programme or by the exact method', () => {
    expect(doubt(WELL, [], { exactWhz: 2 })).toBeNull();
    expect(doubt(WELL, [], { exactWhz: 2.01 })).toBe('heavy');
    expect(doubt({ ...WELL, weight: 13.5 }, [], { exactWhz: 1.9 })).toBe('heavy');
  });

  it('praises a girl of 69.3 cm and 9.7 kg neither by her exact WHZ of 2.02', () => {
    const child = aChild({ birthDate: '2026-03-18' });
    const now = { height: 69.3, weight: 9.7, muac: 15 };
    expect(read(child, now).reading.zScore.wl).toBeLessThanOrEqual(2);
    expect(doubt(now, [], { exactWhz: 2.02 }, child)).toBe('heavy');
  });

  it('praises nobody with a sign or an open referral', () => {
    expect(doubt(WELL, [], { hasOpenReferral: true })).toBe('sign');
    expect(doubt({ ...WELL, oedema: true })).toBe('sign');
    expect(doubt({ ...WELL, muac: 12.4 })).toBe('sign');
    expect(doubt({ ...WELL, weight: 7.2 })).toBe('sign');
    expect(doubt({ ...WELL, muac: 300 })).toBe('sign');
  });

  it('praises nobody whose weight or height was not measured', () => {
    expect(doubt({ muac: 14 })).toBe('not-measured');
  });

  it('waits for the exact WHZ, and does without one that cannot be worked out', () => {
    expect(doubt(WELL, [], { exactWhz: undefined })).toBe('unknown');
    expect(doubt(WELL, [], { exactWhz: null })).toBeNull();
  });
});
