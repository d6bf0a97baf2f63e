import { AGE_GROUPS, type AgeGroup, USUAL_CHOICE } from '@crece/domain';
import { describe, expect, it } from 'vitest';
import { aChildWith, listsOn, readOn } from './testing/desk-records.ts';

// Girls born on 10 March 2024 are 20 months old on 10 November 2025.
const BORN = { birthDate: '2024-03-10' };
const DAY = '2025-11-10';
const NORMAL = { surveyDate: DAY, height: 82, weight: 10.5 };
const SHORT = { surveyDate: DAY, height: 75, weight: 9 };
const MODERATE = { surveyDate: DAY, height: 75, weight: 7.3 };
const SEVERE = { surveyDate: DAY, height: 75, weight: 6.9 };

describe("the desk's lists of children", () => {
  it('include a child under five until the day of 60 months', () => {
    const girl = aChildWith(BORN, NORMAL);
    expect(listsOn('2029-03-09', girl)).toContain('under-five');
    expect(listsOn('2029-03-10', girl)).toEqual([]);
  });

  it('contain a child in exactly one of never, unassessed, red, amber and green', () => {
    const places = ['never', 'unassessed', 'red', 'amber', 'green'];
    const children = [
      aChildWith(BORN),
      aChildWith(BORN, { surveyDate: DAY }),
      aChildWith(BORN, SHORT),
      aChildWith(BORN, { ...NORMAL, muac: 12 }),
      aChildWith(BORN, NORMAL),
    ];
    expect(children.map((one) => listsOn(DAY, one).filter((l) => places.includes(l)))).toEqual(
      places.map((place) => [place]),
    );
  });

  it('list a child with a future birth date separately', () => {
    expect(listsOn('2024-03-09', aChildWith(BORN))).toEqual(['age-unknown']);
  });

  it('list a child whose only screening is dated after tomorrow as not assessed, never as not screened', () => {
    const girl = aChildWith(BORN, { ...NORMAL, surveyDate: '2025-11-12' });
    expect(listsOn(DAY, girl)).toContain('unassessed');
    expect(listsOn(DAY, girl)).not.toContain('never');
    expect(listsOn('2025-11-11', girl)).toContain('green');
  });

  it('use the newest screening that is not dated after tomorrow', () => {
    const girl = aChildWith(BORN, { ...NORMAL, surveyDate: '2025-10-10' }, SEVERE, {
      ...NORMAL,
      surveyDate: '2026-11-10',
    });
    expect(listsOn(DAY, girl)).toContain('severe');
    expect(readOn(DAY, girl).line.seen).toBe(DAY);
  });
});

describe('a child with two versions in conflict on the desk', () => {
  const girl = aChildWith(BORN, NORMAL);
  const [screening] = girl.screenings;
  if (screening === undefined) throw new Error('the girl was screened');
  const between = (child: Partial<typeof girl.child>, entry: Partial<typeof screening>) =>
    listsOn(DAY, {
      ...girl,
      versions: {
        child: [{ ...girl.child, ...child }],
        screenings: [{ ...screening, ...entry }],
      },
    });

  it('counts by the most severe outcome', () => {
    expect(listsOn(DAY, girl)).toContain('green');
    const lists = between({}, { height: 75, weight: 6.9 });
    expect(lists).toContain('severe');
    expect(lists).toContain('refer');
    expect(lists).toContain('is-severe-wasting');
    expect(lists).not.toContain('green');
  });

  it('a milder version makes a child no milder', () => {
    expect(between({}, { weight: 11 })).toEqual(listsOn(DAY, girl));
  });

  it('needs the supplement of the later of two birth dates, as its page and the list of supplements say', () => {
    const short = { surveyDate: '2025-10-10', height: 82, weight: 10.8 };
    const [old, young] = [aChildWith({ birthDate: '2022-09-10' }, short), '2023-05-10'];
    const versions = { child: [{ ...old.child, birthDate: young }], screenings: [] };
    const lists = listsOn(DAY, { ...old, versions });
    expect(lists).toContain('need-sup-0');
    expect(lists).not.toContain('need-mic-0');
  });

  it('needs no food while one version says that it is under 6 months', () => {
    const lists = between({ birthDate: '2025-06-10' }, { height: 75, weight: 6.9 });
    expect(lists).toContain('supplement-under-6');
    expect(lists.filter((list) => list.startsWith('need-') && list.endsWith('-0'))).toEqual([]);
  });
});

