/** What the list passes to the form of a new child through the browser's history. */
interface NewChildState {
  typedName: string;
}

/** The history state that passes a searched name to the form of a new child. */
export function newChildState(typedName: string): NewChildState {
  return { typedName };
}

/**
 * Splits a searched name for the form: the last word is the last name; a single word (`Ana`) is the
 * first name. With a comma, the part before it is the last name: `Pérez Ñusta, Rosa`.
 */
export function namesFromState(state: unknown): { firstName: string; lastName: string } {
  const typed =
    typeof state === 'object' && state !== null && 'typedName' in state ? state.typedName : '';
  const [last, first] = String(typed).split(',').map(oneBlank);
  if (first !== undefined && last !== undefined) return { firstName: first, lastName: last };
  const words = (last ?? '').split(' ');
  return words.length < 2
    ? { firstName: words[0] ?? '', lastName: '' }
    : { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
}

const oneBlank = (text: string): string => text.trim().replace(/\s+/gu, ' ');
