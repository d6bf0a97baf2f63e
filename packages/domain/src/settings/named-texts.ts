import { LANGUAGES } from '../base/languages.ts';
import type { SaidText, SaidTexts } from './said-text.ts';

// Apart from the reading of such texts, which every list does.

type Named = readonly (readonly [string, string])[];

/** A text in each language under its name: `announcement.en`. */
export function namedText(name: string, text: SaidText): Named {
  return LANGUAGES.flatMap((language) => {
    const said = text[language];
    return said === undefined ? [] : [[`${name}.${language}`, said] as const];
  });
}

/** Each text under its name: `consent.GTM.en`. */
export function namedTexts(name: string, texts: SaidTexts): Named {
  return Object.entries(texts).flatMap(([key, text]) => namedText(`${name}.${key}`, text));
}
