/**
 * `npm run test:deep` sets it: rounds are long then, and tests with the tag `@deep` run, too, which
 * the ordinary run leaves out.
 */
export const IS_DEEP = process.env['CRECE_DEEP'] === '1';

/** The first in a deep run, else the second. */
export const deep = (long: number, short: number): number => (IS_DEEP ? long : short);
