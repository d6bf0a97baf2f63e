import type { Sentences } from '@crece/messages';
import { describe, expect, it } from 'vitest';
import { loadSentences } from '../../data/sentences.ts';

/** Source files of the lock and of the device page, which work offline. */
const sources = import.meta.glob(
  [
    './*.{ts,tsx}',
    '../../shared/lock/*.tsx',
    '../settings/{device-page,pin-card,pin-form,people-card,install-line,settings-frame}.tsx',
    '!**/*.test.*',
  ],
  { query: '?raw', import: 'default', eager: true },
) as Record<string, string>;

const KEY = /\bt\(\s*[^)]*?['"`]((?:[a-z]+)\.[\w.-]+)['"`]/g;

describe('parts that must have their sentences offline', () => {
  it.each(['en', 'es'] as const)(
    'parts that work offline have all of their sentences on the device (%s)',
    async (language) => {
      const here: Sentences = await loadSentences(language, 'first');
      const spoken = Object.entries(sources).flatMap(([file, source]) =>
        [...source.matchAll(KEY)].map(([, key = '']) => ({ file, key })),
      );
      expect(Object.keys(sources).length).toBe(12);
      expect(spoken.length).toBeGreaterThan(50);
      expect(spoken.filter(({ key }) => !Object.hasOwn(here, key))).toEqual([]);
    },
  );
});
