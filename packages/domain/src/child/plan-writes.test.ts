import { describe, expect, it } from 'vitest';
import type { Screening } from '../fields/entities.ts';
import { assessStored } from '../screening/assess-stored.ts';
import { aChild, aScreening } from '../testing/index.ts';
import {
  planChildEdit,
  planScreeningRemoval,
  planScreeningSave,
  planTogether,
} from './plan-writes.ts';

const child = aChild();

/** A screening of the child on a date, assessed as the only one. */
function screening(id: string, surveyDate: string, more: Partial<Screening> = {}): Screening {
  const screening = aScreening({
    _id: id,
    surveyDate,
    created: `${surveyDate}T12:00:00.000Z`,
    ...more,
  });
  return { ...screening, ...assessStored(screening, child, []) };
}

const may = screening('scr_may', '2025-05-10');
const mayLater: Screening = {
  ...may,
  actions: ['PRIOR_RED_CONTINUE', 'PRIOR_RED_REVIEW', 'PRIOR_RED_LESSONS', 'PRIOR_RED_NEXT'],
};
const april = screening('scr_april', '2025-04-10');

/** The earlier assessment of a screening. */
function toldOf({ zScore, status, actions, monthAge }: Screening) {
  return { zScore, status, actions, monthAge };
}

describe('planScreeningSave', () => {
  it("writes the first screening and the child's summary", () => {
    const plan = planScreeningSave(aChild({ comments: 'shy' }), [], may);
    expect(plan.screenings).toEqual([may]);
    expect(plan.child).toEqual(aChild({ comments: 'shy', lastScreening: 'scr_may' }));
  });

  it('reclassifies the stored screening as a later one when an earlier one is added', () => {
    const plan = planScreeningSave(child, [may], april);
    expect(plan.screenings).toEqual([april, { ...mayLater, told: toldOf(may) }]);
    expect(plan.child.lastScreening).toBe('scr_may');
  });

  it('corrects the class of a stored screening that is no longer the first', () => {
    const plan = planScreeningSave(child, [april], may);
    expect(plan.screenings).toEqual([mayLater]);
  });

  it('writes an edited screening even without changes, and no other screening', () => {
    expect(planScreeningSave(child, [april, mayLater], mayLater).screenings).toEqual([mayLater]);
  });

  it('an old screening does not become the newest because it was edited', () => {
    const edited = screening('scr_april', '2025-04-10', { weight: 10, height: 76 });
    const plan = planScreeningSave(child, [april, mayLater], edited);
    expect(plan.screenings).toEqual([{ ...edited, told: toldOf(april) }]);
    expect(plan.child).toMatchObject({ lastScreening: 'scr_may', statusColor: 'redZoneZscore' });
  });

  it('updates which screening is the first when a date changes', () => {
    const moved = { ...april, surveyDate: '2025-05-11' };
    const plan = planScreeningSave(child, [april, mayLater], moved);
    expect(plan.screenings.map(({ _id, actions }) => [_id, actions[0]])).toEqual([
      ['scr_april', 'PRIOR_RED_CONTINUE'],
      ['scr_may', 'RED_START'],
    ]);
    expect(plan.child.lastScreening).toBe('scr_april');
  });

  it('keeps the figures and unknown fields of other screenings', () => {
    const foreign = { ...may, zScore: { ...may.zScore, ha: -2.5 }, shoe: 19 };
    const plan = planScreeningSave(child, [foreign], april);
    expect(plan.screenings[1]).toEqual({
      ...foreign,
      actions: mayLater.actions,
      told: toldOf(foreign),
    });
  });
});

describe('planScreeningRemoval', () => {
  it('reclassifies the next screening as the first', () => {
    const plan = planScreeningRemoval(child, [april, mayLater], 'scr_april');
    expect(plan.screenings).toEqual([{ ...may, told: toldOf(mayLater) }]);
    expect(plan.child.lastScreening).toBe('scr_may');
  });

  it('clears the summary when the last screening is removed', () => {
    const plan = planScreeningRemoval(child, [may], 'scr_may');
    expect(plan.screenings).toEqual([]);
    const { zscoreStatus, statusColor, lastScreening, supType, bmi, obese, ...rest } = child;
    expect(plan.child).toEqual(rest);
    expect(lastScreening).toBe(aChild().lastScreening);
  });
});

