import admin from './en/admin.json' with { type: 'json' };

/** What the administration speaks besides. */
export const ENGLISH_ADMIN = { ...admin };
