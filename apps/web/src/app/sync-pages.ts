import type { RoutePattern } from '@crece/domain';
import type { ComponentType } from 'react';

/**
 * The pages of synchronisation, of what waits for a person and of the backup file, by their routes:
 * each a chunk of its own, and so is this list. They are kept for use without a connection.
 */
export const SYNC_PAGES = {
  '/children/sync/:stakeDB/:stakeName/:screenType': async () =>
    (await import('../features/sync/sync-page.tsx')).SyncPage,
  '/children/syncinfo': async () =>
    (await import('../features/sync/sync-info-page.tsx')).SyncInfoPage,
  '/sync-error': async () => (await import('../features/sync/sync-error-page.tsx')).SyncErrorPage,
  '/children/waiting/:stakeDB/:stakeName': async () =>
    (await import('../features/waiting/waiting-page.tsx')).WaitingPage,
  '/children/waiting/:stakeDB/:stakeName/:recordId': async () =>
    (await import('../features/waiting/choose-page.tsx')).ChoosePage,
  '/children/backup': async () => (await import('../features/backup/backup-page.tsx')).BackupPage,
  '/children/local/:stakeDB/:stakeName': async () =>
    (await import('../features/backup/local-copy-page.tsx')).LocalCopyPage,
} as const satisfies Partial<Record<RoutePattern, () => Promise<ComponentType>>>;
