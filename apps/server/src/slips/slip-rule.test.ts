import { CLINIC_ANSWERS_MAX, CLINIC_OUTCOMES, type ClinicAnswer } from '@crece/domain';
import { aScreening } from '@crece/domain/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredDocument } from '../store/document-store.ts';
import { answeredBySlip, isOnlyAnAnswer } from './slip-rule.ts';

const UNIT = 'test_stake_gtm';
const DAY = '2025-06-10';

function stored(different: object = {}): StoredDocument {
  return {
    ...aScreening({ _id: `scr_${UNIT}_1748880000001_aaaaaa`, surveyDate: DAY }),
    ...{ _rev: '3-abc', updatedBy: 'Ana López', updatedAt: '2025-06-10T12:00:00.000Z' },
    ...{ device: 'phone', stamp: { weight: 2 }, slip: ['0123456789ABCDEF'], nextFarm: { a: 1 } },
    ...different,
  } as unknown as StoredDocument;
}

const seen = { outcome: 'seen', day: '2025-06-12', place: 'Cobán' } as const;
const came = { stakeDB: UNIT, today: '2025-06-20' };

function refusal(answer: Partial<ClinicAnswer>, today = came.today, different: object = {}) {
  const draft = answeredBySlip(stored(different), { ...seen, ...answer }, { ...came, today });
  return typeof draft === 'string' ? draft : 'taken';
}

describe('what the holder of a slip writes', () => {
  it('is the answer alone, on the version that was there, stamped as a person’s field would be', () => {
    const before = stored();
    const draft = answeredBySlip(before, seen, came);
    expect(draft).toEqual({
      ...before,
      clinicAnswers: [{ day: '2025-06-12', outcome: 'seen', place: 'Cobán' }],
      device: 'slip',
      stamp: { weight: 2, clinicAnswers: 4 },
    });
  });

  it.each([
    ['2025-06-09', '2025-06-20', 'refused'],
    ['2025-06-10', '2025-06-20', 'taken'],
    ['2025-06-21', '2025-06-20', 'taken'],
    ['2025-06-22', '2025-06-20', 'refused'],
    ['2026-06-10', '2026-06-20', 'taken'],
    ['2026-06-11', '2026-06-20', 'refused'],
  ])('said of %s on %s is %s', (day, today, expected) => {
    expect(refusal({ day }, today)).toBe(expected);
  });

  it('is nothing for a place that is too long, and for a document that is no screening', () => {
    expect(refusal({ place: 'x'.repeat(40) })).toBe('taken');
    expect(refusal({ place: 'x'.repeat(41) })).toBe('refused');
    expect(refusal({}, came.today, { _id: `mthr_${UNIT}_1748880000001_aaaaaa` })).toBe('refused');
  });

  it('is nothing when it was said before, and nothing more when the place was, too', () => {
    const clinicAnswers = [{ day: seen.day, outcome: seen.outcome }];
    expect(refusal({}, came.today, { clinicAnswers })).toBe('taken');
    const withPlace = [{ ...clinicAnswers[0], place: 'Cobán' }];
    expect(refusal({}, came.today, { clinicAnswers: withPlace })).toBe('known');
    // A slip makes few revisions: whoever holds it cannot go on and on with other places.
    expect(refusal({ place: 'Zacapa' }, came.today, { clinicAnswers: withPlace })).toBe('known');
    const struck = [{ ...withPlace[0], struck: true }];
    expect(refusal({}, came.today, { clinicAnswers: struck })).toBe('known');
  });

  it('is nothing for the ninth', () => {
    const answers = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ day: `2025-06-1${at}`, outcome: 'refused' }));
    const said = { day: '2025-06-20' } as const;
    const full = answers(CLINIC_ANSWERS_MAX);
    expect(refusal(said, came.today, { clinicAnswers: full.slice(1) })).toBe('taken');
    expect(refusal(said, came.today, { clinicAnswers: full })).toBe('full');
  });
});

const answer = fc.record(
  {
    outcome: fc.constantFrom(...CLINIC_OUTCOMES),
    day: fc.constantFrom('2025-06-10', '2025-06-11', '2025-06-12'),
    place: fc.constantFrom('Cobán', 'Zacapa'),
    struck: fc.constant(true as const),
  },
  { requiredKeys: ['outcome', 'day'] },
);

it('whatever is said, every field, answer and strike that was there stays', () => {
  fc.assert(
    fc.property(fc.array(answer, { maxLength: 9 }), answer, (before, said) => {
      const document = stored(before.length === 0 ? {} : { clinicAnswers: before });
      const { outcome, day, place } = said;
      const draft = answeredBySlip(
        document,
        { outcome, day, ...(place === undefined ? {} : { place }) },
        came,
      );
      if (typeof draft === 'string') return;
      expect(isOnlyAnAnswer(document, draft)).toBe(true);
      const content = ({
        clinicAnswers,
        device,
        stamp,
        ...others
      }: object & Partial<Record<string, unknown>>) => others;
      expect(content(draft)).toEqual(content(document));
    }),
  );
});

it('a revision that does anything else is not one of a slip', () => {
  const before = stored({ clinicAnswers: [{ day: '2025-06-11', outcome: 'seen', struck: true }] });
  const added = { day: '2025-06-12', outcome: 'admitted' };
  const kept = { ...before, clinicAnswers: [...(before['clinicAnswers'] as object[]), added] };
  expect(isOnlyAnAnswer(before, kept)).toBe(true);
  const wrong = [
    { ...kept, weight: 9 },
    { ...kept, updatedBy: 'Eva' },
    { ...kept, comments: 'well' },
    { ...kept, owner: 'chld_x' },
    { ...kept, slip: [] },
    { ...kept, referralOutcome: 'died' },
    { ...kept, _deleted: true },
    { ...kept, nextFarm: { a: 2 } },
    { ...kept, clinicAnswers: [added] },
    { ...kept, clinicAnswers: [{ day: '2025-06-11', outcome: 'seen' }, added] },
    { ...kept, clinicAnswers: [...kept.clinicAnswers, { ...added, day: '2025-06-13' }] },
  ];
  for (const each of wrong) expect(isOnlyAnAnswer(before, each), JSON.stringify(each)).toBe(false);
});
