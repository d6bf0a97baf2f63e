import {
  type Child,
  completedMonthsBetween,
  daysSince,
  type EpisodeOutcome,
  futureDated,
  type IsoDate,
  type NextVisitRules,
  REFER_SIGNS,
  type ReferralEpisode,
  referralEpisodes,
  type Standing,
  type StandingScreening,
} from '@crece/domain';
import type { ReportWords } from '@crece/messages/report-words';
import { defineReport, type RowContext } from '../base/report.ts';
import type { ChildRecords } from '../base/report-records.ts';
import { answerColumn, dateColumn, numberColumn, textColumn } from '../base/table.ts';
import { childrenInOrder } from './people.ts';
import { entriesOf, readingsOf, standingOfRecords } from './reported-screenings.ts';

/** Whether any screening shows a sign: nearly every child has none, and no referral. */
export function hasShown(read: readonly StandingScreening[]): boolean {
  return read.some(({ signs }) => REFER_SIGNS.some((sign) => signs[sign].effect === 'shows'));
}

/** The referrals of a child, the first one first. */
export function episodesOf(
  { screenings, versions }: ChildRecords,
  read: readonly StandingScreening[],
  standing: Standing,
  { table }: NextVisitRules,
  today: IsoDate,
): readonly ReferralEpisode[] {
  if (!hasShown(read)) return [];
  const all = versions === undefined ? screenings : [...screenings, ...versions.screenings];
  return referralEpisodes({ read, screenings: all, standing, table, today });
}

interface ReferralRow {
  readonly child: Child;
  readonly age: number | null;
  readonly episode: ReferralEpisode;
  readonly context: RowContext;
}

function saidBy({ by, outcome, date }: EpisodeOutcome, words: ReportWords): string {
  const said = words.word(`referral.outcome.${outcome}`);
  return words.word('referral.otherwise', { by: words.word(`referral.by.${by}`), said, date });
}

/** Whose word the outcome is, if there is one; behind it, who says something else. */
function byCell({ episode, context: { words } }: ReferralRow): string | null {
  const { outcome, contradicted } = episode;
  const own = outcome === null ? [] : [words.word(`referral.by.${outcome.by}`)];
  return [...own, ...contradicted.map((each) => saidBy(each, words))].join('; ') || null;
}

function* rowsOf(records: ChildRecords, context: RowContext): Generator<ReferralRow> {
  const { today, rules, months } = context;
  const read = readingsOf(records);
  if (!hasShown(read)) return;
  const { child } = records;
  const [newest] = [...entriesOf(records)].filter((one) => !futureDated(one.screening, today));
  const standing = standingOfRecords(records, newest, today, rules, read);
  for (const episode of episodesOf(records, read, standing, rules, today)) {
    if (completedMonthsBetween(episode.since, today) > months) continue;
    yield { child, age: standing.ageMonths, episode, context };
  }
}

/** Every referral that began at most the requested number of months ago, and what became of it. */
export const REFERRALS_REPORT = defineReport<ReferralRow>(
  [
    textColumn('country', ({ context }) => context.unit.countryName),
    textColumn('stake', ({ context }) => context.unit.stakeName),
    textColumn('ward', ({ child }) => child.ward),
    textColumn('firstName', ({ child }) => child.firstName),
    textColumn('lastName', ({ child }) => child.lastName),
    numberColumn('age', ({ age }) => age),
    textColumn('mother', ({ child }) => child.mother),
    textColumn('sign', ({ episode, context }) =>
      episode.signs.map((sign) => context.words.word(`referral.name.${sign}`)).join('; '),
    ),
    dateColumn('since', ({ episode }) => episode.since),
    textColumn('outcome', ({ episode: { outcome }, context }) =>
      outcome === null ? null : context.words.word(`referral.outcome.${outcome.outcome}`),
    ),
    dateColumn('day', ({ episode }) => episode.outcome?.date),
    textColumn('by', byCell),
    textColumn('place', ({ episode }) => episode.outcome?.place),
    numberColumn('days', ({ episode }) =>
      episode.outcome === null ? null : daysSince(episode, episode.outcome.date),
    ),
    answerColumn('lost', ({ episode }) => episode.isLost),
  ],
  function* (records, context) {
    for (const one of yield* childrenInOrder(records, context)) {
      yield* rowsOf(one, context);
      yield null;
    }
  },
);
