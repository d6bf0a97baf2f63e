/** The databases and the batch size of the writer that the crash test kills. */
export const CRASH_DATABASES = ['unit_la_paz', 'sys_accounts'] as const;
export const BATCH_SIZE = 40;
