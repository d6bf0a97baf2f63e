import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleOf } from '../src/offline/file-bundle.ts';

/**
 * Characters of a bundle at most: some 60 KB as they are sent. A phone on a line that breaks fetches a
 * bundle again from its start.
 */
const MOST_CHARACTERS = 200_000;

const IS_TEXT = /\.(?:js|css)$/;

/** A file of many files, and the names of those, all below the build's folder. */
interface Bundle {
  file: string;
  holds: string[];
}

/** Files of one group: those that were put together, and those that stay alone. */
interface Bundled {
  bundles: Bundle[];
  alone: string[];
}

/** The files in their order, in lists of at most so many characters. */
function portions(files: readonly [name: string, text: string][]): (readonly [string, string])[][] {
  const all: (readonly [string, string])[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const file of files) {
    length += file[1].length;
    if (length > MOST_CHARACTERS) {
      all.push([]);
      length = file[1].length;
    }
    all.at(-1)?.push(file);
  }
  return all;
}

/**
 * Writes the scripts and style sheets of a group, in this order, into a few files, which the service
 * worker stores instead: storing two hundred small files takes a phone four times as long.
 */
export function bundleFiles(outDir: string, group: string, files: Iterable<string>): Bundled {
  const all = [...files];
  const texts = all
    .filter((file) => IS_TEXT.test(file))
    .map((file) => [file, readFileSync(join(outDir, file), 'utf8')] as [string, string]);
  const bundles = portions(texts).map((portion, at) => {
    const text = bundleOf(new Map(portion));
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8);
    const file = `assets/${group}-${at + 1}-${hash}.txt`;
    writeFileSync(join(outDir, file), text);
    return { file, holds: portion.map(([name]) => name) };
  });
  return { bundles, alone: all.filter((file) => !IS_TEXT.test(file)) };
}
