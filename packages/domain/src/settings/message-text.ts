import type { FamilyLanguage } from '../base/words.ts';
import { familyTextIssue } from './family-text-issues.ts';
import { type FamilyText, PLACE, type Placeholder } from './family-texts.ts';
import type { SaidTexts } from './said-text.ts';
import { asSent } from './sms-length.ts';

/** Both texts, and the places that they may leave open: apart from what a start reads. */
export const FAMILY_TEXTS = ['come', 'clinic'] as const satisfies readonly FamilyText[];
export const PLACEHOLDERS = [
  'day',
  'time',
  'place',
  'bring',
] as const satisfies readonly Placeholder[];

/** Maximum length of what fills a place, in characters. */
export const FILLING_MAX_LENGTH = 30;

/**
 * The longest that fills each place: "miércoles 30 de septiembre", "14:30", and what somebody types.
 */
const LONGEST_FILLING: Readonly<Record<Placeholder, number>> = {
  day: 26,
  time: 5,
  place: FILLING_MAX_LENGTH,
  bring: FILLING_MAX_LENGTH,
};

/** The texts of a programme that has set none: one message whatever fills them, in the letters of GSM. */
export const DEFAULT_FAMILY_TEXTS: Readonly<Record<FamilyText, Record<FamilyLanguage, string>>> = {
  come: {
    en: 'Please come with your child on {day} at {time} to {place}. Bring {bring}. Thank you.',
    es: 'Por favor venga con su hijo o hija el {day} a las {time} a {place}. Traiga {bring}. Gracias.',
  },
  clinic: {
    en: 'Please go with your child to the clinic today or tomorrow: {place}. Bring {bring}. Thank you.',
    es: 'Por favor vaya con su hijo o hija al centro de salud hoy o mañana: {place}. Traiga {bring}. Gracias.',
  },
};

/** The text that is sent: the programme's own, else ours; one that must not be sent is never taken. */
export function familyText(texts: SaidTexts, kind: FamilyText, language: FamilyLanguage): string {
  const own = texts[kind]?.[language];
  const isUsable = own !== undefined && familyTextIssue(own) === null;
  return isUsable ? own : DEFAULT_FAMILY_TEXTS[kind][language];
}

/** The places that a text leaves open, in the order of `PLACEHOLDERS`. */
export function placesIn(text: string): readonly Placeholder[] {
  return PLACEHOLDERS.filter((name) => text.includes(`{${name}}`));
}

/** The text with its places filled. */
export function filledText(text: string, fillings: Readonly<Record<Placeholder, string>>): string {
  return asSent(text.replace(PLACE, (_, name: Placeholder) => fillings[name]));
}

/** The text with the longest fillings, to count the room that it may take. */
export const longestText = (text: string): string =>
  text.replace(PLACE, (_, name: Placeholder) => 'x'.repeat(LONGEST_FILLING[name]));
