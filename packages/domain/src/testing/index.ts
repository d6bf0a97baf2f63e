export {
  standingOf as standingOfHistory,
  verdictOf,
} from '../standing/testing/compare-standings.ts';
export type { PlainHistory, Versions } from '../standing/testing/plain-visits.ts';
export {
  plainGrowth,
  type RandomHistory,
  randomHistory,
} from '../standing/testing/random-histories.ts';
export {
  type PlainRules,
  type PlainVerdict,
  StandingByTable,
} from '../standing/testing/standing-by-table.ts';
export * from './records.ts';
