/** How numbers of a country are dialled. */
export interface CallingPlan {
  /** The country's calling code. */
  readonly prefix: string;
  /** Digits of a national number, the least and the most, without the prefix and the trunk's zero. */
  readonly digits: readonly [number, number];
  /** What is dialled before a national number inside the country, and left out after the prefix. */
  readonly trunk?: '0';
}

/**
 * Country code of the catalogue → how its numbers are dialled. Calling codes: ITU-T Recommendation E.164,
 * list of assigned country codes (Annex to ITU Operational Bulletin 1114); lengths: the national numbering plans that
 * countries present to ITU (E.129). A country that an administrator adds has none.
 */
const PLANS: Readonly<Record<string, CallingPlan>> = {
  BOL: { prefix: '591', digits: [8, 8], trunk: '0' },
  BRA: { prefix: '55', digits: [10, 11], trunk: '0' },
  COL: { prefix: '57', digits: [10, 10], trunk: '0' },
  ECU: { prefix: '593', digits: [8, 9], trunk: '0' },
  GHA: { prefix: '233', digits: [9, 9], trunk: '0' },
  GTM: { prefix: '502', digits: [8, 8] },
  HND: { prefix: '504', digits: [8, 8] },
  HTI: { prefix: '509', digits: [8, 8] },
  KHM: { prefix: '855', digits: [8, 9], trunk: '0' },
  KIR: { prefix: '686', digits: [5, 8] },
  LIB: { prefix: '231', digits: [7, 9], trunk: '0' },
  MDG: { prefix: '261', digits: [9, 9], trunk: '0' },
  MNG: { prefix: '976', digits: [8, 8], trunk: '0' },
  NGA: { prefix: '234', digits: [8, 10], trunk: '0' },
  NIC: { prefix: '505', digits: [8, 8] },
  PER: { prefix: '51', digits: [8, 9], trunk: '0' },
  PHL: { prefix: '63', digits: [8, 10], trunk: '0' },
  PRY: { prefix: '595', digits: [7, 9], trunk: '0' },
  SLV: { prefix: '503', digits: [8, 8] },
  VEN: { prefix: '58', digits: [10, 10], trunk: '0' },
  WAL: { prefix: '232', digits: [8, 8], trunk: '0' },
  ZWE: { prefix: '263', digits: [7, 9], trunk: '0' },
};

/** How numbers are dialled that begin with a calling code of the catalogue; null: with none of them. */
export function planOfPrefixed(digits: string): CallingPlan | null {
  return Object.values(PLANS).find(({ prefix }) => digits.startsWith(prefix)) ?? null;
}

/** How numbers of a country of the catalogue are dialled; null: not known. */
export function callingPlan(countryCode: string): CallingPlan | null {
  return Object.hasOwn(PLANS, countryCode) ? (PLANS[countryCode] ?? null) : null;
}
