import { describe, expect, it } from 'vitest';
import type { IsoDate, Screening } from '../fields/entities.ts';
import { reassessScreening } from '../screening/compare-with-told.ts';
import { visitFinding } from '../screening/next-visit.ts';
import { aChild } from '../testing/records.ts';
import { childStandingFacts } from './child-standing.ts';
import { NO_VERSIONS } from './facts.ts';
import {
  type About,
  INFANT,
  SURVEY,
  screeningsOf,
  signsOn,
  standingOf,
  TODDLER,
  type Visit,
  WELL,
  withWhz,
} from './testing/histories.ts';

/** Found by the comparison with the rules written a second time: each child was nowhere. */

const SEVERELY = withWhz(-3.5);

const about = (birthDate: string): About => ({ child: aChild({ gender: 'Boy', birthDate }) });
const sectionOf = (visits: readonly Visit[], today: string, more: About = {}) =>
  standingOf(visits, today, more).section;

/** A version of the child's only visit that waits for a choice. */
const orElse = (different: Visit): About => ({
  versions: { screening: (one: Screening) => [{ ...one, ...different }] },
});

it('a baby whose arm alone was measured is overdue at once, and told of the health worker', () => {
  const { section, next } = standingOf([{ muac: 10.8 }], SURVEY, { child: INFANT });
  expect([section, next]).toEqual(['overdue', { date: SURVEY, reason: 'infant-at-risk' }]);
});

describe('past the fifth birthday', () => {
  it('acute evidence is kept beside a figure that asks to be measured now', () => {
    // Born 2019-03-01: 60 completed months on 2024-03-01, 36 days before it 12.0 cm and 94 kg.
    const visits = [{ surveyDate: '2024-01-25', height: 105, weight: 94, muac: 12 }];
    const { next, section } = standingOf(visits, '2024-03-02', about('2019-03-01'));
    expect(next).toEqual({ date: '2024-02-25', reason: 'watch-acute', handOver: true });
    expect(section).toBe('overdue');
  });

  const seen = (referralDate: string) => [
    {
      surveyDate: '2023-12-01',
      height: 105,
      muac: 11,
      referralOutcome: 'seen' as const,
      referralDate,
    },
  ];

  it("a clinic's word of long before the birthday ends nothing", () => {
    expect(sectionOf(seen('2023-12-03'), '2024-03-02', about('2019-03-01'))).toBe('refer');
    expect(sectionOf(seen('2024-01-30'), '2024-03-02', about('2019-03-01'))).toBe('refer');
    expect(sectionOf(seen('2024-01-31'), '2024-03-02', about('2019-03-01'))).toBeNull();
  });

  it('a weight below the limits is handed over, not dropped', () => {
    const visits = [{ surveyDate: '2024-02-01', height: 50, outsideLimits: { weight: 2.2 } }];
    const { section, next } = standingOf(visits, '2024-03-02', about('2019-03-01'));
    expect([section, next?.reason, next?.handOver]).toEqual(['refer', 'low-weight', true]);
  });
});

describe('a birth date that waits for a choice', () => {
  it('never makes a child too old', () => {
    const old = aChild({ gender: 'Boy', birthDate: '2018-01-01' });
    const versions = { child: () => [TODDLER] };
    expect(signsOn([SEVERELY], SURVEY, { child: old, versions })).toEqual(['whz refer']);
    expect(signsOn([SEVERELY], SURVEY, { child: old })).toEqual([]);
  });
});

describe('nothing assessable after a screening of the last 31 days', () => {
  const swellingOnly = { surveyDate: SURVEY, oedema: false };

  it('keeps the day of that screening, with the acute evidence before it', () => {
    const visits = [
      { surveyDate: '2024-02-01', muac: 12 },
      { ...WELL, surveyDate: '2024-03-20' },
      swellingOnly,
    ];
    expect(standingOf(visits, SURVEY).next).toEqual({ date: '2024-04-20', reason: 'recovering' });
  });

  it('waits for nothing that is contested', () => {
    const visits = [{ ...WELL, surveyDate: '2024-03-20' }, swellingOnly];
    expect(standingOf(visits, SURVEY).section).toBeNull();
    const { section } = standingOf(visits, SURVEY, {
      versions: {
        screening: (one: Screening) =>
          one.surveyDate === '2024-03-20' ? [{ ...one, muac: 13 }] : [],
      },
    });
    expect(section).toBe('overdue');
  });
});

describe('a weight below the limits', () => {
  const low = { height: 50, outsideLimits: { weight: 2.2 } };

  it('a weight below the limits is in refer also when its date cannot be right, and no such date clears it', () => {
    expect(sectionOf([{ ...low, surveyDate: '2024-06-01' }], SURVEY)).toBe('refer');
    expect(sectionOf([low, { ...WELL, surveyDate: '2024-06-01' }], SURVEY)).toBe('refer');
    expect(sectionOf([low, { ...WELL, surveyDate: SURVEY }], SURVEY)).not.toBe('refer');
  });

  it('counts in any version', () => {
    expect(sectionOf([WELL], SURVEY, orElse({ outsideLimits: { weight: 2.2 } }))).toBe('refer');
  });

  it('a weight below the limits is closed as long as the shorter of two outcomes says', () => {
    const answered = { ...low, referralOutcome: 'seen' as const, referralDate: '2024-03-30' };
    const earlier = orElse({ referralOutcome: 'refused', referralDate: SURVEY });
    expect(sectionOf([answered], '2024-04-03')).toBe('closed');
    expect(sectionOf([answered], '2024-04-03', earlier)).toBe('refer');
  });
});

