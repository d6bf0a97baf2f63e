/** What a unit needs for conflicts, removed records and its size, and not for its list. */
export * from '../conflicts/index.ts';
export { insideOf } from './inside.ts';
export { compactUnit, measureUnit } from './local-size.ts';
