import { describe, expect, it } from 'vitest';
import { withoutUndefined } from '../base/optional.ts';
import { addDays, addMonths } from '../dates/calendar.ts';
import { muacBandOf } from '../screening/muac.ts';
import { type MarkColour, screeningMark } from '../screening/screening-mark.ts';
import { type StatusOutcome, statusOf } from '../screening/status-table.ts';
import { storedZScoresOf } from '../screening/stored-z-scores.ts';
import { DEFAULT_PROGRAMME_RULES } from '../settings/programme-settings.ts';
import { NO_STANDING_FACTS } from './facts.ts';
import { HERO_ORDERS, type Hero, type HeroSource, hero } from './hero.ts';
import type { OpenSign } from './open-signs.ts';
import { REFER_SIGNS, type ReferSign } from './refer-signs.ts';
import { standingOn } from './standing.ts';
import { standingWith, type ToldScreening } from './testing/standing-child.ts';

const TODAY = '2026-11-23';
const YESTERDAY = '2026-11-22';
const born = (months: number) => ({ birthDate: addMonths(TODAY, -months) });
/** A girl of 20 months. */
const at = (...told: readonly ToldScreening[]) => standingWith(told, TODAY, born(20)).hero;
const now = (measures: Partial<ToldScreening>) => ({ surveyDate: TODAY, ...measures });
const before = (measures: Partial<ToldScreening>, surveyDate = YESTERDAY) => ({
  surveyDate,
  ...measures,
});
const lines = ({ milder }: Hero) => milder.map(({ sign, colour }) => `${sign} ${colour}`);

const SEVERE = { height: 78, weight: 7.2, muac: 12.6 };
const WELL = { height: 82, weight: 10.9, muac: 14.2 };

