import { describe, expect, it } from 'vitest';
import type { Child, Screening } from '../fields/entities.ts';
import { aChild, aScreening } from '../testing/index.ts';
import { assessStored } from './assess-stored.ts';
import { causesOfDifference, type ExactReading, exactReading } from './exact-reading.ts';
import type { ZIndex } from './stored-z-scores.ts';

/** The exact and programme figures for a screening of a girl born on 10 March 2024. */
function read(entry: Partial<Screening>, different: Partial<Child> = {}): ExactReading {
  const child = aChild(different);
  const screening = aScreening(entry);
  return exactReading({ ...screening, ...assessStored(screening, child, []) }, child);
}

/** The same with another programme figure in the record. */
function besides(index: ZIndex, programme: number | null) {
  const { zScore } = aScreening();
  const reading = exactReading(aScreening({ zScore: { ...zScore, [index]: programme } }), aChild());
  return reading[index];
}

const figures = ({ ha, wa, wl }: ExactReading) => [ha.exact.z, wa.exact.z, wl.exact.z];
const differing = (reading: ExactReading) =>
  (['ha', 'wa', 'wl'] as const).filter((index) => reading[index].differs);

describe('exactReading', () => {
  it('reports no difference for nearly equal figures', () => {
    const reading = read({});
    expect(figures(reading)).toEqual([-2.93, -2.34, -1.13]);
    expect(reading.ha).toEqual({
      exact: { z: -2.93, isFlagged: false },
      programme: -2.94,
      differs: false,
      causes: [],
    });
    expect(differing(reading)).toEqual([]);
    expect(causesOfDifference(reading)).toEqual([]);
  });

  it('uses the days from birth to survey date: 441 days, not 14 months', () => {
    const reading = read({ surveyDate: '2025-05-25' });
    expect([reading.ha.programme, reading.ha.exact.z]).toEqual([-2.94, -3.11]);
    expect(differing(reading)).toEqual(['ha']);
    expect(causesOfDifference(reading)).toEqual(['age-in-days']);
  });

  it('uses an age override times 30.4375, from its field or an older comment', () => {
    // 14.5 months are 441.34 days: day 441, as above. The programme uses the row of 15 months.
    for (const override of [{ ageOverride: 14.5 }, { comments: 'age=14,5' }]) {
      const reading = read({ ...override, surveyDate: '2025-12-24' });
      expect([reading.ha.programme, reading.ha.exact.z]).toEqual([-3.29, -3.11]);
      expect(differing(reading)).toEqual(['ha', 'wa']);
      expect(causesOfDifference(reading)).toEqual(['age-in-days']);
    }
  });

  it('gives reasons and no difference when WHO has no score', () => {
    const none = { z: null, reason: 'age-outside-reference' };
    const old = read({ ageOverride: 60, height: 100, weight: 14 });
    expect(old.ha).toEqual({ exact: none, programme: -1.98, differs: false, causes: [] });
    expect(differing(old)).toEqual([]);
    expect(read({ surveyDate: '2024-03-09' }).wl.exact).toEqual({ z: null, reason: 'age-invalid' });
    const { height: _h, weight: _w, ...arm } = aScreening();
    const byArm = exactReading({ ...arm, ...assessStored(arm, aChild(), []) }, aChild());
    expect(byArm.wa.exact).toEqual({ z: null, reason: 'not-measured' });
    expect(differing(byArm)).toEqual([]);
  });

  it('the day before 60 months is covered', () => {
    const reading = read({ surveyDate: '2029-03-10', height: 100, weight: 14 });
    expect(reading.ha).toMatchObject({ programme: -1.98, differs: false });
    expect(reading.ha.exact.z).toBeCloseTo(-1.98, 1);
  });
});

