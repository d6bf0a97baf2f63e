import { foldText } from '@crece/domain';
import type { ReactNode } from 'react';
import { childSearch } from './list-search.ts';

/** The letters of a text as a search compares them; each may be none or several. */
const foldedLetters = (text: string): string[] =>
  [...text].map((letter) => (letter.trim() === '' ? ' ' : foldText(letter)));

/** Which letters of a text are part of a typed word. */
function foundIn(letters: readonly string[], words: readonly string[]): boolean[] {
  const owners = letters.flatMap((folded, at) => new Array<number>(folded.length).fill(at));
  const whole = letters.join('');
  const found = new Array<boolean>(letters.length).fill(false);
  for (const word of words) {
    for (let at = whole.indexOf(word); at !== -1; at = whole.indexOf(word, at + 1)) {
      for (const owner of owners.slice(at, at + word.length)) found[owner] = true;
    }
  }
  // An accent that is a sign of its own goes with its letter.
  return found.map((is, at) => is || (letters[at] === '' && found[at - 1] === true));
}

/**
 * Draws a name with the letters marked that a search found: of `jose`, those of "José". A text
 * without them is drawn as it is.
 */
export function markFound(search: string): (text: string) => ReactNode {
  const words = childSearch(search).text.split(' ').filter(Boolean);
  return (text) => {
    const letters = [...text];
    const found = foundIn(foldedLetters(text), words);
    const starts = letters
      .map((_, at) => at)
      .filter((at) => at === 0 || found[at] !== found[at - 1]);
    return starts.map((start, at) => {
      const part = letters.slice(start, starts[at + 1]).join('');
      return found[start] ? <mark key={start}>{part}</mark> : part;
    });
  };
}
