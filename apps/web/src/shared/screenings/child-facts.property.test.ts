import {
  addDays,
  addMonths,
  DEFAULT_PROGRAMME_RULES,
  DEFAULT_PROGRAMME_SETTINGS,
  HERO_ORDERS,
  type HeroOrder,
  MEASURE_NAMES,
  REFERRAL_OUTCOMES,
  type Screening,
  standingMark,
  standingOn,
} from '@crece/domain';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import { childRow, screeningsInRow } from '@crece/storage/testing/rows';
import { expect, it } from 'vitest';
import { childFacts, openVersionsOf } from './screening-facts.ts';

const IS_DEEP = import.meta.env['CRECE_DEEP'] === '1';
const RUNS = Number(import.meta.env['CRECE_PROPERTY_RUNS'] ?? (IS_DEEP ? 100_000 : 1_000));
const SEED = 20_250_610;
const TODAY = '2025-06-10';

/** Pseudo-random numbers in [0, 1), the same in every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const random = randomFrom(SEED);
const whole = (below: number) => Math.floor(random() * below);
const oneOf = <T>(first: T, ...others: readonly T[]): T =>
  [first, ...others][whole(others.length + 1)] ?? first;

function measuresAt(months: number): Partial<Screening> {
  const height = 45 + months * 0.9 + random() * 10;
  const weight = (height / 24.5) ** 2 * (0.65 + random() * 0.6);
  const sized = { height: Number(height.toFixed(1)), weight: Number(weight.toFixed(1)) };
  return {
    ...oneOf<Partial<Screening>>({}, sized, sized),
    ...oneOf<Partial<Screening>>(
      {},
      { muac: Number((10 + random() * 5).toFixed(1)) },
      { muac: oneOf(108, 131, 300) },
    ),
    ...oneOf<Partial<Screening>>({}, { oedema: false }, { oedema: random() < 0.2 }),
  };
}

/** A child of 0 to 73 months with up to three screenings, outcomes and two versions of one. */
function aRandomFile() {
  const months = whole(74);
  const left = { departure: 'died', departureDate: addDays(TODAY, -20) } as const;
  const birthDate = addDays(addMonths(TODAY, -months), -whole(30));
  const child = aChild({ birthDate, ...(random() < 0.03 ? left : {}) });
  const screenings = Array.from({ length: whole(4) }, (_, at): Screening => {
    const ahead = random() < 0.03 ? [addDays(TODAY, 30)] : [];
    const surveyDate = oneOf(
      TODAY,
      addDays(TODAY, -whole(10)),
      addDays(TODAY, -whole(400)),
      ...ahead,
    );
    const [outcome = 'seen'] = [REFERRAL_OUTCOMES[whole(REFERRAL_OUTCOMES.length)]];
    const said = { referralOutcome: outcome, referralDate: addDays(surveyDate, whole(10)) };
    return anAssessedScreening(child, {
      _id: `scr_test_stake_gtm_174687870000${at}_3d4e5f`,
      created: `${surveyDate}T1${at}:00:00.000Z`,
      surveyDate,
      ...measuresAt(months),
      ...oneOf<Partial<Screening>>({}, {}, {}, said),
    });
  });
  const [first] = screenings;
  const other = first && random() < 0.2 ? [{ ...first, muac: 11, oedema: true }] : [];
  const versions = {
    child: [],
    screenings: new Map(first === undefined ? [] : [[first._id, other] as const]),
  };
  return { child, screenings, pendingIds: [], versions };
}

const urgency = (order: HeroOrder) => HERO_ORDERS.indexOf(order);

it(
  `page and row have the same standing, and the headline follows it, for ${RUNS} random children`,
  () => {
    const orders = new Set<HeroOrder | null>();
    for (let run = 0; run < RUNS; run += 1) {
      const file = aRandomFile();
      const { child, screenings } = file;
      const told = `seed ${SEED}, run ${run}: ${JSON.stringify(
        screenings.map((each) => [
          each.surveyDate,
          ...MEASURE_NAMES.map((name) => each[name]),
          each.oedema,
          each.referralOutcome,
        ]),
      )}`;
      const versions = openVersionsOf(file);
      const inRow = screeningsInRow(screenings, child, TODAY, versions);
      const row = childRow(child, inRow, false, TODAY, versions);
      const standing = standingOn(row, TODAY, DEFAULT_PROGRAMME_RULES);
      const facts = childFacts(file, TODAY, DEFAULT_PROGRAMME_SETTINGS);
      expect({ ...facts.standing }, told).toEqual({ ...standing });
      const { hero, actions } = facts;
      const { section, referral, isGraduate, departure, next } = standing;
      orders.add(hero.order);
      if (referral !== null) expect(hero.colour, told).not.toBe('green');
      if (section === 'refer' && !isGraduate) {
        expect(['clinic-today', 'health-worker-today'], told).toContain(hero.order);
      }
      if (section === 'overdue' && !isGraduate) {
        const order = urgency(hero.order ?? 'doctor');
        expect(order, told).toBeLessThanOrEqual(urgency('measure-now'));
      }
      const isEnded = departure !== null || (isGraduate && next === null);
      const { colour } = standingMark(row.newest ?? null, standing);
      if (!isEnded && colour === 'red') expect(hero.colour, told).toBe('red');
      if (hero.sign === 'low-weight') expect(colour, told).toBe('red');
      expect(actions.now.length, told).toBeLessThanOrEqual(4);
      if (departure === null && next !== null) expect(actions.now, told).not.toEqual([]);
      if (hero.order === 'clinic-today') {
        const sentences = actions.now.map(({ sentence }) => sentence);
        const clinic = ['report', 'refer-swelling', 'clinic-if'] as const;
        expect(
          clinic.some((each) => sentences.includes(each)),
          told,
        ).toBe(true);
      }
    }
    // Every order occurred.
    expect(orders.size).toBeGreaterThan(HERO_ORDERS.length - 2);
  },
  Math.max(60_000, 10 * RUNS),
);
