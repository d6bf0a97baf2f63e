/** What the writer that is killed writes to, and what a batch of its documents counts. */
export const CRASH_DATABASES = ['unit_la_paz', 'sys_accounts'] as const;
export const BATCH_SIZE = 40;
