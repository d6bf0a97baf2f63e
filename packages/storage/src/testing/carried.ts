import type { CarriedDocument } from '../unit/records/carried-document.ts';

/** A hash of 32 hexadecimal digits that a test can tell from others. */
export function hashOf(text: string): string {
  const digits = Array.from(text, (letter) => letter.charCodeAt(0).toString(16)).join('');
  return digits.padEnd(32, '0').slice(0, 32);
}

/**
 * A revision as a server hands it over: `history` names its hashes, the newest first, so that
 * `['c', 'b', 'a']` is the third revision of a document.
 */
export function carriedDocument(
  id: string,
  history: readonly string[],
  body: Readonly<Record<string, unknown>> = {},
): CarriedDocument {
  const ids = history.map(hashOf);
  return {
    ...body,
    _id: id,
    _rev: `${history.length}-${ids[0] ?? ''}`,
    _revisions: { start: history.length, ids },
  };
}

/** The id of one of those revisions: the generation and the letter that named it. */
export function revisionOf(generation: number, letter: string): string {
  return `${generation}-${hashOf(letter)}`;
}
