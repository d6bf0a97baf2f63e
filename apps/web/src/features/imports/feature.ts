import type { Feature, Keeping } from '../../shared/navigation/feature.ts';

/** Lists and records from a file. */
export const imports = {
  needs: 'upload',
  speaks: 'desk',
  pages: {
    import: { at: '/children/import/:stakeDB/:stakeName' },
  },
} as const satisfies Feature;

export const keep = {
  '.': 'desk',
  '../../api/csv-channel.ts': 'on-demand',
  '../../../../../packages/messages/src/imports.en.json': 'desk',
} satisfies Keeping;
