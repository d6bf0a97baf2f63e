import { laterMessage, openedAlone } from '../base/messaged.ts';
import { withoutUndefined } from '../base/optional.ts';
import type { Child, FamilyLanguage, Messaged, OpenedMessage } from '../fields/entities.ts';
import { joinConsent } from './consent-answers.ts';

/** What a list row holds of writing to a child's family; each is absent where the record says nothing. */
export interface FamilyFacts {
  readonly mayMessage?: boolean;
  readonly language?: FamilyLanguage;
  readonly messaged?: OpenedMessage;
}

/** The fields that hold an answer of a family. */
export const FAMILY_ANSWERS = ['consent', 'mayMessage'] as const satisfies readonly (keyof Child)[];

/**
 * The leading record with the family's answers in all records of the child: a refusal in any of them
 * counts. Everything that shows or asks for an answer reads it here. The same object where that
 * changes nothing.
 */
export function withFamilyAnswers(lead: Child, others: readonly Child[]): Child {
  let child = lead;
  for (const name of FAMILY_ANSWERS) {
    let said = lead[name];
    for (const other of others) said = joinConsent(said, other[name]);
    if (said !== lead[name]) child = withoutUndefined({ ...child, [name]: said });
  }
  return child;
}

/**
 * Another record of a child once the child's answers are these: a refusal that the family took back
 * is taken back in it too. Everything else in it stays its own, for the day on which the records are
 * parted. The same object where that changes nothing.
 */
export function withRefusalsTakenBack(other: Child, answers: Child): Child {
  const taken = FAMILY_ANSWERS.filter(
    (name) => other[name]?.given === false && answers[name]?.given === true,
  );
  if (taken.length === 0) return other;
  return { ...other, ...Object.fromEntries(taken.map((name) => [name, answers[name]])) };
}

/**
 * What a row holds of all records of one child: the answer of all, the later message, the language of
 * the leading record. Undefined where none says anything.
 */
export function familyFacts(lead: Child, others: readonly Child[]): FamilyFacts | undefined {
  const { mayMessage, language } = withFamilyAnswers(lead, others);
  let messaged: Messaged | undefined;
  for (const record of [lead, ...others]) messaged = laterMessage(messaged, record.messaged);
  if (mayMessage === undefined && messaged === undefined && language === undefined)
    return undefined;
  return withoutUndefined({
    mayMessage: mayMessage?.given,
    language,
    messaged: messaged && openedAlone(messaged),
  });
}
