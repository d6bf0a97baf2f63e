import type { Consent } from '@crece/domain';
import type { Translator } from '@crece/messages';

/** A family's answer in one line, with what is known of its day and who typed it. */
export function consentText(
  { t, date }: Pick<Translator, 't' | 'date'>,
  { given, day, who }: Consent,
): string {
  const answer = t(given ? 'children.consent.yes' : 'children.consent.no');
  return [answer, ...(day === '' ? [] : [date(day)]), ...(who === '' ? [] : [who])].join(' · ');
}
