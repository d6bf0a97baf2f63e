import { CLINIC_OUTCOMES, REFERRAL_OUTCOMES } from '@crece/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { InSightAct, Measured } from './support/acts.ts';
import { UnitInSight } from './support/unit-in-sight.ts';

const IS_DEEP = process.env['CRECE_DEEP'] === '1';
const RUNS = Number(process.env['CRECE_PROPERTY_RUNS'] ?? (IS_DEEP ? 10_000 : 300));

const who = fc.nat(1);
const pick = fc.nat(3);

/** Figures around the lines; of a boy or girl of 84 cm: WHZ −4 to +1. */
const fields: fc.Arbitrary<Measured> = fc.record(
  {
    height: fc.constantFrom(84, 84, 62, 97, 700),
    weight: fc.constantFrom(7.5, 8.2, 8.6, 8.7, 8.9, 9.2, 11.3, 5.2, 94),
    muac: fc.constantFrom(9.6, 11, 11.3, 11.4, 11.5, 11.6, 12.4, 12.9, 14.5, 108, 4),
    oedema: fc.boolean(),
    outsideLimits: fc.constantFrom({ weight: 2.2 }, { height: 30 }),
  },
  { requiredKeys: [] },
);
const ago = fc.constantFrom(0, 0, 0, 1, 6, 7, 8, 30, 90, 185, -1, -3);
const months = fc.constantFrom(2, 5.9, 7, 20, 40, 58.9, 59.8, 62, 71.9);

const act: fc.Arbitrary<InSightAct> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ what: fc.constant('screen' as const), who, pick, fields, ago }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constantFrom('edit' as const, 'upload' as const),
      who,
      pick,
      fields,
      ago,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('outcome' as const),
      who,
      pick,
      word: fc.constantFrom(...REFERRAL_OUTCOMES),
      after: fc.constantFrom(0, 0, -3, 1, 3),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      what: fc.constant('answer' as const),
      who,
      pick,
      word: fc.constantFrom(...CLINIC_OUTCOMES),
      after: fc.constantFrom(0, 0, -3, 1, 3),
      by: fc.constantFrom('slip' as const, 'code' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('strike' as const), who, pick }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('register' as const), who, months }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('clash' as const), pick, fields, other: fields }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('depart' as const),
      who,
      pick,
      word: fc.constantFrom('died' as const, 'moved-away' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('rebirth' as const), who, pick, months }) },
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constantFrom(
        'sync' as const,
        'sync' as const,
        'sync' as const,
        'meet' as const,
        'move' as const,
        'remove' as const,
        'drop' as const,
        'putBack' as const,
      ),
      who,
      pick,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('merge' as const),
      who,
      pick,
      fields,
      ago,
      takes: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('unmerge' as const), who, pick }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('travel' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('erase' as const), pick }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('settle' as const), who, pick, parity: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('wait' as const),
      days: fc.constantFrom(1, 3, 7, 30, 184, 184),
    }),
  },
);

/** Nobody has been forgotten half a year later, nor when only the arm is measured then. */
const HALF_A_YEAR_LATER: readonly InSightAct[] = [
  { what: 'wait', days: 184 },
  { what: 'screen', who: 0, pick: 0, fields: { muac: 12.9 }, ago: 0 },
];

it(
  `whoever has an open sign stays in sight of due list, desk and reports, in ${RUNS} histories of a unit`,
  async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(
        months,
        fields,
        fc.array(act, { minLength: 4, maxLength: 10, size: 'max' }),
        async (first, measures, acts) => {
          const unit = await UnitInSight.open();
          try {
            await unit.act({ what: 'register', who: 0, months: first });
            await unit.act({ what: 'screen', who: 0, pick: 0, fields: measures, ago: 0 });
            await unit.act({ what: 'sync', who: 0, pick: 0 });
            await unit.act({ what: 'sync', who: 1, pick: 0 });
            for (const each of [...acts, ...HALF_A_YEAR_LATER]) {
              await unit.act(each);
              expect(await unit.fault()).toBeNull();
            }
          } finally {
            for (const [what, count] of unit.seen) seen.set(what, (seen.get(what) ?? 0) + count);
            await unit.close();
          }
        },
      ),
      { numRuns: RUNS },
    );
    // Each occurred often enough to be tested.
    for (const what of [
      ...['refer', 'closed', 'lapsed', 'contested', 'merged', 'travelled', 'erased', 'none'],
      ...['answered by a clinic', 'died by a clinic'],
    ]) {
      expect(seen.get(what) ?? 0, what).toBeGreaterThan(RUNS / 20);
    }
  },
  Math.max(240_000, RUNS * 1_000),
);
