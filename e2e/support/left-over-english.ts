import type { Page } from '@playwright/test';
import { LANGUAGE_NAMES } from '../../packages/messages/src/language.ts';
import { catalogue } from './catalogue.ts';

const escapeForRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A sentence as a whole line of text, or its pattern; null for a sentence with variants. */
function lineOf(sentence: string): string | RegExp | null {
  if (/\{\w+,/.test(sentence)) return null;
  const parts = sentence.replaceAll("''", "'").split(/\{\w+\}/);
  if (parts.length === 1) return parts.join();
  // Almost no literal text: "{index} {value}" would match everything.
  if (!/\p{L}{3}/u.test(parts.join(' '))) return null;
  return new RegExp(`^${parts.map(escapeForRegExp).join('.+')}$`);
}

const english = catalogue('en');
const spanish = catalogue('es');
const spanishSentences = new Set(Object.values(spanish));

/** English sentences that differ in Spanish, each with its line. */
const ENGLISH_LINES = Object.entries(english).flatMap(([key, sentence]) => {
  const line = lineOf(sentence);
  const isSpanishToo = spanish[key] === sentence || spanishSentences.has(sentence);
  return line === null || isSpanishToo ? [] : [{ key, line }];
});
const KEY_OF = new Map(ENGLISH_LINES.map(({ key, line }) => [line, key]));
const PATTERNS = ENGLISH_LINES.flatMap(({ key, line }) =>
  line instanceof RegExp ? [{ key, line }] : [],
);

/** What was found of each line so far: most lines stand on many pages. */
const known = new Map<string, string | null>();

/** The key of an English sentence; null: the line is none. */
function keyOf(text: string): string | null {
  const before = known.get(text);
  if (before !== undefined) return before;
  const found = KEY_OF.get(text) ?? PATTERNS.find(({ line }) => line.test(text))?.key ?? null;
  known.set(text, found);
  return found;
}

/** Every visible or read-out line of the page: text, names, hints in fields. */
async function linesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lines = document.body.innerText.split('\n');
    const hidden = [...document.querySelectorAll('.vh, [role="status"], [role="alert"]')].map(
      (element) => element.textContent ?? '',
    );
    const names = [...document.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap(
      (element) =>
        ['aria-label', 'placeholder', 'title'].flatMap((name) => element.getAttribute(name) ?? []),
    );
    return [document.title, ...lines, ...hidden, ...names]
      .map((line) => line.trim())
      .filter((line) => line !== '');
  });
}

/** Each language is offered under its own name, in any language of the page. */
const NAMES = new Set<string>(Object.values(LANGUAGE_NAMES));

/** The English sentences on a page that should be Spanish, each with its key. */
export async function leftOverEnglish(page: Page): Promise<string[]> {
  const lines = [...new Set(await linesOf(page))].filter((line) => !NAMES.has(line));
  return lines.flatMap((text) => {
    const key = keyOf(text);
    return key === null ? [] : [`${key}: ${text}`];
  });
}
