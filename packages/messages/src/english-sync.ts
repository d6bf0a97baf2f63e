import backup from './en/backup.json' with { type: 'json' };
import sync from './en/sync.json' with { type: 'json' };
import waiting from './en/waiting.json' with { type: 'json' };

/** What the pages of synchronisation speak besides: syncing, what waits for a person, backup. */
export const ENGLISH_SYNC = { ...backup, ...sync, ...waiting };