describe('coverage on the desk', () => {
  it('counts a screening of exactly 6 months ago, and not one day earlier', () => {
    const girl = aChildWith(BORN, NORMAL);
    expect(listsOn('2026-05-10', girl)).toContain('covered');
    expect(listsOn('2026-05-11', girl)).toContain('not-covered');
  });

  it.each([
    [3, '2026-02-10', '2026-02-11'],
    [12, '2026-11-10', '2026-11-11'],
  ] as const)(
    'within %i months ends on %s, for children with their measures too',
    (months, last, after) => {
      const girl = aChildWith(BORN, NORMAL);
      const choice = { ...USUAL_CHOICE, months };
      expect(listsOn(last, girl, choice)).toEqual(expect.arrayContaining(['covered', 'known-wh']));
      const then = listsOn(after, girl, choice);
      expect(then).toContain('not-covered');
      expect(then.filter((list) => list.startsWith('known-'))).toEqual([]);
    },
  );

  it('counts a child that was never screened as not covered', () => {
    expect(listsOn(DAY, aChildWith(BORN))).toEqual(['under-five', 'not-covered', 'never']);
  });
});

describe('an age group of the desk', () => {
  const girl = aChildWith(BORN, NORMAL);
  const groupsOn = (today: string) =>
    AGE_GROUPS.filter((ages) => listsOn(today, girl, { ...USUAL_CHOICE, ages }).length > 0);

  it.each([
    ['2024-09-09', '0-5'],
    ['2024-09-10', '6-23'],
    ['2026-03-09', '6-23'],
    ['2026-03-10', '24-59'],
    ['2029-03-09', '24-59'],
  ])('for a girl born on 10 March 2024 is on %s the group of %s months', (today, group) => {
    expect(listsOn(today, girl, { ...USUAL_CHOICE, ages: group as AgeGroup })).toContain(
      'under-five',
    );
    expect(groupsOn(today)).toContain(group);
  });

  it("counts a month's screening by the age on that day", () => {
    const choice = { ...USUAL_CHOICE, ages: '6-23' } as const;
    // 24 months old on 10 March 2026; 20 months at the screening four calendar months earlier.
    expect(listsOn('2026-03-10', girl, choice)).toEqual(['month-4']);
  });
});

describe('a newly registered child on the desk', () => {
  const isNew = (created: string) => listsOn(DAY, aChildWith({ ...BORN, created })).includes('new');

  it("a newly registered child is one since the first of this month, in its country's time zone", () => {
    expect(isNew('2025-11-01T06:00:00.000Z')).toBe(true);
    expect(isNew('2025-11-01T05:59:00.000Z')).toBe(false);
  });
});