describe('the headline of a child', () => {
  it('puts severe above a moderate arm, which is a yellow line without an order', () => {
    const severe = at(now({ height: 78, weight: 7.2, muac: 12.1 }));
    expect(severe).toMatchObject({
      sign: 'severe',
      colour: 'red',
      order: 'clinic-today',
      figure: { index: 'wl', value: -3.52, line: -3, date: null },
    });
    expect(lines(severe)).toEqual(['muac-yellow amber']);
  });

  it('puts a moderate arm above "at risk", with its full colour', () => {
    const found = at(now({ height: 79, weight: 9.6, muac: 12.1 }));
    expect(found).toMatchObject({ sign: 'muac-yellow', colour: 'amber', order: 'doctor' });
    expect(found.figure).toEqual({ index: 'muac', value: 12.1, line: 12.5, date: null });
    expect(lines(found)).toEqual(['yellow amber']);
  });

  it('the headline is one panel where the arm is itself the evidence', () => {
    const found = at(now({ muac: 11.2 }));
    expect(found).toMatchObject({ sign: 'severe', order: 'clinic-today', milder: [] });
  });

  it('the headline of a child who is well is green and without an order', () => {
    expect(at(now(WELL))).toMatchObject({
      sign: 'green',
      colour: 'green',
      order: null,
      milder: [],
    });
  });

  it('begins with the open referral that was not measured again', () => {
    const found = at(before(SEVERE), now({ muac: 12.8 }));
    expect(found).toMatchObject({
      sign: 'referred',
      colour: 'red',
      order: 'clinic-today',
      figure: { index: 'wl', value: -3.52, line: -3, date: YESTERDAY },
    });
    expect(lines(found)).toEqual(['green grey']);
    const feet = at(before({ ...WELL, oedema: true }), now({ muac: 13.6 }));
    expect(feet).toMatchObject({ sign: 'referred', colour: 'red', figure: null });
    expect(feet.referral?.sign).toBe('swelling');
  });

  it('names every open sign, the worst first', () => {
    const found = at(before({ ...SEVERE, muac: 11, oedema: true }), now({ muac: 11.2 }));
    expect(found).toMatchObject({ sign: 'referred', referral: { sign: 'swelling' } });
    expect(found.milder.map(({ sign, referral }) => referral?.sign ?? sign)).toEqual(
      ['whz', 'severe'].reverse(),
    );
  });

  it('the headline is red, never green, while a sign is too near to tell', () => {
    const near = at(
      before({ height: 78, weight: 7.5 }),
      now({ height: 78, weight: 7.6, muac: 14 }),
    );
    expect(near).toMatchObject({ sign: 'referred', colour: 'red', order: 'clinic-today' });
    expect(near.referral?.near).toMatchObject({ date: TODAY });
  });

  it('a referral that was answered or has lapsed does not make the headline red', () => {
    const answer = { referralOutcome: 'seen', referralDate: YESTERDAY } as const;
    const answered = at(before({ ...SEVERE, ...answer }), now({ muac: 12.8 }));
    expect(answered).toMatchObject({ sign: 'referred', colour: 'grey', order: 'answered' });
    const lapsed = at(
      before(SEVERE, addMonths(TODAY, -7)),
      before({ muac: 13 }, addMonths(TODAY, -1)),
    );
    expect(lapsed).toMatchObject({ sign: 'referred', colour: 'grey', order: 'measure-now' });
    const shown = at({ ...before({ ...SEVERE, ...answer }) });
    expect(shown).toMatchObject({ sign: 'severe', colour: 'red', order: 'answered' });
  });

  it('puts a red arm of today above an answered referral', () => {
    const answer = { referralOutcome: 'seen', referralDate: YESTERDAY } as const;
    const found = at(before({ ...SEVERE, ...answer }), now({ muac: 11 }));
    expect(found.sign).toBe('severe');
    expect(found.order).toBe('clinic-today');
    expect(lines(found)).toEqual(['referred red']);
  });

  it('sends a baby at risk to a health worker, also in its last week before 6 months', () => {
    const baby = standingWith([now({ height: 55.5, weight: 4 })], TODAY, {
      ...born(3),
      gender: 'Boy',
    });
    expect(baby.hero).toMatchObject({ sign: 'yellow', order: 'health-worker-week' });
    const nearly = standingWith([now({ height: 59, weight: 5.2 })], TODAY, {
      birthDate: '2026-05-27',
    });
    expect(nearly.hero.order).toBe('health-worker-week');
    const byArm = standingWith([now({ muac: 9.6 })], TODAY, { birthDate: '2026-09-15' });
    expect(byArm.hero).toMatchObject({
      sign: 'infant-at-risk',
      colour: 'amber',
      order: 'health-worker-week',
    });
  });

  it('asks for a new measure where a figure cannot be right', () => {
    const found = at(now({ height: 82, weight: 45, muac: 13.4 }));
    expect(found).toMatchObject({
      sign: 'measure-again',
      colour: 'grey',
      order: 'measure-now',
      figure: { index: 'weight', value: 45 },
    });
    expect(lines(found)).toEqual(['green grey']);
  });

  it('calls a weight below the limits that was kept to a health worker today', () => {
    const found = standingWith([now({ height: 46, outsideLimits: { weight: 2.2 } })], TODAY, {
      birthDate: addDays(TODAY, -10),
    }).hero;
    expect(found).toMatchObject({
      sign: 'low-weight',
      colour: 'red',
      order: 'health-worker-today',
      figure: { index: 'weight', value: 2.2 },
    });
  });

  it('the headline is never "not screened" while a screening is dated after tomorrow', () => {
    const severe = at(now({ surveyDate: '2026-12-23', height: 82, weight: 7.2, muac: 10.8 }));
    expect(severe).toMatchObject({ sign: 'date-to-check', colour: 'red', order: 'clinic-today' });
    expect(at(now({ surveyDate: '2026-12-23', ...WELL }))).toMatchObject({
      sign: 'date-to-check',
      colour: 'grey',
      order: 'measure-now',
    });
    expect(at()).toMatchObject({ sign: 'not-screened', colour: 'grey', order: 'measure-now' });
  });

  it('shows a graduate without danger as graduated and nothing more', () => {
    const well = standingWith([before(WELL, addMonths(TODAY, -2))], TODAY, born(61)).hero;
    expect(well).toMatchObject({ sign: 'graduated', colour: 'grey', order: null, milder: [] });
    const told = before({ height: 100, weight: 11.5, muac: 11.2 }, addMonths(TODAY, -2));
    const severe = standingWith([told], TODAY, born(61)).hero;
    expect(severe).toMatchObject({ sign: 'severe', colour: 'red', order: 'hand-over' });
  });

  it('says of a child who died or moved away nothing more', () => {
    const outcome = { referralOutcome: 'died', referralDate: TODAY } as const;
    expect(at(now({ ...SEVERE, ...outcome }))).toMatchObject({
      sign: 'departed',
      colour: 'grey',
      order: null,
      milder: [],
    });
  });
});

