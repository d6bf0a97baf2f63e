import { LANGUAGES, type Language } from '../base/languages.ts';
import type { Issue } from '../fields/entities.ts';

/** A text of the programme in each language that has one; at least one. */
export type SaidText = Readonly<Partial<Record<Language, string | undefined>>>;

/** Texts of one kind by what they are for: a country's code, a supplement. */
export type SaidTexts = Readonly<Record<string, SaidText>>;

/** Maximum length of one text, in characters. */
export const SAID_TEXT_MAX_LENGTH = 300;

export type SaidTextCode = 'text-length' | 'text-shape' | 'text-for-nothing';

const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Co}{}<>\u202a-\u202e\u2066-\u2069]/u;

/** One language's text without blanks around it and with single ones inside; empty: none. */
const trimmed = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** `own` leaves out of a text what is not to be checked: the places that a message leaves open. */
function textIssue(text: string, max: number, own: (text: string) => string): SaidTextCode | null {
  if (text.length > max) return 'text-length';
  return FORBIDDEN.test(own(text)) ? 'text-shape' : null;
}

function isObject(raw: unknown): raw is Readonly<Record<string, unknown>> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

/** Reads a stored text; a language that cannot be one is left out. Undefined: no language is left. */
export function readSaidText(
  raw: unknown,
  max = SAID_TEXT_MAX_LENGTH,
  own: (text: string) => string = (text) => text,
): SaidText | undefined {
  if (!isObject(raw)) return undefined;
  const texts = LANGUAGES.flatMap((language) => {
    const value = Object.hasOwn(raw, language) ? raw[language] : undefined;
    if (typeof value !== 'string') return [];
    const text = trimmed(value);
    return text === '' || textIssue(text, max, own) !== null ? [] : [[language, text] as const];
  });
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
}

/** Reads stored texts by their keys, of those that `isKey` accepts. */
export function readSaidTexts(
  raw: unknown,
  isKey: (key: string) => boolean,
  max = SAID_TEXT_MAX_LENGTH,
  own?: (text: string) => string,
): SaidTexts {
  if (!isObject(raw)) return {};
  return Object.fromEntries(
    Object.keys(raw)
      .filter(isKey)
      .sort()
      .flatMap((key) => {
        const text = readSaidText(raw[key], max, own);
        return text === undefined ? [] : [[key, text] as const];
      }),
  );
}

/** What is wrong with texts that somebody wants to set, at the form's field. */
export function saidTextIssues(
  field: string,
  texts: SaidTexts,
  isKey: (key: string) => boolean = () => true,
  max = SAID_TEXT_MAX_LENGTH,
  own: (text: string) => string = (text) => text,
): readonly Issue<SaidTextCode>[] {
  return Object.entries(texts).flatMap(([key, text]): Issue<SaidTextCode>[] => {
    if (!isKey(key)) return [{ field, code: 'text-for-nothing' }];
    return Object.values(text).flatMap((each) => {
      const code = textIssue(trimmed(each ?? ''), max, own);
      return code === null ? [] : [{ field, code, params: { max } }];
    });
  });
}

/** The text in a person's language, or in another one where theirs has none; null: no text. */
export function saidIn(text: SaidText | undefined, language: string): string | null {
  const own = LANGUAGES.find((each) => each === language);
  const inTurn = own === undefined ? LANGUAGES : [own, ...LANGUAGES];
  return inTurn.map((each) => text?.[each]).find((said) => said !== undefined) ?? null;
}
