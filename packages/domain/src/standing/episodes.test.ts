import { expect, it } from 'vitest';
import { referralEpisodes } from './episodes.ts';
import { standingScreening } from './standing-facts.ts';
import { standingOf } from './testing/compare-standings.ts';
import { plusDays } from './testing/plain-calendar.ts';
import { type RandomHistory, randomHistory } from './testing/random-histories.ts';

const RUNS = Number(process.env['CRECE_PROPERTY_RUNS'] ?? 1_000);
const SEED = Number(process.env['CRECE_SEED'] ?? Date.now() % 1_000_000_000);

function episodesOf(history: RandomHistory) {
  const { child, screenings, today, rules } = history;
  const versions = {
    child: () => child.others,
    screening: ({ _id }: { _id: string }) =>
      screenings.find(({ stored }) => stored._id === _id)?.others ?? [],
  };
  const all = screenings.map(({ stored }) => stored);
  const read = all.map((each) => standingScreening(each, child.stored, versions));
  const standing = standingOf(history);
  const { table } = rules;
  return {
    standing,
    episodes: referralEpisodes({ read, screenings: all, standing, table, today }),
  };
}

it(`a referral is open as an episode when it is open as a standing, in ${RUNS} random histories`, () => {
  let open = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const history = randomHistory(SEED + run);
    const { standing, episodes } = episodesOf(history);
    const told = `CRECE_SEED=${SEED + run}: ${JSON.stringify({ standing, episodes })}`;
    const still = episodes.filter(({ isOpen }) => isOpen);
    expect(still.length, told).toBe(standing.referral === null ? 0 : 1);
    // Only the last one may be open, each begins after the one before, and has a sign.
    expect(
      episodes.slice(0, -1).some(({ isOpen }) => isOpen),
      told,
    ).toBe(false);
    expect(
      episodes.map(({ since }) => since),
      told,
    ).toEqual(episodes.map(({ since }) => since).toSorted());
    expect(
      episodes.every(({ signs }) => signs.length > 0),
      told,
    ).toBe(true);
    const [one] = still;
    if (one === undefined || standing.referral === null) continue;
    open += 1;
    expect(one.since <= standing.referral.since, told).toBe(true);
    for (const { sign } of standing.referral.signs) expect(one.signs, told).toContain(sign);
    const isAnswered = standing.referral.signs.some(({ answer }) => answer !== null);
    if (one.isLost) expect(isAnswered, told).toBe(false);
    // Only an admission of before may answer what has no word of its own.
    const isToldBefore = standing.referral.signs.some(
      ({ answer, lastAnswer }) =>
        answer !== null || (lastAnswer !== null && lastAnswer.date >= one.since),
    );
    // A clinic's "died" of a child that was screened since is a word, and no result.
    const isSaid = one.outcome !== null || one.contradicted.length > 0;
    if (!isSaid && !isToldBefore) {
      expect(one.isLost, told).toBe(
        history.today >= plusDays(standing.referral.since, history.rules.table.lostDays),
      );
    }
  }
  expect(open).toBeGreaterThan(RUNS / 50);
}, 60_000);
