import accounts from './en/accounts.json' with { type: 'json' };
import lock from './en/lock-later.json' with { type: 'json' };
import settings from './en/settings.json' with { type: 'json' };
import sync from './en/sync-later.json' with { type: 'json' };

/** Additional sentences of the account and settings pages. */
export const ENGLISH_ACCOUNTS = { ...accounts, ...lock, ...settings, ...sync };
