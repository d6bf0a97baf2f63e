import type { FamilyLanguage } from '../base/words.ts';
import { type MessageNumber, messageNumber } from '../catalogue/phone-number.ts';
import type { FamilyText } from '../settings/family-texts.ts';
import type { Standing } from '../standing/standing.ts';
import { byWardAndFamily, type DueChild, type DueEntry, type DueList } from './due-list.ts';
import { familyPlan, type MessageChild, type NoMessageReason } from './family-message.ts';

/** What calling families needs of a child's list row. */
export interface CalledChild extends DueChild, Pick<MessageChild, 'family'> {}

/** A child, and where it stands today. */
export interface CalledEntry<T extends CalledChild = CalledChild> {
  readonly child: T;
  readonly standing: Standing;
}

/** One message of a walk: to one family, for all its children who are due for the same. */
export interface MessageStep<T extends CalledChild = CalledChild> {
  /** The id of the first of its children. */
  readonly id: string;
  readonly kind: FamilyText;
  readonly number: MessageNumber;
  /** Null where no record with this number says one: the language of whoever writes. */
  readonly language: FamilyLanguage | null;
  readonly entries: readonly CalledEntry<T>[];
}

/** A child whose family gets no message. */
export interface Unwritten<T extends CalledChild = CalledChild> {
  readonly entry: CalledEntry<T>;
  readonly none: NoMessageReason;
  /** The child with the same number whose family refused; only with `number-refused`. */
  readonly refused?: T;
}

/** A walk through who is due: the messages in their order, and who gets none, with the reason. */
export interface MessageWalk<T extends CalledChild = CalledChild> {
  readonly steps: readonly MessageStep<T>[];
  readonly without: readonly Unwritten<T>[];
}

/** A number as one text: that of all who can be reached at it. */
export const numberKey = (number: MessageNumber): string =>
  'international' in number ? `+${number.international}` : number.local;

/** What the records of all children with one number say of whoever holds the phone. */
interface NumberFacts<T> {
  /** The first child whose family does not want messages. */
  refused?: T;
  /** The first language that one of them names. */
  language?: FamilyLanguage;
}

function factsOfNumbers<T extends CalledChild>(
  children: Iterable<T>,
  countryCode: string,
): ReadonlyMap<string, NumberFacts<T>> {
  const numbers = new Map<string, NumberFacts<T>>();
  for (const child of children) {
    const { mayMessage, language } = child.family ?? {};
    if (mayMessage !== false && language === undefined) continue;
    const number = messageNumber(child.phone ?? '', countryCode);
    if (number === null) continue;
    const key = numberKey(number);
    const facts = numbers.get(key) ?? {};
    if (mayMessage === false) facts.refused ??= child;
    if (language !== undefined) facts.language ??= language;
    numbers.set(key, facts);
  }
  return numbers;
}

/** Everybody who is due, in the order in which the list shows them; those whom the clinic has are last. */
export function calledEntries<T extends DueChild>(list: DueList<T>): readonly DueEntry<T>[] {
  return [...list.values()].flatMap((entries) =>
    byWardAndFamily(entries).flatMap(({ families }) =>
      families.flatMap((family) => family.entries),
    ),
  );
}

/**
 * The walk through these entries. Children of one number and language who are due for the same are one message,
 * at the place of the first. `all`: every child of the unit, due or not: whoever holds the phone is written
 * nothing once the family of one of them has refused, and in the language that one of them names where a
 * record names none.
 */
export function messageWalk<T extends CalledChild>(
  entries: readonly CalledEntry<T>[],
  countryCode: string,
  all: Iterable<T>,
): MessageWalk<T> {
  const numbers = factsOfNumbers(all, countryCode);
  const steps = new Map<string, MessageStep<T> & { entries: CalledEntry<T>[] }>();
  const without: Unwritten<T>[] = [];
  for (const entry of entries) {
    const { child, standing } = entry;
    const plan = familyPlan(child, standing, countryCode);
    if ('none' in plan) {
      without.push({ entry, none: plan.none });
      continue;
    }
    const { kind, number } = plan;
    const { refused, language: known = null } = numbers.get(numberKey(number)) ?? {};
    if (refused !== undefined) {
      without.push({ entry, none: 'number-refused', refused });
      continue;
    }
    const language = child.family?.language ?? known;
    const key = JSON.stringify([kind, number, language]);
    const step = steps.get(key);
    if (step === undefined)
      steps.set(key, { id: child.id, kind, number, language, entries: [entry] });
    else step.entries.push(entry);
  }
  return { steps: [...steps.values()], without };
}