describe('referrals on the desk', () => {
  it.each([
    ['a MUAC of 11.4', { ...NORMAL, muac: 11.4 }, true],
    ['a MUAC of 11.5', { ...NORMAL, muac: 11.5 }, false],
    ['a MUAC of 108, which is 10.8 in millimetres', { ...NORMAL, muac: 108 }, true],
    ['severe wasting', SEVERE, true],
    ['moderate wasting', MODERATE, false],
    ['swelling of both feet', { ...NORMAL, oedema: true }, true],
  ])('with %s: %o', (_words, entry, isReferred) => {
    expect(listsOn(DAY, aChildWith(BORN, entry)).includes('refer')).toBe(isReferred);
  });

  it('ignore a stored verdict that the measures contradict', () => {
    const girl = aChildWith(BORN, { ...SEVERE });
    const [entry] = girl.screenings;
    if (entry === undefined) throw new Error('one visit');
    const told = { ...entry, zScore: { ...entry.zScore, ha: 0, wa: 0, wl: 0 } };
    expect(listsOn(DAY, { ...girl, screenings: [told] })).toContain('refer');
  });

  it('send an infant under 6 months below −2 to a health worker, and not one at −2 or above', () => {
    const infant = { birthDate: '2025-08-10', gender: 'Boy' } as const;
    const thin = aChildWith(infant, { surveyDate: DAY, height: 55.5, weight: 4.4 });
    const well = aChildWith(infant, { surveyDate: DAY, height: 61, weight: 6.2 });
    expect(listsOn(DAY, thin)).toContain('refer-infant');
    expect(listsOn(DAY, well)).not.toContain('refer-infant');
  });

  it('end with a newer screening without a danger sign', () => {
    const girl = aChildWith(BORN, SEVERE, { ...NORMAL, surveyDate: '2025-12-10' });
    expect(listsOn('2025-12-08', girl)).toContain('refer');
    expect(listsOn('2025-12-10', girl)).not.toContain('refer');
  });

  it.each([
    [undefined, 'referral-open'],
    ['seen', 'referral-seen'],
    ['admitted', 'referral-admitted'],
    ['not-found', 'referral-not-found'],
    ['refused', 'referral-refused'],
  ] as const)('a referral is counted by its outcome: %s', (outcome, list) => {
    const known = outcome && { referralOutcome: outcome, referralDate: '2025-11-12' };
    const lists = listsOn('2025-11-18', aChildWith(BORN, { ...SEVERE, ...known }));
    expect(lists.filter((each) => each.startsWith('referral-'))).toEqual([list]);
    // Until a week after the outcome nobody is late; without one, until a week after the screening.
    expect(lists.includes('late')).toBe(outcome === undefined);
  });

  it('wait for an outcome where a weight below 3 kg, kept outside the limits, says refer', () => {
    const light = { surveyDate: DAY, muac: 13, outsideLimits: { weight: 2.4 } };
    const lists = listsOn(DAY, aChildWith(BORN, light));
    expect(lists).toEqual(expect.arrayContaining(['refer', 'referral-open']));
    const seen = { referralOutcome: 'seen', referralDate: DAY } as const;
    const answered = listsOn(DAY, aChildWith(BORN, { ...light, ...seen }));
    expect(answered).toContain('referral-seen');
    expect(answered).not.toContain('refer');
  });

  it('keep a severe child for one year after its fifth birthday, to be handed over', () => {
    const girl = aChildWith({ birthDate: '2021-01-10' }, { ...SEVERE, muac: 11, height: 95 });
    expect(listsOn('2026-01-09', girl)).not.toContain('hand-over');
    expect(listsOn('2026-01-10', girl)).toEqual(expect.arrayContaining(['refer', 'hand-over']));
    expect(listsOn('2026-01-10', girl)).not.toContain('under-five');
    expect(listsOn('2027-01-09', girl)).toContain('refer');
    expect(listsOn('2027-01-10', girl)).not.toContain('refer');
  });
});

describe('a child that died or moved away', () => {
  const TO_DO = /^(refer$|refer-|referral-|late|hand-out|ordered|need-|supplement-)/;

  it.each(['died', 'moved-away'] as const)(
    'a child that died or moved away is neither visited nor supplied, until it is screened again: %s',
    (referralOutcome) => {
      const gone = { ...SEVERE, referralOutcome, referralDate: '2025-11-12' };
      const toDo = (...entries: Parameters<typeof aChildWith>[1][]) =>
        listsOn('2025-12-20', aChildWith(BORN, ...entries)).filter((list) => TO_DO.test(list));
      expect(toDo(SEVERE)).toEqual(
        expect.arrayContaining(['refer', 'late', 'hand-out', 'need-SAM-0']),
      );
      expect(toDo(gone)).toEqual([]);
      expect(toDo(gone, { surveyDate: '2025-12-19', muac: 14 })).toContain('refer');
    },
  );

  it.each(['died', 'moved-away'] as const)(
    'a child that died or moved away is among nobody’s children under five, and nobody has to screen it: %s',
    (departure) => {
      const OF_CHILDREN = /^(under-five|never|unassessed|age-unknown|new|severe)$/;
      const counted = (birth: object, ...entries: Parameters<typeof aChildWith>[1][]) => {
        const girl = aChildWith({ ...birth, created: '2025-12-02T12:00:00.000Z' }, ...entries);
        const gone = { ...girl.child, departure, departureDate: '2025-12-12' };
        const of = (child: typeof girl.child) =>
          listsOn('2025-12-20', { ...girl, child }).filter((list) => OF_CHILDREN.test(list));
        return { here: of(girl.child), gone: of(gone) };
      };
      expect(counted(BORN)).toEqual({ here: ['under-five', 'new', 'never'], gone: [] });
      expect(counted(BORN, SEVERE).here).toEqual(['under-five', 'new', 'severe']);
      expect(counted(BORN, SEVERE).gone).toEqual([]);
      expect(counted({ birthDate: '2026-03-01' })).toEqual({ here: ['age-unknown'], gone: [] });
      // The numbers of a survey are those of the children who were screened, so that both lead to one list.
      const girl = aChildWith(BORN, SEVERE);
      const gone = { ...girl.child, departure, departureDate: '2025-12-12' };
      const { survey, months } = readOn('2025-12-20', { ...girl, child: gone });
      expect(readOn('2025-12-20', girl).survey).not.toBeNull();
      expect(survey).toBeNull();
      expect(months).toEqual(readOn('2025-12-20', girl).months);
    },
  );
});

