import guidance from './es/guidance.json' with { type: 'json' };
import type { TierSentences } from './keys.ts';

/** Spanish of the panel of WHO's guidance. */
export const SPANISH_GUIDANCE: TierSentences<'guidance'> = { ...guidance };
