import type { Feature, Keeping } from '../../shared/navigation/feature.ts';

/** Reports of a unit, a country or everywhere, and the files made of them. */
export const reports = {
  needs: 'report-unit',
  speaks: 'desk',
  pages: {
    report: {
      at: '/children/report/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect',
      isLocal: true,
    },
    mine: { at: '/children/reports' },
    file: { at: '/files/:fileToDownload', needs: 'download-file' },
  },
} as const satisfies Feature;

export const keep = {
  '.': 'desk',
} satisfies Keeping;
