import backup from './es/backup.json' with { type: 'json' };
import card from './es/card.json' with { type: 'json' };
import hand from './es/hand.json' with { type: 'json' };
import sync from './es/sync.json' with { type: 'json' };
import waiting from './es/waiting.json' with { type: 'json' };
import type { TierSentences } from './keys.ts';

/** Spanish sentences of the synchronisation pages and of the growth card. */
export const SPANISH_SYNC: TierSentences<'sync'> = {
  ...backup,
  ...card,
  ...hand,
  ...sync,
  ...waiting,
};
