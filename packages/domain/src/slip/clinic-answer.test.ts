import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLINIC_OUTCOMES, type ClinicAnswer } from '../base/words.ts';
import { addDays } from '../dates/calendar.ts';
import {
  CLINIC_ANSWERS_MAX,
  clinicAnswerRefusal,
  joinClinicAnswers,
  readClinicAnswers,
  withClinicAnswer,
  withStruck,
} from './clinic-answer.ts';

const DAY = '2026-11-20';
const SEEN: ClinicAnswer = { day: DAY, outcome: 'seen' };

const answer: fc.Arbitrary<ClinicAnswer> = fc.record(
  {
    outcome: fc.constantFrom(...CLINIC_OUTCOMES),
    day: fc.nat(3).map((days) => addDays(DAY, days)),
    place: fc.constantFrom('Cobán', 'Salamá'),
    struck: fc.constant(true as const),
  },
  { requiredKeys: ['outcome', 'day'] },
);
const answers = fc.array(answer, { maxLength: 6 });
const join = joinClinicAnswers;

describe('the answers of clinics', () => {
  it('are the same in every order, grouping and repetition of versions', () => {
    fc.assert(
      fc.property(answers, answers, answers, (a, b, c) => {
        expect(join(a, b)).toEqual(join(b, a));
        expect(join(join(a, b), c)).toEqual(join(a, join(b, c)));
        const all = join(a, b);
        expect(join(all, all)).toEqual(all);
        expect(join(all, a)).toEqual(all);
      }),
    );
  });

  it('stay struck once a person has struck them, and are never more than eight', () => {
    fc.assert(
      fc.property(answers, answers, (a, b) => {
        const all = join(a, b) ?? [];
        expect(all.length).toBeLessThanOrEqual(CLINIC_ANSWERS_MAX);
        const isStruck = ({ outcome, day }: ClinicAnswer) =>
          [...a, ...b].some((each) => each.outcome === outcome && each.day === day && each.struck);
        for (const each of all) expect(each.struck === true).toBe(isStruck(each));
      }),
    );
    const [struck] = withStruck([SEEN], SEEN);
    expect(struck).toEqual({ ...SEEN, struck: true });
    expect(withClinicAnswer([{ ...SEEN, struck: true }], SEEN)).toEqual([
      { ...SEEN, struck: true },
    ]);
  });

  it('of one outcome and day are one, and the ninth is refused', () => {
    const eight = Array.from(
      { length: 8 },
      (_, at): ClinicAnswer => ({ day: addDays(DAY, at), outcome: 'seen' }),
    );
    expect(withClinicAnswer(undefined, SEEN)).toEqual([SEEN]);
    expect(withClinicAnswer([SEEN], SEEN)).toEqual([SEEN]);
    expect(withClinicAnswer([SEEN], { ...SEEN, place: 'Cobán' })).toEqual([
      { ...SEEN, place: 'Cobán' },
    ]);
    expect(
      withClinicAnswer(eight.slice(0, 7), { day: addDays(DAY, 9), outcome: 'died' }),
    ).toHaveLength(8);
    expect(withClinicAnswer(eight, { day: addDays(DAY, 9), outcome: 'died' })).toBeNull();
    expect(withClinicAnswer(eight, SEEN)).toBe(eight);
  });

  it.each([
    ['a day before the screening', '2026-11-19', '', 'before-screening'],
    ['the day of the screening', '2026-11-20', '', null],
    ['tomorrow', '2026-11-29', '', null],
    ['the day after tomorrow', '2026-11-30', '', 'after-tomorrow'],
    ['a place of 40 characters', '2026-11-20', 'x'.repeat(40), null],
    ['a place of 41', '2026-11-20', 'x'.repeat(41), 'place-length'],
  ])('with %s: refused as said', (_what, day, place, refusal) => {
    expect(clinicAnswerRefusal({ day, place }, DAY, '2026-11-28')).toBe(refusal);
  });

  it('are refused from the 366th day after the screening on', () => {
    const at = (days: number) =>
      clinicAnswerRefusal({ day: addDays(DAY, days) }, DAY, '2030-01-01');
    expect(at(365)).toBeNull();
    expect(at(366)).toBe('too-late');
  });

  it('that cannot be one are left out of a stored list', () => {
    const stored = [
      SEEN,
      { day: '2026-11-31', outcome: 'seen' },
      { day: DAY, outcome: 'moved-away' },
      'x',
    ];
    expect(readClinicAnswers(stored)).toEqual([SEEN]);
    expect(readClinicAnswers('x')).toBeUndefined();
    const good = [SEEN];
    expect(readClinicAnswers(good)).toBe(good);
  });
});
