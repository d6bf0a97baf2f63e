import { type OpenReferral, type Screening, type SlipLink, slipFragment } from '@crece/domain';
import type { Translator } from '@crece/messages';

/** The clinic's page, which needs no account. */
export const CLINIC_PATH = '/referral';

/** What a slip says without a name; null for a screening that has none yet. */
export function slipLink(
  { signs }: Pick<OpenReferral, 'signs'>,
  { slip = [], surveyDate: day }: Pick<Screening, 'slip' | 'surveyDate'>,
): SlipLink | null {
  const [first] = slip;
  return first === undefined ? null : { slip: first, signs: signs.map(({ sign }) => sign), day };
}

/** So many characters stay a code that is read from a small print and a bad camera. */
export const SLIP_CODE_MAX = 120;

/**
 * What the code on a slip holds: the clinic's page with slip, signs and day behind its `#`, which no
 * browser sends to a server. Where the address is too long for a small code, those three alone.
 */
export function slipCode(origin: string, link: SlipLink): string {
  const fragment = slipFragment(link);
  const address = `${origin}${CLINIC_PATH}#${fragment}`;
  return address.length > SLIP_CODE_MAX ? fragment : address;
}

/**
 * The address that opens a text to the clinic's number: the day, why, and the clinic's page with the
 * slip; never a name.
 */
export function clinicText(
  { t, date }: Pick<Translator, 't' | 'date'>,
  phone: string,
  origin: string,
  link: SlipLink,
): string {
  const number = phone.replaceAll(/[^\d+]/g, '');
  const letters = slipFragment(link).split('.')[1] ?? '';
  const said = t('slip.text', {
    date: date(link.day),
    signs: letters,
    address: slipCode(origin, link),
  });
  return `sms:${number}?body=${encodeURIComponent(said)}`;
}
