import { LANGUAGES } from '@crece/messages';
import { describe, expect, it } from 'vitest';
import { GUIDE, GUIDE_PARTS, isGuidePart } from './contents.ts';

/** Every sentence of the application, by file. */
const FILES = import.meta.glob<Readonly<Record<string, string>>>('../../**/*.{en,es}.json', {
  eager: true,
  import: 'default',
});
/** A word of the screens in the guide's text, in the quotation marks of each language. */
const QUOTED = /[“«]([^”»]+)[”»]/g;

function sentencesOf(language: string): Record<string, string> {
  const files = Object.entries(FILES).filter(([name]) => name.endsWith(`.${language}.json`));
  return Object.fromEntries(files.flatMap(([, sentences]) => Object.entries(sentences)));
}

const plain = (text: string) => text.replaceAll('\u00ad', '').replace(/[.:]$/, '').toLowerCase();

describe('the guide', () => {
  it.each(LANGUAGES)('names buttons and pages by the words that stand on them (%s)', (language) => {
    const all = Object.entries(sentencesOf(language));
    const shown = new Set(
      all.filter(([key]) => !key.startsWith('guide.')).map(([, text]) => plain(text)),
    );
    const own = all.filter(([key]) => key.startsWith('guide.'));
    const quoted = own.flatMap(([, text]) =>
      [...text.matchAll(QUOTED)].map(([, word = '']) => word),
    );
    expect(quoted.length).toBeGreaterThan(8);
    // What stands in the browser's menu, and a sign.
    const others = ['install app', 'instalar aplicación', '⋮', 'well', 'bien'];
    const unknown = quoted.filter(
      (word) => !shown.has(plain(word)) && !others.includes(plain(word)),
    );
    expect(unknown).toEqual([]);
  });

  it.each(LANGUAGES)('says each of its sentences once (%s)', (language) => {
    const keys = GUIDE_PARTS.flatMap((part) =>
      GUIDE[part].flatMap(({ title, lines, picture }) => [title, ...lines, picture ?? []].flat()),
    );
    expect(new Set(keys).size).toBe(keys.length);
    const written = Object.keys(sentencesOf(language)).filter((key) =>
      /^guide\.\w+\.\w+(?:\.\d+)?$/.test(key),
    );
    expect(keys.toSorted()).toEqual(written.toSorted());
  });

  it('has a part by its name alone', () => {
    expect(isGuidePart('screen')).toBe(true);
    expect(isGuidePart('toString')).toBe(false);
    expect(isGuidePart(undefined)).toBe(false);
  });
});
