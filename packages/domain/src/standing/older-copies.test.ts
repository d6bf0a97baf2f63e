import { describe, expect, it } from 'vitest';
import { planConversion } from '../child/plan-conversion.ts';
import { planChildEdit, planScreeningSave } from '../child/plan-writes.ts';
import { withReferral } from '../due/referral-draft.ts';
import type { Child, Screening, StoredZScores } from '../fields/entities.ts';
import { rulesText } from '../settings/rules-version.ts';
import { aChild, aScreening } from '../testing/records.ts';
import { signReadings } from './refer-signs.ts';

/** A boy of 20 months in an older system: an arm of 14 cm, and a stored WHZ that nobody can check. */
const CHILD: Child = aChild({ gender: 'Boy', birthDate: '2023-07-10' });

function older(zScore: Partial<StoredZScores>): Screening {
  const { rules: _none, height: _cm, weight: _kg, ...rest } = aScreening();
  const nothing = { ha: null, wa: null, wl: null, haStatus: null, waStatus: null, wlStatus: null };
  return {
    ...rest,
    _id: 'scr_1',
    owner: CHILD._id,
    gender: 'Boy',
    surveyDate: '2025-03-10',
    muac: 14,
    zScore: { ...nothing, ...zScore },
    actions: [],
  };
}

const signed = (screening: Screening): Screening => ({ ...screening, rules: rulesText(0) });

/** Every way in which this application writes a record of an older system. */
const WRITES: readonly (readonly [string, (before: Screening) => Screening | undefined])[] = [
  [
    'converted',
    (before) => {
      const record = <T extends object>(of: T) => ({ raw: of as never, record: of });
      const file = { child: record(CHILD), screenings: [record(before)] };
      return planConversion(file).find(({ _id }) => _id === before._id) as Screening | undefined;
    },
  ],
  [
    'a comment added',
    (before) => planScreeningSave(CHILD, [before], { ...before, comments: 'seen' }).screenings[0],
  ],
  [
    'the birth date corrected',
    (before) => planChildEdit(CHILD, { ...CHILD, birthDate: '2023-06-10' }, [before]).screenings[0],
  ],
  [
    'an outcome recorded',
    (before) => withReferral(before, { referralOutcome: 'refused', referralDate: '2025-03-12' }),
  ],
];

describe('a record of an older system, rewritten here', () => {
  it.each(WRITES)(
    '%s: its severe WHZ beside an arm alone goes on asking for a measure',
    (_how, write) => {
      const before = older({ wl: -3.5 });
      expect(signReadings(before, CHILD).whz).toEqual({ effect: 'shows', figure: -3.5 });
      const after = write(before);
      expect(after).toBeDefined();
      if (after === undefined) return;
      expect(after.told).toMatchObject({ reason: 'older-record', zScore: { wl: -3.5 } });
      expect(signReadings(signed(after), CHILD).whz).toEqual({ effect: 'shows', figure: -3.5 });
      // Written once more, it stays.
      const again = withReferral(signed(after), {});
      expect(signReadings(again, CHILD).whz).toEqual({ effect: 'shows', figure: -3.5 });
    },
  );

  it.each(WRITES)('%s: indices of nothing go on counting for nothing', (_how, write) => {
    const before = older({ ha: -11.2, wa: -3, wl: -3.5 });
    expect(signReadings(before, CHILD).whz.effect).toBe('neither');
    const after = write(before);
    if (after !== undefined) expect(signReadings(signed(after), CHILD).whz.effect).toBe('neither');
  });

  it('a record of ours is not taken for one of an older system', () => {
    const ours = signed(older({ wl: -3.5 }));
    expect(withReferral(ours, {}).told).toBeUndefined();
  });

  it('writes nothing of records that stay as they are', () => {
    const newer = { ...signed(older({})), _id: 'scr_2', surveyDate: '2025-04-10' };
    // With the class that the rules give it, nothing of the older record changes.
    const before = planScreeningSave(CHILD, [], older({ wl: -3.5 })).screenings[0];
    expect(before?.told).toBeUndefined();
    const plan = planScreeningSave(CHILD, before === undefined ? [] : [before], newer);
    expect(plan.screenings.map(({ _id }) => _id)).toEqual(['scr_2']);
  });
});
