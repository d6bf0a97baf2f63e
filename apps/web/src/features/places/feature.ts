import type { Feature, Keeping } from '../../shared/navigation/feature.ts';

/** The countries and the units in which a person works. */
export const places = {
  speaks: 'first',
  pages: {
    home: { at: '/' },
    countries: { at: '/children/countries/:networkFirst' },
    units: { at: '/children/list/stakes/:country' },
  },
} as const satisfies Feature;

export const keep = {
  '.': 'later',
  '../../data/demonstration.ts': 'on-demand',
  '../../../../../packages/domain/src/demo/demo-records.ts': 'on-demand',
} satisfies Keeping;
