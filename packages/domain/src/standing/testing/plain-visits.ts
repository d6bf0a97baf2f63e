// Visits with the versions of their records that wait for a choice, for the table in
// `standing-by-table.ts`. It imports nothing of the domain.
import {
  type PlainChild,
  type PlainGrowth,
  type PlainReading,
  type PlainScreening,
  readPlainly,
} from './plain-reading.ts';

/** A record with the other versions of it that wait for a choice. */
export interface Versions<T> {
  stored: T;
  others: readonly T[];
}

/** All records of one child. */
export interface PlainHistory {
  child: Versions<PlainChild>;
  /** Other records of the same child. */
  records?: readonly PlainChild[];
  screenings: readonly Versions<PlainScreening>[];
}

/** What became of a referral, and the day. */
export interface Outcome {
  word: string;
  date: string;
}

/** A screening in all its versions. */
export interface Visit {
  date: string;
  isAhead: boolean;
  /** It, or its child, has other versions. */
  isContested: boolean;
  /** Of every record that a choice could give, then of the other versions as they are. */
  readings: PlainReading[];
  /** How many of them a choice could give. */
  chosen: number;
  outcomes: Outcome[];
  /** What clinics answered to its slips and nobody struck. */
  clinic: Outcome[];
  screenings: readonly PlainScreening[];
}

const IN_SCREENING = [
  'comments',
  'ageOverride',
  'surveyDate',
  'height',
  'weight',
  'muac',
  'oedema',
] as const;
const IN_CHILD = ['birthDate', 'birthDateEstimated', 'gender'] as const;

/** Every record that a choice between versions could give. */
function possible<T extends object>(
  { stored, others }: Versions<T>,
  names: readonly (keyof T)[],
): T[] {
  let all: T[] = [stored];
  for (const other of others) {
    for (const name of names) {
      if (other[name] !== stored[name]) {
        all = [...all, ...all.map((each) => ({ ...each, [name]: other[name] }))];
      }
    }
  }
  return all;
}

function outcomesOf({ stored, others }: Versions<PlainScreening>): Outcome[] {
  return [stored, ...others].flatMap(({ referralOutcome: word, referralDate: date, surveyDate }) =>
    word === undefined || date === undefined || date < surveyDate ? [] : [{ word, date }],
  );
}

/** The answers in any of its versions; one that is struck in one of them counts nowhere. */
function clinicOf({ stored, others }: Versions<PlainScreening>): Outcome[] {
  const all = [stored, ...others].flatMap(({ clinicAnswers }) => clinicAnswers ?? []);
  const struck = all
    .filter((each) => each.struck === true)
    .map(({ day, outcome }) => day + outcome);
  const said = new Map(
    all.map(({ day, outcome }) => [day + outcome, { word: outcome, date: day }]),
  );
  const first = [...said].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, 8);
  return first.flatMap(([key, answer]) =>
    struck.includes(key) || answer.date < stored.surveyDate ? [] : [answer],
  );
}

function instantOf({ created, _id }: PlainScreening): number {
  return created === undefined ? Number(_id.split('_').at(-2)) : Date.parse(created);
}

/** Every child that a choice between its versions could give. */
export function possibleChildren(child: Versions<PlainChild>): PlainChild[] {
  return possible(child, IN_CHILD);
}

/** The visits of a child in their total order, each read in every way that is possible. */
export function visitsOf(
  { child, screenings }: PlainHistory,
  children: readonly PlainChild[],
  tomorrow: string,
  growth: PlainGrowth,
): Visit[] {
  const ordered = [...screenings].sort(
    ({ stored: a }, { stored: b }) =>
      a.surveyDate.localeCompare(b.surveyDate) ||
      instantOf(a) - instantOf(b) ||
      (a._id < b._id ? -1 : 1),
  );
  return ordered.map((each) => {
    const chosen = possible(each, IN_SCREENING);
    return {
      date: each.stored.surveyDate,
      isAhead: each.stored.surveyDate > tomorrow,
      isContested: each.others.length > 0 || child.others.length > 0,
      readings: [...chosen, ...each.others].flatMap((screening) =>
        children.map((child) => readPlainly(screening, child, growth)),
      ),
      chosen: chosen.length * children.length,
      outcomes: outcomesOf(each),
      clinic: clinicOf(each),
      screenings: [each.stored, ...each.others],
    };
  });
}
