/**
 * Returns the first number for `npm test`, and the larger one for `npm run test:deep`
 * (`CRECE_DEEP=1`).
 */
export function shortOrDeep(short: number, deep: number): number {
  return process.env['CRECE_DEEP'] === '1' ? deep : short;
}
