import type { PagesOf } from '../../shared/navigation/feature.ts';
import type { backup } from './feature.ts';

export const PAGES = {
  backup: async () => (await import('./backup-page.tsx')).BackupPage,
  localCopy: async () => (await import('./local-copy-page.tsx')).LocalCopyPage,
  handOver: async () => (await import('./hand-over-page.tsx')).HandOverPage,
  receive: async () => (await import('./receive-page.tsx')).ReceivePage,
} satisfies PagesOf<typeof backup>;
