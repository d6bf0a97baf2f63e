/** Whether this is `npm run test:deep` (`CRECE_DEEP=1`), which also tries what others prove below it. */
export const IS_DEEP = process.env['CRECE_DEEP'] === '1';

/** Returns the first number for `npm test`, and the larger one for `npm run test:deep`. */
export function shortOrDeep(short: number, deep: number): number {
  return IS_DEEP ? deep : short;
}
