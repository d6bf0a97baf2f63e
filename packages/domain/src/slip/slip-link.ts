import type { IsoDate } from '../base/words.ts';
import { isIsoDate } from '../dates/calendar.ts';
import { readSlip } from './slip.ts';

/** The letters of the signs on a slip, the worst first. */
const SIGN_LETTERS = { swelling: 'S', whz: 'W', muac: 'A' } as const;
export type SlipSign = keyof typeof SIGN_LETTERS;

const SIGNS = Object.keys(SIGN_LETTERS) as readonly SlipSign[];

/** What the code on a slip says: no name, no id, no measure. */
export interface SlipLink {
  readonly slip: string;
  /** Why the child was sent, the worst first. */
  readonly signs: readonly SlipSign[];
  /** The day of the screening. */
  readonly day: IsoDate;
}

/** `ABCDEFGHJKMNPQRS.WA.20261128`: what stands behind `<address>/referral#`. */
export function slipFragment({ slip, signs, day }: SlipLink): string {
  const letters = SIGNS.filter((sign) => signs.includes(sign)).map((sign) => SIGN_LETTERS[sign]);
  return `${slip}.${letters.join('')}.${day.replaceAll('-', '')}`;
}

const SHAPE = /^([0-9a-z]{16})\.(S?W?A?)\.(\d{4})(\d{2})(\d{2})$/i;

/** Reads a fragment, or the last part of an address; which host it names does not matter. */
export function readSlipFragment(text: string): SlipLink | null {
  const found = SHAPE.exec(text.slice(text.lastIndexOf('#') + 1).trim());
  if (found === null) return null;
  const [, code = '', letters = '', year, month, date] = found;
  const slip = readSlip(code);
  const day = `${year}-${month}-${date}`;
  if (slip === null || !isIsoDate(day)) return null;
  const signs = SIGNS.filter((sign) => letters.toUpperCase().includes(SIGN_LETTERS[sign]));
  return { slip, signs, day };
}
