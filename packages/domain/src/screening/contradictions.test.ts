import { describe, expect, it } from 'vitest';
import type { Screening } from '../entities.ts';
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

/** An earlier screening that has only these measures, 10 May 2025 where nothing else is said. */
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

describe('a height that falls', () => {
  it.each([
    ['79', []],
    ['78.99', ['height-fell']],
    ['81', []],
  ])('by more than 1 cm is asked about: 80, then %s', (height, expected) => {
    expect(codes({ height }, { height: 80 })).toEqual(expected);
  });

  it('says by how much, and since when, however long ago', () => {
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
  ])('by more than 2 cm where lying and standing differ: 80, then %s', (height, expected) => {
    expect(codes({ height, measured: 'standing' }, { height: 80, measured: 'lying' })).toEqual(
      expected,
    );
    expect(codes({ height, measured: 'lying' }, { height: 80, measured: 'standing' })).toEqual(
      expected,
    );
  });

  it('takes the position that belongs to the age where nothing was answered', () => {
    // Two years old on 1 June: lying in May, standing in June.
    const child = { ...girl, birthDate: '2023-06-01' };
    expect(codes({ height: '78.5' }, { height: 80 }, child)).toEqual([]);
    expect(codes({ height: '78.5', measured: 'lying' }, { height: 80 }, child)).toEqual([
      'height-fell',
    ]);
  });

  it('is compared with the last screening that has a usable height', () => {
    const screenings = [
      screening({ _id: 'scr_a', surveyDate: '2025-03-10', height: 85 }),
      screening({ _id: 'scr_b', surveyDate: '2025-04-10', height: 76 }),
      // Metres: no height of a child.
      screening({ _id: 'scr_c', surveyDate: '2025-05-10', height: 0.85, muac: 13 }),
    ];
    expect(codes({ height: '75' }, screenings)).toEqual([]);
    expect(codes({ height: '74.9' }, screenings)).toEqual(['height-fell']);
  });
});

describe('a weight that falls', () => {
  it.each([
    ['9.01', []],
    ['9', ['weight-fell']],
    ['8.99', ['weight-fell']],
  ])('by a tenth or more is asked about: 10, then %s', (weight, expected) => {
    expect(codes({ weight }, { weight: 10 })).toEqual(expected);
  });

  it('takes a tenth exactly: 9.7, then 8.73', () => {
    expect(codes({ weight: '8.73' }, { weight: 9.7 })).toEqual(['weight-fell']);
    expect(codes({ weight: '8.74' }, { weight: 9.7 })).toEqual([]);
  });

  it.each([
    ['2025-03-10', ['weight-fell']],
    ['2025-03-09', []],
  ])('within 92 days, counted from %s', (surveyDate, expected) => {
    expect(codes({ weight: '9' }, { weight: 10, surveyDate })).toEqual(expected);
  });
});

describe('a weight that rises', () => {
  // WAZ −2.35 at 14 months; a month later 9.19 kg is −0.36, 9.2 kg −0.35.
  it.each([
    ['9.19', []],
    ['9.2', ['weight-rose']],
    ['9.21', ['weight-rose']],
  ])('by 2 of weight for age is asked about: 7.1, then %s', (weight, expected) => {
    expect(codes({ weight }, { weight: 7.1 })).toEqual(expected);
  });

  it('within 92 days', () => {
    expect(codes({ weight: '12' }, { weight: 7.1, surveyDate: '2025-03-10' })).toEqual([
      'weight-rose',
    ]);
    expect(codes({ weight: '12' }, { weight: 7.1, surveyDate: '2025-03-09' })).toEqual([]);
  });

  it('goes by the age that was confirmed', () => {
    // As a girl of 30 months 9.2 kg is −2.6: no leap.
    const typed = { weight: '9.2', comments: 'age=30', ageOverride: 30 };
    expect(codes(typed, { weight: 7.1 })).toEqual([]);
    expect(codes({ ...typed, ageOverride: false }, { weight: 7.1 })).toEqual(['weight-rose']);
  });
});

describe('a MUAC that changes', () => {
  it.each([
    ['13.4', []],
    ['13.5', ['muac-changed']],
    ['13.6', ['muac-changed']],
    ['10.6', []],
    ['10.5', ['muac-changed']],
    ['10.4', ['muac-changed']],
  ])('by 1.5 cm or more, either way, is asked about: 12, then %s', (muac, expected) => {
    expect(codes({ muac }, { muac: 12 })).toEqual(expected);
  });

  it.each([
    ['2025-03-10', ['muac-changed']],
    ['2025-03-09', []],
  ])('within 92 days, counted from %s', (surveyDate, expected) => {
    expect(codes({ muac: '14' }, { muac: 12, surveyDate })).toEqual(expected);
  });

  it('is not compared with millimetres', () => {
    expect(codes({ muac: '11' }, { muac: 108 })).toEqual([]);
  });
});

describe('a second screening on the same day', () => {
  it('is asked about with the one that is there, before any figure is typed', () => {
    const first = screening({ surveyDate: today, created: '2025-06-10T16:42:00.000Z', muac: 13 });
    expect(contradicting({}, [first])).toEqual([
      {
        code: 'screened-same-day',
        field: 'surveyDate',
        params: { screeningId: first._id, on: today, created: '2025-06-10T16:42:00.000Z' },
      },
    ]);
  });

  it('compares the figures too: 80 cm, then 75 cm', () => {
    expect(codes({ height: '75' }, { surveyDate: today, height: 80 })).toEqual([
      'screened-same-day',
      'height-fell',
    ]);
  });

  it('is none on the day after', () => {
    expect(codes({}, { surveyDate: '2025-06-09' })).toEqual([]);
  });
});

describe('an edited screening', () => {
  const first = screening({ _id: 'scr_a', surveyDate: '2025-05-10', height: 80 });
  const edited = screening({ _id: 'scr_b', surveyDate: '2025-05-20', height: 82 });
  const later = screening({ _id: 'scr_c', surveyDate: '2025-06-01', height: 90 });

  it('is compared with what lies before it, never with itself or with later ones', () => {
    const draft = draftOfScreening(edited);
    const of = (height: string) => codes({ ...draft, height }, [first, edited, later]);
    expect(of('79')).toEqual([]);
    expect(of('78.9')).toEqual(['height-fell']);
  });

  it('is not asked about for its day', () => {
    const sameDay = { ...first, surveyDate: edited.surveyDate };
    expect(codes(draftOfScreening(edited), [sameDay])).toEqual([]);
  });
});

describe('what cannot be compared', () => {
  it('is no contradiction: nothing typed, out of range, no day, no other screening', () => {
    const before = { height: 80, weight: 10, muac: 13 };
    expect(codes({}, before)).toEqual([]);
    expect(codes({ height: '7', weight: '81', muac: '2' }, before)).toEqual([]);
    expect(codes({ height: '70', surveyDate: '' }, before)).toEqual([]);
    expect(codes({ height: '70', weight: '8', muac: '11' }, [])).toEqual([]);
  });
});
