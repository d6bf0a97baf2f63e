import backup from './es/backup.json' with { type: 'json' };
import card from './es/card.json' with { type: 'json' };
import day from './es/day.json' with { type: 'json' };
import hand from './es/hand.json' with { type: 'json' };
import removed from './es/removed.json' with { type: 'json' };
import sync from './es/sync.json' with { type: 'json' };
import waiting from './es/waiting.json' with { type: 'json' };
import type { TierSentences } from './keys.ts';

/** Spanish sentences of the synchronisation pages, of the growth card and of the screening day. */
export const SPANISH_SYNC: TierSentences<'sync'> = {
  ...backup,
  ...card,
  ...day,
  ...hand,
  ...removed,
  ...sync,
  ...waiting,
};
