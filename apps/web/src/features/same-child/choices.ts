import { type Child, type ChildFields, type Screening, sameContent } from '@crece/domain';
import type { MessageKey } from '@crece/messages';

type FieldName = keyof ChildFields;

/** What is chosen together, and how it is called. */
export interface ValueGroup {
  readonly names: readonly [FieldName, ...FieldName[]];
  readonly label: MessageKey;
}

const GROUPS: readonly ValueGroup[] = [
  { names: ['firstName'], label: 'children.first-name' },
  { names: ['lastName'], label: 'children.last-name' },
  { names: ['gender'], label: 'children.gender' },
  { names: ['birthDate', 'birthDateEstimated'], label: 'children.birth-date' },
  { names: ['mother'], label: 'children.mother-name' },
  { names: ['father'], label: 'children.father-name' },
  { names: ['memberStatus'], label: 'children.member-status' },
  { names: ['ward'], label: 'children.ward' },
  { names: ['address'], label: 'children.address' },
  { names: ['city'], label: 'children.city' },
  { names: ['phone'], label: 'children.phone' },
  { names: ['idGroup'], label: 'children.id-group' },
  { names: ['cardNumber'], label: 'children.card-number' },
  { names: ['landmark'], label: 'children.landmark' },
  { names: ['language'], label: 'children.language' },
  { names: ['comments'], label: 'children.comments' },
];

/** Which of two records a value comes from: the one that leads, or the other one. */
export type Side = 'lead' | 'other';

const saysNothing = (child: Child, name: FieldName): boolean =>
  child[name] === undefined || (name === 'memberStatus' && child[name] === 'Unknown');

/** The groups of values in which two records differ. */
export function differingGroups(lead: Child, other: Child): readonly ValueGroup[] {
  return GROUPS.filter(({ names }) => names.some((name) => !sameContent(lead[name], other[name])));
}

/** What stays when nobody chooses: the leading record's value, or the only one there is. */
export function sideByItself({ names: [name] }: ValueGroup, lead: Child, other: Child): Side {
  return saysNothing(lead, name) && !saysNothing(other, name) ? 'other' : 'lead';
}

/** Two screenings of one day, one of each record: two visits, or one that was typed twice. */
export interface SameDay {
  readonly ofLead: Screening;
  readonly ofOther: Screening;
}

export type SameDayAnswer = 'both' | Side;

export const sameDayKey = ({ ofLead, ofOther }: SameDay): string => `${ofLead._id} ${ofOther._id}`;

/** The screenings of one day, the newest day first. */
export function sameDays(
  ofLead: readonly Screening[],
  ofOther: readonly Screening[],
): readonly SameDay[] {
  return ofLead.flatMap((one) =>
    ofOther
      .filter(({ surveyDate }) => surveyDate === one.surveyDate)
      .map((other) => ({ ofLead: one, ofOther: other })),
  );
}

/**
 * The screenings that were typed twice, by the answers. An answer that keeps a screening which an
 * earlier one gave up takes nothing away: whatever is answered, one of a day stays.
 */
export function typedTwice(
  days: readonly SameDay[],
  answers: Readonly<Record<string, SameDayAnswer>>,
): readonly string[] {
  const gone = new Set<string>();
  for (const day of days) {
    const answer = answers[sameDayKey(day)] ?? 'both';
    if (answer === 'both') continue;
    const [kept, typedAgain] =
      answer === 'lead' ? [day.ofLead, day.ofOther] : [day.ofOther, day.ofLead];
    if (!gone.has(kept._id)) gone.add(typedAgain._id);
  }
  return [...gone];
}
