import { describe, expect, it } from 'vitest';
import type { Screening } from '../fields/entities.ts';
import { aScreening } from '../testing/index.ts';
import { previewScreening } from './assess-screening.ts';
import type { ContradictionCode } from './contradictions.ts';
import { draftOfScreening, emptyScreeningDraft, type ScreeningDraft } from './screening-draft.ts';

const girl = { gender: 'Girl' as const, birthDate: '2024-03-10' };
const today = '2025-06-10';

const CODES: ReadonlySet<string> = new Set<ContradictionCode>([
  'height-fell',
  'weight-fell',
  'weight-rose',
  'muac-changed',
  'screened-same-day',
]);

const plain = { measured: undefined, height: undefined, weight: undefined, muac: undefined };

/** An earlier screening with only these measures, dated 10 May 2025 by default. */
const screening = (different: Partial<Screening>): Screening =>
  aScreening({ ...plain, ...different } as Partial<Screening>);

function contradicting(
  typed: Partial<ScreeningDraft>,
  earlier: Partial<Screening> | readonly Screening[],
  child = girl,
) {
  const others = Array.isArray(earlier) ? earlier : [screening(earlier as Partial<Screening>)];
  const draft = { ...emptyScreeningDraft(today), ...typed };
  const { notices } = previewScreening(draft, child, others, today);
  return notices.filter(({ code }) => CODES.has(code));
}

const codes = (...args: Parameters<typeof contradicting>) =>
  contradicting(...args).map(({ code }) => code);

describe('a height lower than before', () => {
  it.each([
    ['79', []],
    ['78.99', ['height-fell']],
    ['81', []],
  ])('a height is reported when more than 1 cm lower: 80, then %s', (height, expected) => {
    expect(codes({ height }, { height: 80 })).toEqual(expected);
  });

  it('a lower height is reported with the difference and the earlier date, however long ago', () => {
    const before = { height: 80, surveyDate: '2024-09-10' };
    expect(contradicting({ height: '75' }, before)).toEqual([
      {
        code: 'height-fell',
        field: 'height',
        params: { before: 80, change: -5, on: '2024-09-10' },
      },
    ]);
  });

  it.each([
    ['78', []],
    ['77.99', ['height-fell']],
  ])(
    'a height is reported when more than 2 cm lower if lying and standing differ: 80, then %s',
    (height, expected) => {
      expect(codes({ height, measured: 'standing' }, { height: 80, measured: 'lying' })).toEqual(
        expected,
      );
      expect(codes({ height, measured: 'lying' }, { height: 80, measured: 'standing' })).toEqual(
        expected,
      );
    },
  );

  it("uses the age's default position when none was recorded", () => {
    // Two years old on 1 June: lying in May, standing in June.
    const child = { ...girl, birthDate: '2023-06-01' };
    expect(codes({ height: '78.5' }, { height: 80 }, child)).toEqual([]);
    expect(codes({ height: '78.5', measured: 'lying' }, { height: 80 }, child)).toEqual([
      'height-fell',
    ]);
  });

  it('a height is compared with the last screening that has a usable one', () => {
    const screenings = [
      screening({ _id: 'scr_a', surveyDate: '2025-03-10', height: 85 }),
      screening({ _id: 'scr_b', surveyDate: '2025-04-10', height: 76 }),
      // A height in metres: implausible.
      screening({ _id: 'scr_c', surveyDate: '2025-05-10', height: 0.85, muac: 13 }),
    ];
    expect(codes({ height: '75' }, screenings)).toEqual([]);
    expect(codes({ height: '74.9' }, screenings)).toEqual(['height-fell']);
  });
});

describe('a weight lower than before', () => {
  it.each([
    ['9.01', []],
    ['9', ['weight-fell']],
    ['8.99', ['weight-fell']],
  ])('a lower weight is reported from a tenth of the weight: 10, then %s', (weight, expected) => {
    expect(codes({ weight }, { weight: 10 })).toEqual(expected);
  });

  it('a lower weight is reported at exactly a tenth: 9.7, then 8.73', () => {
    expect(codes({ weight: '8.73' }, { weight: 9.7 })).toEqual(['weight-fell']);
    expect(codes({ weight: '8.74' }, { weight: 9.7 })).toEqual([]);
  });

  it.each([
    ['2025-03-10', ['weight-fell']],
    ['2025-03-09', []],
  ])('a lower weight is compared within 92 days, counted from %s', (surveyDate, expected) => {
    expect(codes({ weight: '9' }, { weight: 10, surveyDate })).toEqual(expected);
  });
});

