import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { CLINIC_OUTCOMES, type ClinicAnswer, type IsoDate } from '../base/words.ts';
import { addDays, daysBetween } from '../dates/calendar.ts';
import { bitsOfLetters, lettersOfBits, readLetters } from './base32.ts';
import { CLINIC_ANSWER_DAYS } from './clinic-answer.ts';

/**
 * 60 bits: three of the outcome, nine of the day, 48 of the seal. The day is that of the calendar modulo
 * 512: a screening whose day is corrected after the slip has left is answered for the same day.
 */
export const ANSWER_CODE_LENGTH = 12;
const SEAL_BITS = 48n;
const SEAL_MASK = (1n << SEAL_BITS) - 1n;
const DAY_BITS = 9n;
const DAYS = 512;
/** So many days before its screening a day is still read, to be refused as such. */
const DAYS_BEFORE = 73;
const FIRST_DAY = '2000-01-01';

type Said = Pick<ClinicAnswer, 'outcome' | 'day'>;

/** The first 48 bits of HMAC-SHA-256 (RFC 2104) of what is said, with the slip as key. */
function sealOf(slip: string, { outcome, day }: Said): bigint {
  const text = new TextEncoder();
  const digest = hmac(sha256, text.encode(slip), text.encode(`crece answer ${outcome} ${day}`));
  return digest.slice(0, 6).reduce((bits, byte) => (bits << 8n) | BigInt(byte), 0n);
}

const placeOfDay = (day: IsoDate): number => ((daysBetween(FIRST_DAY, day) % DAYS) + DAYS) % DAYS;

/**
 * What a clinic writes on the strip: twelve characters that only a holder of the slip can make. Throws
 * for a day before the screening or more than 365 days after it.
 */
export function answerCode(slip: string, surveyDate: IsoDate, said: Said): string {
  const days = daysBetween(surveyDate, said.day);
  if (days < 0 || days > CLINIC_ANSWER_DAYS) throw new RangeError('The day cannot be coded.');
  const outcome = BigInt(CLINIC_OUTCOMES.indexOf(said.outcome));
  const head = (outcome << DAY_BITS) | BigInt(placeOfDay(said.day));
  return lettersOfBits((head << SEAL_BITS) | sealOf(slip, said), ANSWER_CODE_LENGTH);
}

/** A code as a person types it; null when it cannot be one. */
export function readAnswerCode(text: string): string | null {
  const letters = readLetters(text);
  return letters.length === ANSWER_CODE_LENGTH && bitsOfLetters(letters) !== null ? letters : null;
}

/** A slip and the day of its screening. */
export interface SlipOfDay {
  readonly slip: string;
  readonly surveyDate: IsoDate;
}

/** The slip to which a code answers, and what it says; null when it answers to none of them. */
export function answerOfCode<S extends SlipOfDay>(
  code: string,
  slips: Iterable<S>,
): (Said & { readonly of: S }) | null {
  const bits = bitsOfLetters(readLetters(code));
  if (bits === null || readLetters(code).length !== ANSWER_CODE_LENGTH) return null;
  const head = Number(bits >> SEAL_BITS);
  const outcome = CLINIC_OUTCOMES[Math.floor(head / DAYS)];
  if (outcome === undefined) return null;
  for (const of of slips) {
    // The one day near the screening that stands at this place.
    const first = addDays(of.surveyDate, -DAYS_BEFORE);
    const day = addDays(first, (head - placeOfDay(first) + 2 * DAYS) % DAYS);
    if (sealOf(of.slip, { outcome, day }) === (bits & SEAL_MASK)) return { of, outcome, day };
  }
  return null;
}
