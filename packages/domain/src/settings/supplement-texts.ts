import type { SupplementType } from '../base/words.ts';
import { readSaidTexts, type SaidTexts } from './said-text.ts';

/** The supplements that have words of the programme's own. */
export const NAMED_SUPPLEMENTS = ['sup', 'mic', 'MAM'] as const satisfies readonly SupplementType[];

/** Maximum length of such words, in characters: they stand in the rows of lists. */
export const SUPPLEMENT_TEXT_MAX_LENGTH = 40;

export const isNamedSupplement = (key: string): boolean =>
  NAMED_SUPPLEMENTS.some((each) => each === key);

/** Reads what the programme calls the supplements; what cannot be such a text is left out. */
export function readSupplements(raw: unknown): SaidTexts {
  return readSaidTexts(raw, isNamedSupplement, SUPPLEMENT_TEXT_MAX_LENGTH);
}
