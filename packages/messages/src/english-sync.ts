import backup from './en/backup.json' with { type: 'json' };
import hand from './en/hand.json' with { type: 'json' };
import sync from './en/sync.json' with { type: 'json' };
import waiting from './en/waiting.json' with { type: 'json' };

/** Additional sentences of the synchronisation pages: sync, conflicts and refusals, backup. */
export const ENGLISH_SYNC = { ...backup, ...hand, ...sync, ...waiting };
