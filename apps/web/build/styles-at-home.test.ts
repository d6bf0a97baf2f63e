import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url));

/** Classes that two rooms style on purpose: the list with a child beside it, and the lock. */
const OF_TWO_ROOMS = new Set(['split', 'lock']);

/** The room of a stylesheet: `features/admin`, `shared/due`, `ui`. */
function roomOf(file: string): string {
  const [first = '', second = ''] = file.split('/');
  return first === 'features' || first === 'shared' ? `${first}/${second}` : first;
}

/** A stylesheet without its comments and without what it says for paper. */
function onScreen(css: string): string {
  const bare = css.replace(/\/\*.*?\*\//gs, '');
  return bare.replace(/@media print \{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
}

/** The selectors of a stylesheet, one for each comma outside of brackets. */
function selectorsOf(css: string): string[] {
  return [...onScreen(css).matchAll(/([^{};]+)\{/g)]
    .map(([, text = '']) => text.trim())
    .filter((text) => !/^(?:@|from$|to$|\d+%)/.test(text))
    .flatMap((text) => text.split(/,(?![^(]*\))/))
    .map((text) => text.trim().replace(/\s+/g, ' '));
}

const classesOf = (selector: string) =>
  [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map((m) => m[1] ?? '');

const SHEETS = globSync('**/*.css', { cwd: SOURCE }).map((file) => ({
  file,
  room: roomOf(file),
  selectors: selectorsOf(readFileSync(SOURCE + file, 'utf8')),
}));

it('each rule of a feature names a class of its own: a page that was opened before changes no other page', () => {
  const rooms = new Map<string, Set<string>>();
  for (const { room, selectors } of SHEETS) {
    for (const name of selectors.flatMap(classesOf)) {
      rooms.set(name, (rooms.get(name) ?? new Set()).add(room));
    }
  }
  const isOwn = (name: string) => rooms.get(name)?.size === 1 || OF_TWO_ROOMS.has(name);
  const leaks = SHEETS.filter(({ room }) => /^features\/(?!clinic)/.test(room)).flatMap(
    ({ file, selectors }) =>
      selectors.filter((each) => !classesOf(each).some(isOwn)).map((each) => `${file}: ${each}`),
  );
  expect(SHEETS.length).toBeGreaterThan(40);
  expect(leaks).toEqual([]);
});
