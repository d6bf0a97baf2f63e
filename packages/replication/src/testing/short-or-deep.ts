/** A number for `npm test`, and the larger one that `npm run test:deep` (`CRECE_DEEP=1`) takes. */
export function shortOrDeep(short: number, deep: number): number {
  return process.env['CRECE_DEEP'] === '1' ? deep : short;
}
