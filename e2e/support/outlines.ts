import { readFileSync, writeFileSync } from 'node:fs';
import type { Language } from './accessible.ts';

/** The outlines of every screen in a language; `--update-snapshots` writes them anew. */
const fileOf = (language: Language) => new URL(`../outlines/${language}.txt`, import.meta.url);

/** Screens are parted by blank lines; the first line of each is its name. */
export function readOutlines(language: Language): Map<string, string> {
  const screens = readFileSync(fileOf(language), 'utf8').trimEnd().split('\n\n');
  return new Map(
    screens.map((screen) => {
      const [name = '', ...lines] = screen.split('\n');
      return [name, lines.join('\n')];
    }),
  );
}

export function writeOutlines(language: Language, outlines: ReadonlyMap<string, string>): void {
  const screens = [...outlines].map(([name, outline]) => `${name}\n${outline}\n`);
  writeFileSync(fileOf(language), screens.join('\n'));
}
