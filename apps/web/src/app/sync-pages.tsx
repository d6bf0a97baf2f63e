import { SyncDesk } from './sync-desk.tsx';

/**
 * The pages of synchronisation, of conflicts and refusals, of the backup file, of the screening day
 * and of a child's printed card: each is a separate chunk, and so is this list. They are stored for
 * offline use.
 */
export const SYNC_PAGES = {
  SyncPage: async () => {
    const { SyncPage } = await import('../features/sync/sync-page.tsx');
    return () => <SyncPage desk={SyncDesk} />;
  },
  SyncInfoPage: async () => (await import('../features/sync/sync-info-page.tsx')).SyncInfoPage,
  SyncErrorPage: async () => (await import('../features/sync/sync-error-page.tsx')).SyncErrorPage,
  WaitingPage: async () => (await import('../features/conflicts/waiting-page.tsx')).WaitingPage,
  ChoosePage: async () => (await import('../features/conflicts/choose-page.tsx')).ChoosePage,
  BackupPage: async () => (await import('../features/backup/backup-page.tsx')).BackupPage,
  HandOverPage: async () => (await import('../features/backup/hand-over-page.tsx')).HandOverPage,
  ReceivePage: async () => (await import('../features/backup/receive-page.tsx')).ReceivePage,
  GrowthCardPage: async () =>
    (await import('../features/screenings/growth-card/growth-card-page.tsx')).GrowthCardPage,
  DayPage: async () => (await import('../features/children/day/day-page.tsx')).DayPage,
  RemovedPage: async () =>
    (await import('../features/children/removed/removed-page.tsx')).RemovedPage,
  LocalCopyPage: async () => (await import('../features/backup/local-copy-page.tsx')).LocalCopyPage,
} as const;
