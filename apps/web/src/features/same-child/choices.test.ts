import { CHILD_FIELD_NAMES } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import {
  differingGroups,
  type SameDayAnswer,
  sameDayKey,
  sameDays,
  typedTwice,
} from './choices.ts';

const on = (id: string, surveyDate: string) => aScreening({ _id: id, surveyDate });
const A1 = on('scr_a1', '2025-06-10');
const A2 = on('scr_a2', '2025-06-10');
const B1 = on('scr_b1', '2025-06-10');
const B2 = on('scr_b2', '2025-06-10');
const ELSE = on('scr_b3', '2025-06-11');

it('every field that a person fills in is asked about where two records differ in it, but consent and messages', () => {
  const filled = (value: string) => ({
    ...aChild(),
    ...Object.fromEntries(CHILD_FIELD_NAMES.map((name) => [name, `${value} ${name}`])),
  });
  const asked = differingGroups(filled('one'), filled('two')).flatMap(({ names }) => names);
  // Of two answers about consent and messages the refusal counts, unasked.
  const expected = CHILD_FIELD_NAMES.filter((name) => name !== 'consent' && name !== 'mayMessage');
  expect([...asked].sort()).toEqual([...expected].sort());
});

describe('screenings of one day in two records', () => {
  it('are asked about in pairs of one day', () => {
    expect(sameDays([A1], [B1, ELSE])).toEqual([{ ofLead: A1, ofOther: B1 }]);
  });

  it.each<[SameDayAnswer | undefined, string[]]>([
    [undefined, []],
    ['both', []],
    ['lead', ['scr_b1']],
    ['other', ['scr_a1']],
  ])('the answer %s takes away %o', (answer, gone) => {
    const [day] = sameDays([A1], [B1]);
    if (day === undefined) throw new Error('no day');
    expect(typedTwice([day], answer === undefined ? {} : { [sameDayKey(day)]: answer })).toEqual(
      gone,
    );
  });

  it('one of a day stays, whatever is answered about two in each record', () => {
    const days = sameDays([A1, A2], [B1, B2]);
    const every: SameDayAnswer[] = ['both', 'lead', 'other'];
    const all = days.reduce<Record<string, SameDayAnswer>[]>(
      (before, day) =>
        before.flatMap((answers) => every.map((each) => ({ ...answers, [sameDayKey(day)]: each }))),
      [{}],
    );
    expect(all).toHaveLength(81);
    for (const answers of all) {
      expect([answers, typedTwice(days, answers).length < 4]).toEqual([answers, true]);
    }
  });
});