describe('the earlier assessment in told', () => {
  it('the earlier assessment remains the first one, however often a screening is reassessed', () => {
    const once = planChildEdit(child, aChild({ birthDate: '2024-06-10' }), [may]);
    const [renewed] = once.screenings;
    expect(renewed?.told).toEqual(toldOf(may));
    const twice = planChildEdit(
      aChild({ birthDate: '2024-06-10' }),
      aChild({ birthDate: '2024-07-10' }),
      renewed === undefined ? [] : [renewed],
    );
    expect(twice.screenings[0]?.told).toEqual(toldOf(may));
    expect(twice.screenings[0]?.zScore).not.toEqual(renewed?.zScore);
  });

  it('no earlier assessment is stored when there was none, or when nothing changes', () => {
    const { status: _none, ...silent } = may;
    const zScore = { ha: null, wa: null, wl: null, haStatus: null, waStatus: null, wlStatus: null };
    const foreign: Screening = { ...silent, zScore, actions: [] };
    const edited = planChildEdit(child, aChild({ birthDate: '2024-06-10' }), [foreign]);
    expect(edited.screenings[0]).not.toHaveProperty('told');
    expect(planScreeningSave(child, [may], may).screenings[0]).not.toHaveProperty('told');
  });

  it('keeps stored figures whose measures are missing', () => {
    const { height: _lost, weight: _also, ...bare } = may;
    const plan = planChildEdit(child, aChild({ birthDate: '2024-06-10' }), [bare]);
    expect(plan.screenings[0]?.zScore).toEqual(may.zScore);
  });
});

describe('planChildEdit', () => {
  it('reassesses every screening when the birth date changes', () => {
    const next = aChild({ birthDate: '2024-06-10' });
    const plan = planChildEdit(child, next, [april, mayLater]);
    expect(plan.screenings.map(({ monthAge, zScore }) => [monthAge, zScore.ha])).toEqual([
      [10, -1.21],
      [11, -1.69],
    ]);
    expect(plan.child).toMatchObject({ birthDate: '2024-06-10', lastScreening: 'scr_may' });
  });

  it('reassesses every screening when the sex changes, and corrects the copy of the sex in it', () => {
    const plan = planChildEdit(child, aChild({ gender: 'Boy' }), [may]);
    expect(plan.screenings.map(({ gender, zScore }) => [gender, zScore.ha])).toEqual([
      ['Boy', -3.85],
    ]);
  });

  it('keeps the age of a screening with an override', () => {
    const overridden = screening('scr_may', '2025-05-10', { ageOverride: 14 });
    const plan = planChildEdit(child, aChild({ birthDate: '2023-01-01' }), [overridden]);
    expect(plan.screenings).toEqual([]);
  });

  it('writes no screening when other fields change', () => {
    const next = aChild({ phone: '5550 9999' });
    const plan = planChildEdit(child, next, [april, mayLater]);
    expect(plan.screenings).toEqual([]);
    expect(plan.child).toEqual({ ...next, lastScreening: 'scr_may' });
  });
});

describe('planTogether', () => {
  it('classifies several new screenings at once and keeps no earlier assessment for them', () => {
    const before = { child: null, screenings: [] };
    const plan = planTogether(before, child, [may, april]);
    expect(plan.screenings.map(({ _id, actions }) => [_id, actions[0]])).toEqual([
      ['scr_may', mayLater.actions[0]],
      ['scr_april', april.actions[0]],
    ]);
    expect(plan.screenings.some(({ told }) => told !== undefined)).toBe(false);
    expect(plan.child.lastScreening).toBe('scr_may');
  });

  it('leaves the figures of stored screenings unchanged, and updates their class when another screening becomes the first', () => {
    const odd = { ...may, zScore: { ...may.zScore, ha: -2.5 } };
    const plan = planTogether({ child, screenings: [odd] }, child, [april]);
    const written = plan.screenings.find(({ _id }) => _id === 'scr_may');
    expect(written).toEqual({ ...odd, actions: mayLater.actions, told: toldOf(odd) });
  });

  it('reassesses every screening when the birth date changes', () => {
    const next = { ...child, birthDate: '2023-03-10' };
    const plan = planTogether({ child, screenings: [may] }, next, []);
    expect(plan.screenings).toMatchObject([{ monthAge: 26, told: toldOf(may) }]);
  });
});
