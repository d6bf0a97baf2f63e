import type { ClinicAnswer } from '@crece/domain';
import type { Translator } from '@crece/messages';

/** "Clinic says: seen, sent on to Hospital Cobán · 11 May". */
export function clinicWords(
  { t, date }: Pick<Translator, 't' | 'date'>,
  { outcome, day, place }: ClinicAnswer,
): string {
  const said = t(`referral.by-clinic.${outcome}`);
  const whole =
    place === undefined
      ? said
      : t(outcome === 'seen' ? 'clinic-answer.sent-on' : 'clinic-answer.at-place', { said, place });
  return t('referral.outcome-on', { outcome: whole, date: date(day) });
}
