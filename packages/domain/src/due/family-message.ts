import type { FamilyLanguage } from '../base/words.ts';
import { type MessageNumber, messageNumber } from '../catalogue/phone-number.ts';
import type { FamilyFacts } from '../child/family-facts.ts';
import { isIsoDate } from '../dates/calendar.ts';
import type { IsoDate } from '../fields/entities.ts';
import type { FamilyText, Placeholder } from '../settings/family-texts.ts';
import { forbiddenWord } from '../settings/forbidden-words.ts';
import { FILLING_MAX_LENGTH, familyText, filledText, placesIn } from '../settings/message-text.ts';
import type { SaidTexts } from '../settings/said-text.ts';
import { type SmsLength, smsLength } from '../settings/sms-length.ts';
import type { Standing } from '../standing/standing.ts';
import { messageDay } from './message-day.ts';

/** What fills the places of one text, as it is asked once for a whole walk. */
export interface MessageDetails {
  /** Empty while nothing is chosen. */
  readonly day: IsoDate | '';
  /** `14:30`, or empty. */
  readonly time: string;
  readonly place: string;
  readonly bring: string;
}

export const NO_DETAILS: MessageDetails = { day: '', time: '', place: '', bring: '' };

/** Why a family is written nothing. */
export type NoMessageReason =
  | 'died'
  | 'moved-away'
  /** Only a clinic says that the child died, and nobody has said whether it is right. */
  | 'died-asked'
  | 'graduated'
  /** A referral with a known outcome, whose next day has not come: the clinic has the child. */
  | 'closed'
  /** Screenings of it are still on their way to this device: nobody knows which text is right. */
  | 'arriving'
  | 'refused'
  /** The family of another child with the same number does not want messages. */
  | 'number-refused'
  | 'not-asked'
  | 'no-number';

/** What a message needs to know of a child. */
export interface MessageChild {
  readonly phone?: string | undefined;
  readonly family?: FamilyFacts | undefined;
}

/** Whether a family is written to, which text and to which number. */
export type FamilyPlan =
  | { readonly kind: FamilyText; readonly number: MessageNumber }
  | { readonly none: NoMessageReason };

/** Which text a child's family gets; whoever is in *refer* is asked to go to the clinic. */
function kindOf({
  departure,
  clinicAsks,
  section,
  isGraduate,
}: Standing): FamilyText | NoMessageReason {
  if (departure !== null) return departure.outcome === 'died' ? 'died' : 'moved-away';
  if (clinicAsks?.outcome === 'died') return 'died-asked';
  if (section === 'refer') return 'clinic';
  if (section === 'closed') return 'closed';
  return isGraduate ? 'graduated' : 'come';
}

/** Whether a child's family is written to, which text and to which number, or why not. */
export function familyPlan(
  { phone = '', family = {} }: MessageChild,
  standing: Standing,
  countryCode: string,
): FamilyPlan {
  const kind = kindOf(standing);
  if (kind !== 'come' && kind !== 'clinic') return { none: kind };
  const { mayMessage } = family;
  if (mayMessage !== true) return { none: mayMessage === undefined ? 'not-asked' : 'refused' };
  const number = messageNumber(phone, countryCode);
  return number === null ? { none: 'no-number' } : { kind, number };
}

/** Why something must not fill a place. */
export type FillingRefusal =
  | { readonly code: 'empty' | 'past' | 'no-date' | 'shape' }
  | { readonly code: 'too-long'; readonly max: number }
  | { readonly code: 'forbidden-word'; readonly word: string };

/** Why something must not fill a place; null: it may. */
export function fillingRefusal(
  name: Placeholder,
  value: string,
  today: IsoDate,
): FillingRefusal | null {
  const text = value.trim();
  if (text === '') return { code: 'empty' };
  if (name === 'day') {
    if (!isIsoDate(text)) return { code: 'no-date' };
    return text < today ? { code: 'past' } : null;
  }
  if (name === 'time') return /^\d{1,2}:\d{2}$/.test(text) ? null : { code: 'shape' };
  if (text.length > FILLING_MAX_LENGTH) return { code: 'too-long', max: FILLING_MAX_LENGTH };
  if (/[\p{Cc}\p{Cs}\p{Co}{}<>\u202a-\u202e\u2066-\u2069]/u.test(text)) return { code: 'shape' };
  const word = forbiddenWord(text);
  return word === null ? null : { code: 'forbidden-word', word };
}

/** One text of a programme, ready for every family of a language. */
export interface FamilyMessage {
  readonly text: string;
  readonly length: SmsLength;
}

/** The text with everything that fills it; null while one of its places is not filled as it may be. */
function wholeText(
  texts: SaidTexts,
  kind: FamilyText,
  language: FamilyLanguage,
  details: MessageDetails,
  today: IsoDate,
): string | null {
  const own = familyText(texts, kind, language);
  const isFilled = placesIn(own).every(
    (name) => fillingRefusal(name, details[name], today) === null,
  );
  if (!isFilled) return null;
  const { day, time, place, bring } = details;
  return filledText(own, {
    day: day === '' ? '' : messageDay(day, language),
    time: time.replace(/^0/, ''),
    place: place.trim().replace(/\s+/g, ' '),
    bring: bring.trim().replace(/\s+/g, ' '),
  });
}

/**
 * The text that a family gets; null while one of its places is not filled, or with something that no
 * message may hold.
 */
export function familyMessage(...of: Parameters<typeof wholeText>): FamilyMessage | null {
  const text = wholeText(...of);
  // Two harmless parts may meet as one word that is none.
  return text === null || forbiddenWord(text) !== null ? null : { text, length: smsLength(text) };
}

/** A text that must not be sent although each part of it may, and the word that the parts make. */
export interface RefusedMessage {
  readonly text: string;
  readonly word: string;
}

/** What the parts of a filled text make together that no message may hold; null: nothing. */
export function refusedMessage(...of: Parameters<typeof wholeText>): RefusedMessage | null {
  const text = wholeText(...of);
  const word = text === null ? null : forbiddenWord(text);
  return text === null || word === null ? null : { text, word };
}

/** The address that opens WhatsApp with the text; null for a number without its country. */
export function whatsappAddress(number: MessageNumber, text: string): string | null {
  if (!('international' in number)) return null;
  return `whatsapp://send?phone=${number.international}&text=${encodeURIComponent(text)}`;
}

/** The address that opens the phone's text messages; null for a text that one message does not hold. */
export function smsAddress(number: MessageNumber, { text, length }: FamilyMessage): string | null {
  if (length.messages > 1) return null;
  const to = 'international' in number ? `+${number.international}` : number.local;
  return `sms:${to}?body=${encodeURIComponent(text)}`;
}
