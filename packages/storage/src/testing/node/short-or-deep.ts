/** Whether this is `npm run test:deep` (`CRECE_DEEP=1`). */
export const IS_DEEP = process.env['CRECE_DEEP'] === '1';

/** A number for `npm test`, and the larger one that `npm run test:deep` takes. */
export function shortOrDeep(short: number, deep: number): number {
  return IS_DEEP ? deep : short;
}

/**
 * How many random histories there are, and which: `npm test` repeats the same ones, so that it says of
 * two builds the same; `npm run test:deep` takes new ones, or those of `CRECE_SEED`. One that fails ends
 * it: a smaller one would need other units for each try.
 */
export function histories(short: number, deep: number) {
  const asked = process.env['CRECE_SEED'];
  const seed = asked === undefined ? 17 : Number(asked);
  const isNew = IS_DEEP && asked === undefined;
  return { numRuns: shortOrDeep(short, deep), endOnFailure: true, ...(isNew ? {} : { seed }) };
}
