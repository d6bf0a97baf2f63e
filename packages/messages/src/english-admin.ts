import admin from './en/admin.json' with { type: 'json' };

/** Additional sentences of the administration. */
export const ENGLISH_ADMIN = { ...admin };
