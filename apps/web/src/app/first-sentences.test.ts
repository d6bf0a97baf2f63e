import { FIRST_SENTENCES, loadSentences } from '@crece/messages';
import { describe, expect, it } from 'vitest';

const found = import.meta.glob(['../**/*.{ts,tsx}', '!**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
}) as Record<string, string>;

/** Source files by their path from this folder. */
const sources = Object.fromEntries(
  Object.entries(found).map(([file, source]) => [file.replace(/^\.\//, '../app/'), source]),
);

/** The entry points of the first load of the children list; error pages need nothing else. */
const FIRST = [
  '../main.tsx',
  '../app/error-pages.tsx',
  '../features/places/countries-page.tsx',
  '../features/places/units-page.tsx',
  '../features/children/child-list-page.tsx',
];

const STATIC_IMPORT = /^(?:import|export)\s(?!type\b)[^;]*?'(\.[^']+\.tsx?)';/gms;

function pathFrom(file: string, imported: string): string {
  // A made-up host, only to resolve relative paths.
  const folder = new URL(file, 'http://x/a/b/');
  return `..${new URL(imported, folder).pathname.replace('/a', '')}`;
}

/** These files and all their static imports. */
function withImports(files: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    const source = sources[file];
    if (source === undefined) throw new Error(`There is no ${file}`);
    for (const [, imported = ''] of source.matchAll(STATIC_IMPORT)) visit(pathFrom(file, imported));
  };
  for (const file of files) visit(file);
  return seen;
}

const KEY = /['"`]([a-z]+\.(?:[\w.:-]|[\w.:-] (?=[\w]))+)['"`]/g;
const KEY_WITH_GAP = /`([a-z]+\.[\w .:-]*)\$\{[^}]*\}([\w.:-]*)`/g;

describe('the sentences of the first screens', async () => {
  const all = Object.keys(await loadSentences('en', 'desk'));
  const later = all.filter((key) => !Object.hasOwn(FIRST_SENTENCES, key));
  const files = withImports(FIRST);

  it('contain every sentence used by places, the children list, the header and the error pages', () => {
    expect(files.size).toBeGreaterThan(60);
    expect(later.length).toBeGreaterThan(300);
    const wrong = [...files].flatMap((file) => {
      const source = sources[file] ?? '';
      const whole = [...source.matchAll(KEY)].map(([, key = '']) => key);
      const inParts = [...source.matchAll(KEY_WITH_GAP)];
      return later
        .filter(
          (key) =>
            whole.includes(key) ||
            inParts.some(([, start = '', end = '']) => key.startsWith(start) && key.endsWith(end)),
        )
        .map((key) => `${file}: ${key}`);
    });
    expect(wrong).toEqual([]);
  });
});
