import type { KnownAnswer, KnownOutcome } from '@crece/domain';
import type { Translator } from '@crece/messages';

/** Where a child's page asks for the outcome of its referral: `…#referral`. */
export const REFERRAL_ID = 'referral';
/** The same, with its form open, for another day or a note: `…#referral-form`. */
export const REFERRAL_FORM_ID = 'referral-form';

/** "Seen at the clinic · 11 May"; "Clinic says: seen · 11 May" where only a clinic's slip says so. */
export function outcomeWords(
  { t, date }: Pick<Translator, 't' | 'date'>,
  { outcome, date: day, by }: KnownOutcome & Pick<KnownAnswer, 'by'>,
): string {
  const said =
    by === 'clinic' && outcome !== 'moved-away'
      ? t(`referral.by-clinic.${outcome}`)
      : t(`referral.outcome.${outcome}`);
  return t('referral.outcome-on', { outcome: said, date: date(day) });
}
