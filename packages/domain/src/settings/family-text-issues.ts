import type { Issue } from '../fields/entities.ts';
import { FAMILY_TEXT_MAX_LENGTH, isFamilyText, withoutPlaces } from './family-texts.ts';
import { forbiddenWord } from './forbidden-words.ts';
import { type SaidTextCode, type SaidTexts, saidTextIssues } from './said-text.ts';

/** Why a text cannot be sent to families: a brace that is no place, or a word that others must not read. */
export type FamilyTextCode = SaidTextCode | 'text-placeholder' | 'text-forbidden-word';

type FamilyIssue = Issue<FamilyTextCode>;

const field = 'familyTexts';

/** What one text must not hold, places apart; null: nothing. */
export function familyTextIssue(text: string): FamilyIssue | null {
  const own = withoutPlaces(text);
  if (/[{}]/.test(own)) return { field, code: 'text-placeholder' };
  const word = forbiddenWord(own);
  return word === null ? null : { field, code: 'text-forbidden-word', params: { word } };
}

/** What is wrong with the texts that somebody wants to set. */
export function familyTextIssues(texts: SaidTexts): readonly FamilyIssue[] {
  const said = Object.values(texts).flatMap((text) => Object.values(text));
  const issues = said.flatMap((each) => familyTextIssue(each ?? '') ?? []);
  // A brace that is no place has its own sentence.
  const withoutBraces = (text: string) => withoutPlaces(text).replace(/[{}]/g, ' ');
  return [
    ...saidTextIssues(field, texts, isFamilyText, FAMILY_TEXT_MAX_LENGTH, withoutBraces),
    ...issues,
  ];
}
