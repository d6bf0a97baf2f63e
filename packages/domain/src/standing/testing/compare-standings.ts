import { withoutUndefined } from '../../base/optional.ts';
import { readContested } from '../../screening/contested-screening.ts';
import { visitFinding } from '../../screening/next-visit.ts';
import { futureDated, newestScreening } from '../../screening/order.ts';
import { childStandingFacts } from '../child-standing.ts';
import { type Standing, type StandingChild, standingOn } from '../standing.ts';
import { plainGrowth, type RandomHistory } from './random-histories.ts';
import { type PlainVerdict, StandingByTable } from './standing-by-table.ts';

/** The standing of a random child, from its records and their open versions. */
export function standingOf({ child, screenings, today, rules }: RandomHistory): Standing {
  const versions = {
    child: () => child.others,
    screening: ({ _id }: { _id: string }) =>
      screenings.find(({ stored }) => stored._id === _id)?.others ?? [],
  };
  const all = screenings.map(({ stored }) => stored);
  const newest = newestScreening(all, today);
  const worst =
    newest === null
      ? null
      : readContested([newest, ...versions.screening(newest)], [child.stored, ...child.others], {
          isFirst: false,
          isNewest: true,
        });
  const isContested =
    newest !== null && child.others.length + versions.screening(newest).length > 0;
  const foodFrom = isContested ? worst?.foodFrom : undefined;
  const found = worst && visitFinding(worst.reading, worst.screening.muac);
  const read = worst && found && { screening: worst.screening, found };
  const { birthDate, birthDateEstimated } = child.stored;
  const row: StandingChild = {
    ...withoutUndefined({ birthDate, birthDateEstimated }),
    standing: childStandingFacts(child.stored, all, read, today, versions),
    ...(read === null
      ? {}
      : { newest: { ...read.found, surveyDate: read.screening.surveyDate, foodFrom } }),
    ...(all.some((each) => futureDated(each, today)) ? { dateToCheck: true as const } : {}),
  };
  return standingOn(row, today, rules);
}

/** What the table says too. */
export function verdictOf({ referral, next, section }: Standing): PlainVerdict {
  return {
    signs: referral?.signs.map(({ sign, since, state }) => ({ sign, since, state })) ?? [],
    referral: referral?.state ?? null,
    next: next === null ? null : { date: next.date, reason: next.reason },
    section,
    isHandedOver: next?.handOver === true,
  };
}

/** The verdict of `standingOn`, those of the table, and whether it is one of them. */
export function compared(history: RandomHistory) {
  const { today, rules } = history;
  const plain = { ...rules.table, infantMuacLine: rules.infantMuacLine };
  const byTable = new StandingByTable(history, today, plain, plainGrowth).verdicts();
  const own = verdictOf(standingOf(history));
  const text = JSON.stringify(own);
  return { isEqual: byTable.some((each) => JSON.stringify(each) === text), own, byTable };
}

/** The history without all that the difference does not need, for people to read. */
export function smallest(history: RandomHistory): RandomHistory {
  const { child, screenings } = history;
  const smaller: RandomHistory[] = [
    ...screenings.map((one) => ({
      ...history,
      screenings: screenings.filter((each) => each !== one),
    })),
    ...(child.others.length === 0 ? [] : [{ ...history, child: { ...child, others: [] } }]),
    ...screenings.flatMap((one, at) =>
      one.others.length === 0
        ? []
        : [{ ...history, screenings: screenings.with(at, { ...one, others: [] }) }],
    ),
  ];
  const still = smaller.find((each) => !compared(each).isEqual);
  return still === undefined ? history : smallest(still);
}
