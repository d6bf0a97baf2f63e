import { instantOfId } from '../base/ids.ts';
import { dateFromInstant } from '../dates/time-zones.ts';
import type { DueChild, DueEntry } from '../due/due-list.ts';
import { type DueVisit, dueVisitOf } from '../due/due-visit.ts';
import type { IsoDate } from '../fields/entities.ts';
import type { NextVisitRules } from '../screening/next-visit.ts';
import type { MarkColour } from '../screening/screening-mark.ts';
import { isInRefer, type NewestFacts, type Standing, standingOn } from '../standing/standing.ts';
import { standingMark, standingSeverity } from '../standing/standing-mark.ts';

/** What a screening day needs of a child's list row. */
export interface DayChild extends DueChild {
  readonly newest?: NewestFacts & { readonly colour: MarkColour };
}

/**
 * The groups of children who were expected on a day and not seen, in their order: referred and still
 * waiting, due before the day, due on the day, never screened.
 */
export const EXPECTED_GROUPS = ['refer', 'overdue', 'day', 'unscreened'] as const;
export type ExpectedGroup = (typeof EXPECTED_GROUPS)[number];

/** How many children were screened on a day, by the colour of their mark, and how many referred. */
export type DayCounts = Readonly<Record<MarkColour | 'refer', number>>;

export interface ScreeningDay<T extends DayChild = DayChild> {
  /** The children screened on the day: worst sign first, then by name and id. */
  readonly screened: readonly T[];
  readonly counts: DayCounts;
  /** The children expected on the day and not screened. */
  readonly expected: ReadonlyMap<ExpectedGroup, readonly DueEntry<T>[]>;
}

/**
 * Whether a child's row does not tell how the child stood at the end of a day: its newest screening is
 * later, and an earlier one may be of the day. With a single screening nothing earlier exists.
 */
export function isLaterThan(
  { newest, screeningCount }: { newest?: { surveyDate: IsoDate }; screeningCount: number },
  day: IsoDate,
): boolean {
  return newest !== undefined && newest.surveyDate > day && screeningCount > 1;
}

/** The group of somebody who was not screened on the day; null: not expected. */
function groupOf({ section, date }: DueVisit, day: IsoDate): ExpectedGroup | null {
  if (section === 'refer' || section === 'overdue' || section === 'unscreened') return section;
  return section === 'week' && date === day ? 'day' : null;
}

/** Whether a child was registered after the day, by the moment in its id; false when it has none. */
function isRegisteredAfter({ id }: DayChild, day: IsoDate, timeZone: string): boolean {
  const instant = instantOfId(id);
  if (instant === null) return false;
  const registered = dateFromInstant(instant, timeZone);
  return registered !== null && registered > day;
}

interface Screened<T extends DayChild> {
  readonly child: T;
  readonly standing: Standing;
}

function bySeverityAndName(one: Screened<DayChild>, other: Screened<DayChild>): number {
  const severity = ({ child, standing }: Screened<DayChild>) =>
    standingSeverity(child.newest ?? null, standing);
  const nameOf = ({ firstName, lastName, id }: DayChild) => `${firstName} ${lastName} ${id}`;
  return severity(other) - severity(one) || nameOf(one.child).localeCompare(nameOf(other.child));
}

/**
 * Who was screened on a day, who was expected and not seen, and the figures of the day. `children` are
 * given as they stood at the end of the day: a newest screening after it counts as none. A child
 * counts once, with its newest screening of the day. Expected is whoever stood on the due list as
 * referred, overdue, due on the day or never screened; not who was registered or born later.
 */
export function screeningDay<T extends DayChild>(
  children: readonly T[],
  day: IsoDate,
  { rules, timeZone }: { rules: NextVisitRules; timeZone: string },
): ScreeningDay<T> {
  const screened: Screened<T>[] = [];
  const counts = { red: 0, amber: 0, green: 0, grey: 0, refer: 0 };
  const expected = new Map<ExpectedGroup, DueEntry<T>[]>(EXPECTED_GROUPS.map((each) => [each, []]));
  for (const child of children) {
    const newest =
      child.newest !== undefined && child.newest.surveyDate > day ? undefined : child.newest;
    if (newest === undefined && child.birthDate > day) continue;
    const { newest: _any, ...rest } = child;
    const standing = standingOn(newest === undefined ? rest : child, day, rules);
    if (newest?.surveyDate === day) {
      screened.push({ child, standing });
      counts[standingMark(newest, standing).colour] += 1;
      if (isInRefer(standing)) counts.refer += 1;
      continue;
    }
    if (child.birthDate > day) continue;
    const visit = dueVisitOf(standing);
    const group = visit === null ? null : groupOf(visit, day);
    if (visit === null || group === null) continue;
    if (newest === undefined && isRegisteredAfter(child, day, timeZone)) continue;
    expected.get(group)?.push({ child, visit, standing });
  }
  screened.sort(bySeverityAndName);
  return { screened: screened.map(({ child }) => child), counts, expected };
}
