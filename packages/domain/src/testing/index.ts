export {
  plainGrowth,
  type RandomHistory,
  randomHistory,
} from '../standing/testing/random-histories.ts';
export {
  type PlainRules,
  type PlainVerdict,
  StandingByTable,
  type Versions,
} from '../standing/testing/standing-by-table.ts';
export * from './records.ts';