describe('a difference', () => {
  // Exact WHZ −1.13. The band from −1.99 to −1.00 contains no line.
  it.each([
    [-1.21, 0.08, false],
    [-1.22, 0.09, false],
    [-1.23, 0.1, true],
    [-1.24, 0.11, true],
    [-1.04, 0.09, false],
    [-1.03, 0.1, true],
    [-1.02, 0.11, true],
  ])('from %d (%d apart) is reported: %s', (programme, _apart, isShown) => {
    expect(besides('wl', programme).differs).toBe(isShown);
  });

  it('a different band is reported, however close; exactly on a line counts as not crossed', () => {
    const at = (exact: Partial<Screening>, index: ZIndex, programme: number) => {
      const screening = aScreening(exact);
      const { zScore } = screening;
      return exactReading({ ...screening, zScore: { ...zScore, [index]: programme } }, aChild())[
        index
      ];
    };
    // Weights that give exactly the line at 68.5 cm.
    for (const [weight, line] of [
      [6.06, -3],
      [6.586, -2],
      [7.18, -1],
    ] as const) {
      expect(at({ weight }, 'wl', line).exact.z).toBe(line);
      expect(at({ weight }, 'wl', line).differs).toBe(false);
      expect(at({ weight }, 'wl', line + 0.01).differs).toBe(false);
      expect(at({ weight }, 'wl', line - 0.01).differs).toBe(true);
    }
  });

  it('a figure that only WHO has is reported as a difference', () => {
    // 24 months, before day 731: the programme looks up 64.6 cm in the standing table, which starts
    // at 65.
    const { wl } = read({ surveyDate: '2026-03-10', height: 64.6, weight: 7 });
    expect(wl).toMatchObject({ exact: { z: 0.02 }, programme: null, differs: true });
  });
});

describe('the cause of a difference', () => {
  it('a child of 14 months measured standing differs by lying or standing, for height only', () => {
    const reading = read({ measured: 'standing' });
    expect(figures(reading)).toEqual([-2.67, -2.34, -1.34]);
    expect(differing(reading)).toEqual(['ha', 'wl']);
    expect(causesOfDifference(reading)).toEqual(['lying-standing']);
  });

  it('a height between two half-centimetre rows of the programme is a cause', () => {
    // The programme uses the row of 50.0 cm for 50.2 cm.
    const newborn = { surveyDate: '2024-03-20', height: 50.2, weight: 3.1 };
    const { wl } = read(newborn);
    expect([wl.programme, wl.exact.z]).toEqual([-0.87, -1.01]);
    expect(wl.causes).toEqual(['tenth-of-a-cm']);
    expect(read({ ...newborn, height: 50 }).wl.differs).toBe(false);
    expect(besides('wl', 0).causes).toEqual([]);
  });

  it('the restricted tail beyond ±3, not exactly at ±3, is a cause for weight-based scores', () => {
    const thin = read({ weight: 5 });
    expect([thin.wl.programme, thin.wl.exact.z]).toEqual([-5.42, -5]);
    expect(causesOfDifference(thin)).toEqual(['restricted-tails']);
    expect(besides('wa', -3).causes).toEqual(['age-in-days']);
    expect(besides('wa', -3.01).causes).toEqual(['restricted-tails']);
    expect(besides('wa', 3.01).causes).toEqual(['restricted-tails']);
    expect(besides('ha', -4).causes).toEqual(['age-in-days']);
  });

  it('oedema is a cause, which removes both weight-based scores', () => {
    const reading = read({ oedema: true, surveyDate: '2025-05-25' });
    expect(reading.wl).toEqual({
      exact: { z: null, reason: 'oedema' },
      programme: -1.13,
      differs: true,
      causes: ['oedema'],
    });
    expect(reading.wa.exact).toEqual({ z: null, reason: 'oedema' });
    expect(reading.ha.exact.z).toBe(-3.11);
    expect(causesOfDifference(reading)).toEqual(['age-in-days', 'oedema']);
  });

  it('the age in days is a cause when only one method uses the standing table', () => {
    // 24 months on day 730: WHO still uses the lying tables, also for WHZ.
    const reading = read({ surveyDate: '2026-03-10', height: 80, weight: 9.2 });
    expect([reading.wl.programme, reading.wl.exact.z]).toEqual([-1.22, -1.05]);
    expect([reading.ha.programme, reading.ha.exact.z]).toEqual([-1.77, -1.98]);
    expect(differing(reading)).toEqual(['ha', 'wl']);
    expect(causesOfDifference(reading)).toEqual(['age-in-days']);
    // One day later both use the standing tables, and agree.
    expect(differing(read({ surveyDate: '2026-03-11', height: 80, weight: 9.2 }))).toEqual([]);
  });

  it('several causes are each listed once and in order', () => {
    const reading = read({
      surveyDate: '2025-05-25',
      height: 68.7,
      weight: 5,
      measured: 'standing',
    });
    expect(causesOfDifference(reading)).toEqual([
      'age-in-days',
      'lying-standing',
      'tenth-of-a-cm',
      'restricted-tails',
    ]);
  });
});