const REDNESS: readonly MarkColour[] = ['grey', 'green', 'amber', 'red'];
const STATUS = {
  none: {},
  green: { ha: 0, wa: 0, wl: 0 },
  yellow: { ha: -1.5, wa: 0, wl: 0 },
  red: { ha: -2.5, wa: 0, wl: 0 },
  moderate: { ha: 0, wa: 0, wl: -2.5 },
  severe: { ha: 0, wa: 0, wl: -3.5 },
};
const ARMS = { none: undefined, green: 13, yellow: 12, red: 11 };
const AGES = { infant: 4, child: 20, graduate: 61 };
type Place = 'none' | 'refer' | 'near' | 'closed' | 'lapsed';

function openSignOf(sign: ReferSign, place: Place): OpenSign {
  const date = place === 'lapsed' ? addMonths(TODAY, -7) : YESTERDAY;
  const near = place === 'near' ? { date: TODAY, figure: -2.9 } : null;
  const versions = [{ outcome: 'seen', date: YESTERDAY } as const];
  return {
    sign,
    since: date,
    shown: { date, figure: sign === 'swelling' ? null : -3.1 },
    isShownByNewest: false,
    isFutureDated: false,
    near,
    answers: place === 'closed' ? [{ versions, isBeforeLastShow: false }] : [],
  };
}

interface Combination {
  readonly age: keyof typeof AGES;
  readonly status: keyof typeof STATUS;
  readonly arm: keyof typeof ARMS;
  readonly oedema: boolean;
  readonly isImplausible: boolean;
  readonly isWeightLost: boolean;
  readonly sign: ReferSign;
  readonly place: Place;
}

const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T)[];
const EITHER = [false, true] as const;
const PLACES = ['none', 'refer', 'near', 'closed', 'lapsed'] as const;

function combinations(): readonly Combination[] {
  const findings = keysOf(STATUS).flatMap((status) =>
    keysOf(ARMS).flatMap((arm) =>
      EITHER.flatMap((oedema) =>
        EITHER.map((isImplausible) => ({ status, arm, oedema, isImplausible })),
      ),
    ),
  );
  const referrals = REFER_SIGNS.flatMap((sign) => PLACES.map((place) => ({ sign, place }))).filter(
    ({ sign, place }) => place !== 'none' || sign === 'swelling',
  );
  const ages = keysOf(AGES).flatMap((age) => EITHER.map((isWeightLost) => ({ age, isWeightLost })));
  return ages
    .filter(({ age, isWeightLost }) => age === 'infant' || !isWeightLost)
    .flatMap((of) =>
      findings.flatMap((found) => referrals.map((open) => ({ ...of, ...found, ...open }))),
    );
}

function sourceOf({ age, status, arm, oedema, isImplausible }: Combination): HeroSource {
  const muac = ARMS[arm];
  const zScore = storedZScoresOf({ ha: null, wa: null, wl: null, ...STATUS[status] });
  return {
    ...statusOf({ ageMonths: age === 'graduate' ? 59 : AGES[age], zScore, muac }),
    zScore,
    muac,
    muacBand: muacBandOf(muac, AGES[age]),
    includesSwelling: oedema,
    doubts: isImplausible ? [{ measure: 'weight', cause: 'implausible', value: 45 }] : [],
  };
}