describe('signs on the desk', () => {
  it('include every sign that applies', () => {
    const girl = aChildWith(BORN, { ...SEVERE, muac: 11.2, oedema: true });
    expect(listsOn(DAY, girl)).toEqual(expect.arrayContaining(['swelling', 'severe', 'muac-red']));
  });

  it('include a low MUAC when weight and height are normal', () => {
    expect(listsOn(DAY, aChildWith(BORN, { ...NORMAL, muac: 11.4 }))).toContain('muac-only');
    expect(listsOn(DAY, aChildWith(BORN, { ...SHORT, muac: 11.4 }))).not.toContain('muac-only');
  });

  it('list severe cases under 6 months separately', () => {
    const entry = { surveyDate: DAY, height: 62, weight: 4.4 };
    const under = aChildWith({ birthDate: '2025-05-11' }, entry);
    const over = aChildWith({ birthDate: '2025-05-10' }, entry);
    expect(listsOn(DAY, under)).toContain('severe-under-6');
    expect(listsOn(DAY, over)).toContain('severe');
    expect(listsOn(DAY, over)).not.toContain('severe-under-6');
  });
});

describe('children late for a screening', () => {
  it.each([
    ['in 6 months', NORMAL, '2026-05-10'],
    ['in 3 months, with a supplement', SHORT, '2026-02-10'],
    ['in a month, with moderate evidence', MODERATE, '2025-12-10'],
    ['a week later, when referred', SEVERE, '2025-11-17'],
  ])('a late child is counted from the day after the planned visit, %s', (_words, entry, dueOn) => {
    const girl = aChildWith(BORN, entry);
    expect(listsOn(dueOn, girl)).not.toContain('late');
    expect(
      listsOn(
        dueOn.replace(/\d\d$/, (day) => String(Number(day) + 1)),
        girl,
      ),
    ).toContain('late');
  });

  it('a child is late one month after acute evidence of the last 6 months, even if better now', () => {
    const before = (surveyDate: string) => aChildWith(BORN, { ...MODERATE, surveyDate }, NORMAL);
    expect(listsOn('2025-12-11', before('2025-05-10'))).toContain('late');
    expect(listsOn('2025-12-11', before('2025-05-09'))).not.toContain('late');
  });

  it('a child is long late after more than 3 months', () => {
    const girl = aChildWith(BORN, NORMAL);
    expect(listsOn('2026-08-10', girl)).not.toContain('late-long');
    expect(listsOn('2026-08-11', girl)).toContain('late-long');
  });
});

describe('supplements to order on the desk', () => {
  const needs = (today: string, ...args: Parameters<typeof aChildWith>) =>
    listsOn(today, aChildWith(...args)).filter((list) => /^need-(?!any)/.test(list));

  it('continue in the next months as they are today', () => {
    expect(needs(DAY, BORN, MODERATE)).toEqual([
      'need-MAM-0',
      'need-MAM-1',
      'need-MAM-2',
      'need-MAM-3',
    ]);
  });

  it('end 7 completed months after the screening', () => {
    expect(needs('2026-06-09', BORN, SHORT)).toContain('need-sup-3');
    expect(needs('2026-06-10', BORN, SHORT)).toEqual([]);
  });

  it('supplements become micronutrients in the first month that begins at 36 months', () => {
    const entry = { surveyDate: DAY, height: 83, weight: 10.8 };
    // 36 months on 1 January 2026, and one day later.
    expect(needs(DAY, { birthDate: '2023-01-01' }, entry)).toEqual([
      'need-sup-0',
      'need-sup-1',
      'need-mic-2',
      'need-mic-3',
    ]);
    expect(needs(DAY, { birthDate: '2023-01-02' }, entry)).toContain('need-sup-2');
  });

  it('begin at 6 months; before, the clinic decides', () => {
    const infant = aChildWith(
      { birthDate: '2025-07-01' },
      { surveyDate: DAY, height: 56.5, weight: 5 },
    );
    const lists = listsOn(DAY, infant);
    expect(lists).toContain('supplement-under-6');
    expect(lists.filter((list) => /^need-(?!any)/.test(list))).toEqual([
      'need-sup-2',
      'need-sup-3',
    ]);
  });

  it('end at 60 months, and for a graduated child when the supplement lapses', () => {
    const entry = { surveyDate: '2025-05-20', height: 92, weight: 13 };
    // Five years old on 1 December: micronutrients in November, lapsed on 20 December.
    expect(needs(DAY, { birthDate: '2020-12-01' }, entry)).toEqual(['need-mic-0', 'need-mic-1']);
  });
});

