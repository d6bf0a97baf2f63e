import guidance from './es/guidance.json' with { type: 'json' };
import type { TierSentences } from './keys.ts';

/** Spanish sentences of the WHO guidance panel. */
export const SPANISH_GUIDANCE: TierSentences<'guidance'> = { ...guidance };
