import { describe, expect, it } from 'vitest';
import { addDays, addMonths } from '../dates/calendar.ts';
import type { Child } from '../fields/entities.ts';
import { departureRecords, outcomeTarget } from './outcome-target.ts';
import { recordsOf, standingWith, type ToldScreening } from './testing/standing-child.ts';

const TODAY = '2026-11-23';
const SEVERE = { height: 78, weight: 7.2 };
const WELL = { height: 82, weight: 10.9 };

/** The day of the screening on which an outcome is written; "child" where none is. */
function target(told: readonly ToldScreening[], different: Partial<Child> = {}): string {
  const child = { birthDate: addMonths(TODAY, -20), ...different };
  const of = standingWith(told, TODAY, child);
  const found = outcomeTarget(of.child, of.screenings, of.standing, TODAY);
  return found.kind === 'child' ? 'child' : found.screening.surveyDate;
}

describe('outcomeTarget', () => {
  it('an outcome is kept in the newest screening that shows an open sign', () => {
    const day = (ago: number) => addDays(TODAY, -ago);
    const seen = [
      { surveyDate: day(20), ...SEVERE },
      { surveyDate: day(10), ...SEVERE },
      { surveyDate: day(2), muac: 13 },
    ];
    expect(target(seen)).toBe(day(10));
    expect(target([...seen, { surveyDate: day(1), muac: 11 }])).toBe(day(1));
  });

  it('an outcome is kept in the newest screening without an open sign, and in the child without a screening', () => {
    expect(
      target([
        { surveyDate: '2026-10-01', ...SEVERE },
        { surveyDate: TODAY, ...WELL },
      ]),
    ).toBe(TODAY);
    expect(target([])).toBe('child');
  });

  it('an outcome is never kept in a screening after tomorrow, as long as another can be answered', () => {
    const ahead = { surveyDate: '2026-12-23', ...SEVERE };
    expect(target([{ surveyDate: TODAY, ...SEVERE }, ahead])).toBe(TODAY);
    expect(
      target([
        { surveyDate: TODAY, ...WELL },
        { ...ahead, ...WELL },
      ]),
    ).toBe(TODAY);
    expect(target([ahead])).toBe('2026-12-23');
    expect(target([{ ...ahead, ...WELL }])).toBe('child');
  });

  it('an outcome is kept in the screening with the weight that was kept below the limits', () => {
    const light = { height: 46, outsideLimits: { weight: 2.2 } };
    const told = [
      { surveyDate: '2026-11-20', ...light },
      { surveyDate: TODAY, height: 46.5 },
    ];
    expect(target(told, { birthDate: addDays(TODAY, -10) })).toBe('2026-11-20');
  });
});

describe('departureRecords', () => {
  it('a departure is every record that says "died" or "moved away"', () => {
    const left = { referralOutcome: 'moved-away', referralDate: TODAY } as const;
    const seen = { referralOutcome: 'seen', referralDate: TODAY } as const;
    const told = [
      { surveyDate: '2026-10-01', ...SEVERE, ...left },
      { surveyDate: TODAY, ...WELL, ...seen },
    ];
    const { child, screenings } = recordsOf(told, { departure: 'died', departureDate: TODAY });
    const found = departureRecords(child, screenings).map((each) =>
      each.kind === 'child' ? 'child' : each.screening.surveyDate,
    );
    expect(found).toEqual(['2026-10-01', 'child']);
  });

  it('of a child of several records is what each of them says', () => {
    const { child } = recordsOf([], { departure: 'died', departureDate: TODAY });
    const other = { ...child, _id: `${child._id}x` };
    const silent = { ...recordsOf([]).child, _id: `${child._id}y` };
    expect(departureRecords(child, [], [silent, other])).toEqual([
      { kind: 'child', child },
      { kind: 'child', child: other },
    ]);
  });
});
