import type { Page } from '@playwright/test';
import { LANGUAGE_NAMES } from '../../packages/messages/src/language.ts';
import { catalogue } from './catalogue.ts';

const escapeForRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A pattern for a sentence as a whole line of text; null for a sentence with variants. */
function lineOf(sentence: string): RegExp | null {
  if (/\{\w+,/.test(sentence)) return null;
  const parts = sentence.replaceAll("''", "'").split(/\{\w+\}/);
  // Almost no literal text: "{index} {value}" would match everything.
  if (parts.length > 1 && !/\p{L}{3}/u.test(parts.join(' '))) return null;
  return new RegExp(`^${parts.map(escapeForRegExp).join('.+')}$`);
}

const english = catalogue('en');
const spanish = catalogue('es');
const spanishSentences = new Set(Object.values(spanish));

/** English sentences that differ in Spanish, each with the pattern of its line. */
const ENGLISH_LINES = Object.entries(english).flatMap(([key, sentence]) => {
  const line = lineOf(sentence);
  const isSpanishToo = spanish[key] === sentence || spanishSentences.has(sentence);
  return line === null || isSpanishToo ? [] : [{ key, line }];
});

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
    const found = ENGLISH_LINES.find(({ line }) => line.test(text));
    return found === undefined ? [] : [`${found.key}: ${text}`];
  });
}
