import type { Standing } from '@crece/domain';
import {
  plainGrowth,
  type RandomHistory,
  randomHistory,
  StandingByTable,
  standingOfHistory,
  verdictOf,
} from '@crece/domain/testing';
import { expect, it } from 'vitest';
import {
  faultOfSight,
  placesOf,
  type RecordsOfChild,
  rowOfRecords,
  standingOfReport,
  standingOfRow,
} from './support/standings.ts';

const IS_DEEP = process.env['CRECE_DEEP'] === '1';
const RUNS = Number(process.env['CRECE_PROPERTY_RUNS'] ?? (IS_DEEP ? 100_000 : 500));
/** `CRECE_SEED=17` repeats a run: history n of it has the seed 17 + n. */
const SEED = Number(process.env['CRECE_SEED'] ?? Date.now() % 1_000_000_000);

function recordsOf({ child, screenings }: RandomHistory): RecordsOfChild {
  return {
    child: child.stored,
    screenings: screenings.map(({ stored }) => stored),
    otherChildren: child.others,
    otherScreenings: screenings.flatMap(({ others }) => others),
  };
}

/** Everything that a view tells of a standing. */
const told = (standing: Standing) => JSON.parse(JSON.stringify(standing)) as unknown;

function expectAgreement(history: RandomHistory): void {
  const { today, rules } = history;
  const records = recordsOf(history);
  const asked = { today, rules };
  const row = rowOfRecords(records, today);
  const standing = standingOfRow(row, asked);
  expect(told(standingOfReport(records, asked)), 'report').toEqual(told(standing));
  expect(told(standingOfHistory(history)), "child's page").toEqual(told(standing));
  const plain = { ...rules.table, infantMuacLine: rules.infantMuacLine };
  const verdicts = new StandingByTable(history, today, plain, plainGrowth).verdicts();
  const own = JSON.stringify(verdictOf(standing));
  const verdict = verdicts.find((each) => JSON.stringify(each) === own);
  if (verdict === undefined) expect.fail(`${own} instead of ${JSON.stringify(verdicts)}`);
  expect(faultOfSight(verdict, placesOf(row, records, asked))).toBeNull();
}

it(
  `list, page, report, due list and desk have the same standing of ${RUNS} random children`,
  () => {
    for (let run = 0; run < RUNS; run += 1) {
      const history = randomHistory(SEED + run);
      try {
        expectAgreement(history);
      } catch (error) {
        throw new Error(`CRECE_SEED=${SEED + run}: ${JSON.stringify(history)}`, { cause: error });
      }
    }
  },
  Math.max(60_000, RUNS * 5),
);