describe('a weight higher than before', () => {
  // WAZ −2.35 at 14 months; a month later 9.19 kg is −0.36, 9.2 kg −0.35.
  it.each([
    ['9.19', []],
    ['9.2', ['weight-rose']],
    ['9.21', ['weight-rose']],
  ])('a higher weight is reported from 2 WAZ: 7.1, then %s', (weight, expected) => {
    expect(codes({ weight }, { weight: 7.1 })).toEqual(expected);
  });

  it('a higher weight is compared within 92 days', () => {
    expect(codes({ weight: '12' }, { weight: 7.1, surveyDate: '2025-03-10' })).toEqual([
      'weight-rose',
    ]);
    expect(codes({ weight: '12' }, { weight: 7.1, surveyDate: '2025-03-09' })).toEqual([]);
  });

  it('uses the confirmed age override', () => {
    // For a girl of 30 months 9.2 kg is WAZ −2.6: no sudden gain.
    const typed = { weight: '9.2', comments: 'age=30', ageOverride: 30 };
    expect(codes(typed, { weight: 7.1 })).toEqual([]);
    expect(codes({ ...typed, ageOverride: false }, { weight: 7.1 })).toEqual(['weight-rose']);
  });
});

describe('a MUAC different from before', () => {
  it.each([
    ['13.4', []],
    ['13.5', ['muac-changed']],
    ['13.6', ['muac-changed']],
    ['10.6', []],
    ['10.5', ['muac-changed']],
    ['10.4', ['muac-changed']],
  ])('another MUAC is reported from 1.5 cm, higher or lower: 12, then %s', (muac, expected) => {
    expect(codes({ muac }, { muac: 12 })).toEqual(expected);
  });

  it.each([
    ['2025-03-10', ['muac-changed']],
    ['2025-03-09', []],
  ])('another MUAC is compared within 92 days, counted from %s', (surveyDate, expected) => {
    expect(codes({ muac: '14' }, { muac: 12, surveyDate })).toEqual(expected);
  });

  it('MUAC is not compared with a stored value in millimetres', () => {
    expect(codes({ muac: '11' }, { muac: 108 })).toEqual([]);
  });
});

describe('a second screening on the same day', () => {
  it('a second screening on the day is reported with the stored one before any figure is typed', () => {
    const first = screening({ surveyDate: today, created: '2025-06-10T16:42:00.000Z', muac: 13 });
    expect(contradicting({}, [first])).toEqual([
      {
        code: 'screened-same-day',
        field: 'surveyDate',
        params: { screeningId: first._id, on: today, created: '2025-06-10T16:42:00.000Z' },
      },
    ]);
  });

  it('figures of a second screening on the day are compared too: 80 cm, then 75 cm', () => {
    expect(codes({ height: '75' }, { surveyDate: today, height: 80 })).toEqual([
      'screened-same-day',
      'height-fell',
    ]);
  });

  it('a screening on the day after is not reported as a second one', () => {
    expect(codes({}, { surveyDate: '2025-06-09' })).toEqual([]);
  });
});

describe('an edited screening', () => {
  const first = screening({ _id: 'scr_a', surveyDate: '2025-05-10', height: 80 });
  const edited = screening({ _id: 'scr_b', surveyDate: '2025-05-20', height: 82 });
  const later = screening({ _id: 'scr_c', surveyDate: '2025-06-01', height: 90 });

  it('an edited screening is compared with earlier ones, never with itself or later ones', () => {
    const draft = draftOfScreening(edited);
    const of = (height: string) => codes({ ...draft, height }, [first, edited, later]);
    expect(of('79')).toEqual([]);
    expect(of('78.9')).toEqual(['height-fell']);
  });

  it('an edited screening is not reported as a second one on its day', () => {
    const sameDay = { ...first, surveyDate: edited.surveyDate };
    expect(codes(draftOfScreening(edited), [sameDay])).toEqual([]);
  });
});

describe('a screening that cannot be compared', () => {
  it('nothing typed, out of range, no date, or no other screening is no contradiction', () => {
    const before = { height: 80, weight: 10, muac: 13 };
    expect(codes({}, before)).toEqual([]);
    expect(codes({ height: '7', weight: '81', muac: '2' }, before)).toEqual([]);
    expect(codes({ height: '70', surveyDate: '' }, before)).toEqual([]);
    expect(codes({ height: '70', weight: '8', muac: '11' }, [])).toEqual([]);
  });
});
