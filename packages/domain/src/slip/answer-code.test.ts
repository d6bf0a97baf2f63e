import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLINIC_OUTCOMES } from '../base/words.ts';
import { addDays } from '../dates/calendar.ts';
import { ANSWER_CODE_LENGTH, answerCode, answerOfCode, readAnswerCode } from './answer-code.ts';
import { BASE32_LETTERS } from './base32.ts';
import { makeSlip } from './slip.ts';

const DAY = '2026-11-20';
const random = fc.uint8Array({ minLength: 10, maxLength: 10 }).map(makeSlip);
const said = fc.record({
  outcome: fc.constantFrom(...CLINIC_OUTCOMES),
  day: fc.integer({ min: 0, max: 365 }).map((days) => addDays(DAY, days)),
});

describe('the code of a clinic’s answer', () => {
  it('says outcome and day to whoever has the slip', () => {
    fc.assert(
      fc.property(random, said, (slip, answer) => {
        const code = answerCode(slip, DAY, answer);
        expect(code).toHaveLength(ANSWER_CODE_LENGTH);
        const of = { slip, surveyDate: DAY };
        expect(answerOfCode(code.toLowerCase(), [of])).toEqual({ of, ...answer });
      }),
      { numRuns: 200 },
    );
  });

  it('finds its slip among others, and none among those of others', () => {
    const slips = Array.from({ length: 40 }, (_, at) => ({
      slip: makeSlip(new Uint8Array(10).fill(at)),
      surveyDate: addDays(DAY, at),
    }));
    const of = slips[17];
    if (of === undefined) throw new RangeError('there are forty');
    const answer = { outcome: 'admitted', day: addDays(of.surveyDate, 3) } as const;
    const code = answerCode(of.slip, of.surveyDate, answer);
    expect(answerOfCode(code, slips)).toEqual({ of, ...answer });
    expect(
      answerOfCode(
        code,
        slips.filter((each) => each !== of),
      ),
    ).toBeNull();
    expect(answerOfCode(code, [])).toBeNull();
  });

  it('with one character changed answers to none of 500 slips', () => {
    const slips = Array.from({ length: 500 }, (_, at) => ({
      slip: makeSlip(Uint8Array.of(at >> 8, at & 255, 3, 1, 4, 1, 5, 9, 2, 6)),
      surveyDate: DAY,
    }));
    const code = answerCode(slips[123]?.slip ?? '', DAY, { outcome: 'seen', day: addDays(DAY, 4) });
    // The places of outcome and day, and two of the seal: each change tries all 500 slips.
    for (const at of [0, 1, 2, 7, 11]) {
      for (const letter of BASE32_LETTERS) {
        if (letter === code[at]) continue;
        const changed = code.slice(0, at) + letter + code.slice(at + 1);
        expect([changed, answerOfCode(changed, slips)]).toEqual([changed, null]);
      }
    }
  });

  it('says the same day when the screening’s day was corrected after the slip had left', () => {
    const slip = makeSlip(new Uint8Array(10));
    const answer = { outcome: 'seen', day: addDays(DAY, 8) } as const;
    const code = answerCode(slip, DAY, answer);
    for (const days of [-200, -31, -1, 1, 8, 40]) {
      const of = { slip, surveyDate: addDays(DAY, days) };
      expect(answerOfCode(code, [of])).toEqual({ of, ...answer });
    }
    expect(answerOfCode(code, [{ slip, surveyDate: addDays(DAY, 400) }])).toBeNull();
  });

  it('holds a day of the screening and up to 365 days after it, no other', () => {
    const slip = makeSlip(new Uint8Array(10));
    const at = (days: number) =>
      answerCode(slip, DAY, { outcome: 'died', day: addDays(DAY, days) });
    expect(at(0)).toHaveLength(ANSWER_CODE_LENGTH);
    expect(at(365)).toHaveLength(ANSWER_CODE_LENGTH);
    expect(() => at(-1)).toThrow(RangeError);
    expect(() => at(366)).toThrow(RangeError);
  });

  it('is read as it is typed', () => {
    expect(readAnswerCode('abcd efgh-jkmn')).toBe('ABCDEFGHJKMN');
    expect(readAnswerCode('ABCDEFGHJKM')).toBeNull();
    expect(readAnswerCode('ABCDEFGHJKMU')).toBeNull();
  });
});