describe('the survey on the desk', () => {
  it('classifies each measurement separately: below the line, with a value, missing, flagged', () => {
    const girl = aChildWith(BORN, { ...MODERATE, muac: 12.4 });
    expect(listsOn(DAY, girl)).toEqual(
      expect.arrayContaining([
        'known-wh',
        'is-wasting',
        'known-ha',
        'is-stunting',
        'known-wa',
        'is-underweight',
        'known-muac',
        'is-low-muac',
      ]),
    );
    const unweighed = listsOn(DAY, aChildWith(BORN, { surveyDate: DAY, height: 82 }));
    expect(unweighed).toEqual(
      expect.arrayContaining(['missing-wh', 'known-ha', 'missing-wa', 'missing-muac']),
    );
    const tall = listsOn(DAY, aChildWith(BORN, { ...NORMAL, height: 109 }));
    expect(tall).toEqual(expect.arrayContaining(['flagged-ha', 'flagged', 'known-wa']));
  });

  it('expects a MUAC from 6 months at the screening', () => {
    const entry = { surveyDate: DAY, height: 66, weight: 7 };
    expect(listsOn(DAY, aChildWith({ birthDate: '2025-05-11' }, entry))).not.toContain(
      'missing-muac',
    );
    expect(listsOn(DAY, aChildWith({ birthDate: '2025-05-10' }, entry))).toContain('missing-muac');
  });

  it('flags a MUAC in millimetres', () => {
    const lists = listsOn(DAY, aChildWith(BORN, { ...NORMAL, muac: 108 }));
    expect(lists).toEqual(expect.arrayContaining(['flagged-muac', 'muac-millimetres', 'refer']));
    expect(lists).not.toContain('is-severe-muac');
  });

  it('counts oedema as wasting, and reports when nobody examined for it', () => {
    const swollen = listsOn(DAY, aChildWith(BORN, { ...NORMAL, oedema: true }));
    expect(swollen).toEqual(expect.arrayContaining(['is-wasting', 'is-severe-wasting']));
    expect(swollen).not.toContain('swelling-not-looked');
    const { child, screenings } = aChildWith(BORN, NORMAL);
    const unasked = screenings.map(({ oedema: _none, ...entry }) => entry);
    expect(listsOn(DAY, { child, screenings: unasked })).toContain('swelling-not-looked');
  });

  it('excludes a child that was not screened within 6 months', () => {
    const lists = listsOn('2026-05-11', aChildWith(BORN, MODERATE));
    expect(lists.filter((list) => /^(?:is|known|missing|flagged)-/.test(list))).toEqual([]);
    expect(lists).toContain('red');
  });
});

describe("the months of the desk's trend", () => {
  it('count a child once per month, by its last screening in it', () => {
    const girl = aChildWith(
      BORN,
      { ...SEVERE, surveyDate: '2025-11-01' },
      { ...NORMAL, surveyDate: '2025-11-09' },
      { ...NORMAL, surveyDate: '2025-09-30' },
    );
    expect(readOn(DAY, girl).months.map(({ back, places }) => [back, places.wh])).toEqual([
      [0, 'other'],
      [2, 'other'],
    ]);
  });

  it('include the first day of the eleventh month before this one', () => {
    const months = (surveyDate: string) =>
      readOn(DAY, aChildWith(BORN, { ...NORMAL, surveyDate })).months.map(({ back }) => back);
    expect(months('2024-12-01')).toEqual([11]);
    expect(months('2024-11-30')).toEqual([]);
  });
});
