import backup from './en/backup.json' with { type: 'json' };
import card from './en/card.json' with { type: 'json' };
import day from './en/day.json' with { type: 'json' };
import hand from './en/hand.json' with { type: 'json' };
import removed from './en/removed.json' with { type: 'json' };
import sync from './en/sync.json' with { type: 'json' };
import waiting from './en/waiting.json' with { type: 'json' };

/** Additional sentences of the synchronisation pages, of the growth card and of the screening day. */
export const ENGLISH_SYNC = {
  ...backup,
  ...card,
  ...day,
  ...hand,
  ...removed,
  ...sync,
  ...waiting,
};
