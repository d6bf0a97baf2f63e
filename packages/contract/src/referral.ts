import { CLINIC_OUTCOMES } from '@crece/domain';
import { z } from 'zod';

/** A slip with its blanks and hyphens, and a place before it is tidied: longer is no answer. */
const MOST_OF_SLIP = 64;
const MOST_OF_PLACE = 200;

/** What became of a referral, as the holder of its slip says. */
export const referralRequest = z.object({
  slip: z.string().max(MOST_OF_SLIP),
  outcome: z.enum(CLINIC_OUTCOMES),
  day: z.iso.date(),
  place: z.string().max(MOST_OF_PLACE).optional(),
});
export type ReferralRequest = z.infer<typeof referralRequest>;

/** The same for every slip, known or not. */
export const referralBody = z.object({ received: z.literal(true) });
