/**
 * Set by `npm run test:deep`: rounds are longer, and tests with the tag `@deep` run too, which the
 * ordinary run skips.
 */
export const IS_DEEP = process.env['CRECE_DEEP'] === '1';

/** The first value in a deep run, else the second. */
export const deep = (long: number, short: number): number => (IS_DEEP ? long : short);
