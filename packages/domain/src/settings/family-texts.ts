import { readSaidTexts, type SaidTexts } from './said-text.ts';

/** What a family is written: to come on a day, or to go to the clinic. */
export type FamilyText = 'come' | 'clinic';

export const isFamilyText = (key: string): key is FamilyText => key === 'come' || key === 'clinic';

/** What a text may leave open; nothing else, and so no child's name. */
export type Placeholder = 'day' | 'time' | 'place' | 'bring';

/** A place that a text leaves open. */
export const PLACE = /\{(day|time|place|bring)\}/g;

/** Maximum length of one text as it is set, in characters. */
export const FAMILY_TEXT_MAX_LENGTH = 160;

/** A text without the places that it leaves open: what is checked like any other text. */
export const withoutPlaces = (text: string): string => text.replace(PLACE, ' ');

/** Reads what the programme writes to families; what cannot be such a text is left out. */
export function readFamilyTexts(raw: unknown): SaidTexts {
  return readSaidTexts(raw, isFamilyText, FAMILY_TEXT_MAX_LENGTH, withoutPlaces);
}