function openSignsIn({ sign, place }: Combination, source: HeroSource): readonly OpenSign[] {
  const isShown: Readonly<Record<ReferSign, boolean>> = {
    swelling: source.includesSwelling,
    whz: (source.zScore.wl ?? 0) < -3,
    muac: source.muacBand === 'red',
  };
  return REFER_SIGNS.flatMap((each) => {
    if (isShown[each]) return [{ ...openSignOf(each, 'refer'), isShownByNewest: true }];
    return each === sign && place !== 'none' ? [openSignOf(each, place)] : [];
  });
}

/** The headline of a child with a combination of findings, referral and age. */
function headlineOf(combination: Combination) {
  const { age, isImplausible, isWeightLost } = combination;
  const source = sourceOf(combination);
  const { zScore, zscoreStatus, statusColor, muac, muacBand } = source as HeroSource &
    StatusOutcome;
  const newest = withoutUndefined({
    zScore: storedZScoresOf(zScore),
    zscoreStatus,
    statusColor,
    muac,
    muacBand,
    isImplausible,
    monthAge: age === 'graduate' ? 59 : AGES[age],
    surveyDate: age === 'graduate' ? addMonths(TODAY, -2) : TODAY,
    supType: 'none' as const,
    sign: screeningMark(source).sign,
  });
  const openSigns = openSignsIn(combination, source);
  const standing = standingOn(
    {
      birthDate: addMonths(TODAY, -AGES[age]),
      newest,
      standing: { ...NO_STANDING_FACTS, openSigns, isWeightLost },
    },
    TODAY,
    DEFAULT_PROGRAMME_RULES,
  );
  const name = Object.values(combination).join(' ');
  const isOpen = openSigns.length > 0;
  return { ...combination, name, source, isOpen, standing, of: hero(standing, source, true) };
}

describe('every combination of findings', () => {
  const all = combinations().map(headlineOf);

  it('leads with one finding; what is milder is never redder', () => {
    expect(all.length).toBeGreaterThan(2_000);
    for (const { name, of } of all) {
      for (const line of of.milder) {
        expect(REDNESS.indexOf(line.colour), name).toBeLessThanOrEqual(REDNESS.indexOf(of.colour));
        expect(line.colour, name).not.toBe('green');
      }
    }
  });

  it('gives swelling, severe, a red arm and an open referral the clinic today', () => {
    for (const { name, of, standing, age } of all) {
      if (standing.referral?.state !== 'refer') continue;
      if (age === 'graduate') {
        expect(of.order, name).toBe('hand-over');
        continue;
      }
      expect(of, name).toMatchObject({ order: 'clinic-today', colour: 'red' });
    }
  });

  it('gives every order to the most urgent finding, and none to a child who is well', () => {
    for (const { name, of, source, isOpen, age } of all) {
      const isActed = source.muacBand === 'yellow' || source.evidence.level === 'moderate';
      if (isActed && age !== 'graduate') {
        const weakest = HERO_ORDERS.indexOf('doctor');
        expect(HERO_ORDERS.indexOf(of.order ?? 'doctor'), name).toBeLessThanOrEqual(weakest);
        expect(of.order, name).not.toBeNull();
      }
      if (of.colour === 'green') {
        expect([of.sign, of.milder.length, isOpen], name).toEqual(['green', 0, false]);
      }
    }
  });

  it('no combination of findings is green beneath or beside a sign', () => {
    for (const { name, of, source } of all) {
      if (of.sign !== 'green') continue;
      expect(source.doubts, name).toEqual([]);
      expect(source.muacBand === 'red' || source.muacBand === 'yellow', name).toBe(false);
      expect(of.order, name).toBeNull();
    }
  });
});
