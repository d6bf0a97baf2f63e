import type { Feature, Keeping } from '../../shared/navigation/feature.ts';

/** Records in files: the backup, the hand-over from phone to phone, the copy on this device. */
export const backup = {
  speaks: 'later',
  pages: {
    backup: { at: '/children/backup' },
    localCopy: { at: '/children/local/:stakeDB/:stakeName' },
    handOver: { at: '/children/handover/:stakeDB/:stakeName' },
    receive: { at: '/children/receive' },
  },
} as const satisfies Feature;

export const keep = {
  '.': 'later',
  '../../../../../packages/storage/src/engine/backup/index.ts': 'later',
  '../../../../../packages/storage/src/engine/remove-local-copy.ts': 'later',
} satisfies Keeping;
