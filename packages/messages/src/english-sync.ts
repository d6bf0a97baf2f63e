import backup from './en/backup.json' with { type: 'json' };
import card from './en/card.json' with { type: 'json' };
import hand from './en/hand.json' with { type: 'json' };
import sync from './en/sync.json' with { type: 'json' };
import waiting from './en/waiting.json' with { type: 'json' };

/** Additional sentences of synchronisation, conflicts and refusals, backup and the growth card. */
export const ENGLISH_SYNC = { ...backup, ...card, ...hand, ...sync, ...waiting };
