/** The basic alphabet of text messages, GSM 7-bit (3GPP TS 23.038, section 6.2.1). */
const GSM_BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);

/** Signs of its extension table: each takes the room of two (section 6.2.1.1). */
const GSM_EXTENSION = new Set('\f^{}\\[~]|€');

/** The room of one message, and of each part of a longer one, in characters of its alphabet. */
const ROOM = { gsm: { one: 160, part: 153 }, ucs2: { one: 70, part: 67 } } as const;

/** How long a text is as a text message. */
export interface SmsLength {
  readonly characters: number;
  /** What one message holds: 160, or 70 with a letter that the networks' alphabet does not have. */
  readonly room: number;
  readonly messages: number;
  /** The letters for which the room is 70, each once. */
  readonly forcing: readonly string[];
}

const isGsm = (letter: string): boolean => GSM_BASIC.has(letter) || GSM_EXTENSION.has(letter);

/** The text as it is sent: one sign for each letter with its accent. */
export const asSent = (text: string): string => text.normalize('NFC');

/**
 * The length of a text as networks count it: "día" has room for 70 characters, "dia" for 160; "€" is
 * two of 160.
 */
export function smsLength(text: string): SmsLength {
  const sent = asSent(text);
  const forcing = [...new Set([...sent].filter((letter) => !isGsm(letter)))];
  const { one, part } = forcing.length === 0 ? ROOM.gsm : ROOM.ucs2;
  const characters =
    forcing.length === 0
      ? [...sent].reduce((sum, letter) => sum + (GSM_EXTENSION.has(letter) ? 2 : 1), 0)
      : sent.length;
  const messages = characters <= one ? 1 : Math.ceil(characters / part);
  return { characters, room: one, messages, forcing };
}

/** Signs that keyboards put in by themselves, as the networks' alphabet writes them. */
const PLAIN_SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[«»“”„]/gu, '"'],
  [/[‘’‚]/gu, "'"],
  [/[‐-―]/gu, '-'],
  [/…/gu, '...'],
];

/**
 * The text without the accents and signs for which a message has less room: "Simón" is "Simon", “hoy” is
 * "hoy" between straight quotes.
 */
export function withoutForcing(text: string): string {
  const plain = PLAIN_SIGNS.reduce((said, [signs, as]) => said.replace(signs, as), asSent(text));
  return [...plain]
    .map((letter) => (isGsm(letter) ? letter : letter.normalize('NFD').replace(/\p{M}+/gu, '')))
    .join('');
}
