import type { KnownOutcome } from '@crece/domain';
import type { Translator } from '@crece/messages';

/** Where a child's page asks for the outcome of its referral: `…#referral`. */
export const REFERRAL_ID = 'referral';
/** The same, with its form open, for another day or a note: `…#referral-form`. */
export const REFERRAL_FORM_ID = 'referral-form';

/** "Seen at the clinic · 11 May". */
export function outcomeWords(
  { t, date }: Pick<Translator, 't' | 'date'>,
  { outcome, date: day }: KnownOutcome,
): string {
  return t('referral.outcome-on', { outcome: t(`referral.outcome.${outcome}`), date: date(day) });
}
