import accounts from './es/accounts.json' with { type: 'json' };
import lock from './es/lock-later.json' with { type: 'json' };
import settings from './es/settings.json' with { type: 'json' };
import sync from './es/sync-later.json' with { type: 'json' };
import type { TierSentences } from './keys.ts';

/** Spanish sentences of the account and settings pages. */
export const SPANISH_ACCOUNTS: TierSentences<'accounts'> = {
  ...accounts,
  ...lock,
  ...settings,
  ...sync,
};
