import { FIRST_SENTENCES } from '@crece/messages';
import { describe, expect, it } from 'vitest';

/** Sources of what the first screens may draw, tests apart. */
const sources = import.meta.glob(
  [
    '../{app,components,data,offline}/**/*.{ts,tsx}',
    '../features/{places,children}/**/*.{ts,tsx}',
    '!**/*.test.*',
  ],
  { query: '?raw', import: 'default', eager: true },
) as Record<string, string>;

const firstAreas = new Set(Object.keys(FIRST_SENTENCES).map((key) => key.split('.')[0]));
const LATER = /['"`](charts|mothers|screenings)\.[\w.-]+['"`]/g;

describe('the sentences of the first screens', () => {
  it('are of no area that is loaded later', () => {
    expect(
      [...firstAreas].filter((area) => /^(charts|mothers|screenings)$/.test(area ?? '')),
    ).toEqual([]);
    expect(firstAreas.size).toBeGreaterThanOrEqual(6);
  });

  it('are all that places, the children list and shared parts speak', () => {
    expect(Object.keys(sources).length).toBeGreaterThan(40);
    const later = Object.entries(sources).flatMap(([file, source]) =>
      [...source.matchAll(LATER)].map(([key]) => `${file}: ${key}`),
    );
    expect(later).toEqual([]);
  });
});
