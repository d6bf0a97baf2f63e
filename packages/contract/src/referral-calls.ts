import { REFUSED } from './errors.ts';
import { API_PATHS } from './paths.ts';
import { referralBody, referralRequest } from './referral.ts';

/** The call of whoever holds a slip: no account is asked for. */
export const REFERRAL_CALLS = {
  answerReferral: {
    method: 'POST',
    url: API_PATHS.referral,
    schema: {
      summary: 'What became of a referral; the same answer for every slip, known or not',
      body: referralRequest,
      response: { 202: referralBody, ...REFUSED },
    },
  },
} as const;
