import backup from './es/backup.json' with { type: 'json' };
import hand from './es/hand.json' with { type: 'json' };
import sync from './es/sync.json' with { type: 'json' };
import waiting from './es/waiting.json' with { type: 'json' };
import type { TierSentences } from './keys.ts';

/** Spanish sentences of the synchronisation pages. */
export const SPANISH_SYNC: TierSentences<'sync'> = { ...backup, ...hand, ...sync, ...waiting };