describe('a baby that is weighed twice in a day', () => {
  const at = (surveyDate: string, weight: number): Visit => ({ surveyDate, height: 61, weight });
  const isAtRisk = (...visits: Visit[]) =>
    standingOf(visits, SURVEY, { child: INFANT }).isInfantAtRisk;

  it('is at risk by the weight of a day before, whatever it weighed an hour ago', () => {
    const before = at('2024-03-01', 6.5);
    expect(isAtRisk(before, at(SURVEY, 6.3))).toBe(true);
    expect(isAtRisk(before, at(SURVEY, 6.3), at(SURVEY, 6.4))).toBe(true);
    expect(isAtRisk(at(SURVEY, 6.4), at(SURVEY, 6.3))).toBe(false);
  });

  it.each([
    ['earlier', '2024-03-25', SURVEY],
    ['later', SURVEY, '2024-03-25'],
  ])('is at risk by either of two days of the lower weight, the %s one stored', (_, day, other) => {
    const visits = [at('2024-03-25', 6.5), at(day, 6.3)];
    const versions = {
      screening: (one: Screening) =>
        one.weight === 6.3 ? [{ ...one, surveyDate: other as IsoDate }] : [],
    };
    expect(standingOf(visits, SURVEY, { child: INFANT, versions }).isInfantAtRisk).toBe(true);
  });
});

describe('versions that wait for a choice', () => {
  const NO_Z = { ha: null, wa: null, wl: null, haStatus: null, waStatus: null, wlStatus: null };

  it('show a sign by stored figures of their own', () => {
    const { height: _lost, ...rest } = WELL;
    const versions = {
      screening: ({ height: _none, ...one }: Screening) => [
        { ...one, ...rest, zScore: { ...NO_Z, wl: -3.6 } },
      ],
    };
    expect(signsOn([WELL], SURVEY, { versions })).toEqual(['whz refer']);
  });

  it('the milder figure of two versions decides what is too near to tell', () => {
    const visits = [
      { surveyDate: SURVEY, muac: 10.9 },
      { surveyDate: '2024-03-31', muac: 11.6 },
    ];
    expect(signsOn(visits, '2024-03-31')).toEqual([]);
    const versions = {
      screening: (one: Screening) => (one.surveyDate === SURVEY ? [{ ...one, muac: 11.4 }] : []),
    };
    expect(signsOn(visits, '2024-03-31', { versions })).toEqual(['muac refer']);
  });

  it('versions of a departure count from the earlier day', () => {
    const gone = {
      ...SEVERELY,
      referralOutcome: 'moved-away' as const,
      referralDate: '2024-05-01',
    };
    const after = { surveyDate: '2024-04-15', oedema: false };
    expect(standingOf([gone, after], '2024-05-02').departure).not.toBeNull();
    const versions = {
      screening: (one: Screening) =>
        one.surveyDate === SURVEY ? [{ ...one, referralDate: '2024-04-01' }] : [],
    };
    expect(signsOn([gone, after], '2024-05-02', { versions })).toEqual(['whz refer']);
  });
});

describe('two answers of one day', () => {
  it('close for the shorter time', () => {
    const visits = [
      { ...SEVERELY, referralOutcome: 'refused' as const, referralDate: '2024-03-28' },
      {
        surveyDate: '2024-03-28',
        referralOutcome: 'admitted' as const,
        referralDate: '2024-03-28',
      },
    ];
    expect(sectionOf(visits, '2024-04-03')).toBe('closed');
    expect(sectionOf(visits, '2024-04-04')).toBe('refer');
  });
});

describe('a departure dated after tomorrow', () => {
  it('a departure dated after tomorrow does not undo an earlier one', () => {
    const child = aChild({ ...TODDLER, departure: 'died', departureDate: '2024-04-01' });
    const visits = [
      { ...SEVERELY, referralOutcome: 'moved-away' as const, referralDate: '2024-09-01' },
    ];
    expect(standingOf(visits, '2024-04-02', { child }).departure?.outcome).toBe('died');
  });
});

describe('a newest visit that is read in a version of another day', () => {
  it('the newest visit is no visit before itself, so that an earlier one tells when the child is seen', () => {
    const [well, unread] = screeningsOf(TODDLER, [WELL, { height: 84, weight: 94 }]);
    if (well === undefined || unread === undefined) throw new Error('two visits');
    const later = { ...unread, surveyDate: '2024-04-25' };
    const reading = reassessScreening(later, TODDLER, false);
    const newest = { screening: later, found: visitFinding(reading, undefined) };
    const versions = {
      ...NO_VERSIONS,
      screening: ({ _id }: Screening) => (_id === unread._id ? [later] : []),
    };
    const facts = childStandingFacts(TODDLER, [well, unread], newest, '2024-04-25', versions);
    expect(facts.assessedBefore?.surveyDate).toBe(SURVEY);
  });
});
