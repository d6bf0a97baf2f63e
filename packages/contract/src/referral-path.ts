/** POST: what became of a referral, said by whoever holds its slip; the answer says nothing. */
export const REFERRAL_PATH = '/api/referral';
/** Longest body of that call. */
export const REFERRAL_BYTES = 1_024;
