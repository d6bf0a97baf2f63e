import { laterMessage } from '../base/messaged.ts';
import { withoutUndefined } from '../base/optional.ts';
import type { Child, Consent, FamilyLanguage, Messaged } from '../fields/entities.ts';
import { joinConsent } from './consent-answers.ts';

/** What a list row holds of writing to a child's family; each is absent where the record says nothing. */
export interface FamilyFacts {
  readonly mayMessage?: boolean;
  readonly language?: FamilyLanguage;
  readonly messaged?: Messaged;
}

/**
 * The same of all records of one child, the leading one first: a refusal in any of them counts, and the later
 * message. Undefined where none says anything.
 */
export function familyFacts(records: readonly Child[]): FamilyFacts | undefined {
  let consent: Consent | undefined;
  let messaged: Messaged | undefined;
  for (const record of records) {
    consent = joinConsent(consent, record.mayMessage);
    messaged = laterMessage(messaged, record.messaged);
  }
  const language = records[0]?.language;
  if (consent === undefined && messaged === undefined && language === undefined) return undefined;
  return withoutUndefined({ mayMessage: consent?.given, language, messaged });
}
