import admin from './es/admin.json' with { type: 'json' };
import type { TierSentences } from './keys.ts';

/** Spanish sentences of the administration. */
export const SPANISH_ADMIN: TierSentences<'admin'> = { ...admin };
