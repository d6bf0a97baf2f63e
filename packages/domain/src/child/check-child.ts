import {
  CARD_NUMBER_MAX,
  isWithin,
  LIMITS,
  MAX_AGE_MONTHS,
  QUALIFYING_AGE_MONTHS,
} from '../base/limits.ts';
import { withoutUndefined } from '../base/optional.ts';
import {
  type Age,
  ageOfMonths,
  ageOn,
  type BirthDated,
  birthDateFromMonths,
} from '../dates/age.ts';
import { addMonths } from '../dates/calendar.ts';
import { CHILD_TABLE } from '../fields/child-table.ts';
import { parsedTexts, type TypedTexts, typedTexts } from '../fields/drafts.ts';
import {
  type Checked,
  type ChildFields,
  FAMILY_LANGUAGES,
  type IsoDate,
  type Issue,
  MEMBER_STATUSES,
  type MemberStatus,
  SEXES,
  type Sex,
} from '../fields/entities.ts';
import { parseDateInput, parseDecimal } from '../fields/parse.ts';
import { parseName, visibleText } from '../fields/text.ts';
import { typedConsent } from './consent-answers.ts';

/** A child as it is being typed. Age is a birth date, or whole months when `birthDate` is blank. */
export interface ChildDraft extends TypedTexts<typeof CHILD_TABLE> {
  readonly ageMonths: string;
  /** The answer about consent: `yes`, `no`, or empty; `answeredConsent` makes the stored one of it. */
  readonly consent: string;
  /** The same about messages to the family. */
  readonly mayMessage: string;
  /** The family's language, or empty. */
  readonly language: string;
}

export type ChildIssueCode =
  | 'first-name-required'
  | 'last-name-required'
  | 'gender-required'
  | 'member-status-required'
  | 'age-required'
  | 'age-not-whole'
  | 'age-out-of-range'
  | 'birth-date-invalid'
  | 'birth-date-in-future'
  | 'child-graduated'
  | 'card-number-too-long';

export type ChildNoticeCode = 'over-qualifying-age';
export type ChildCode = ChildIssueCode | ChildNoticeCode;

/**
 * The result of a checked form: the fields, and the completed months on the day of registration,
 * which an edited record of an older system may lack.
 */
export type CheckedChildFields = ChildFields & { monthAge?: number };

/** The fields of the stored child that the check of an edit needs. */
export interface EditedChild extends BirthDated {
  readonly monthAge?: number | undefined;
  readonly cardNumber?: string | undefined;
}

export const EMPTY_CHILD_DRAFT: ChildDraft = {
  ...typedTexts(CHILD_TABLE),
  ageMonths: '',
  consent: '',
  mayMessage: '',
  language: '',
};

/** The form of a stored child that is about to be edited. */
export function draftOfChild(child: ChildFields): ChildDraft {
  return {
    ...typedTexts(CHILD_TABLE, child),
    ageMonths: '',
    consent: typedConsent(child.consent),
    mayMessage: typedConsent(child.mayMessage),
    language: child.language ?? '',
  };
}

/** First date that a birth date picker offers: 5 years before today. */
export function earliestBirthDate(today: IsoDate): IsoDate {
  return addMonths(today, -MAX_AGE_MONTHS);
}

interface TypedAge {
  readonly birthDate: IsoDate;
  readonly estimated: boolean;
  readonly age: Age;
}

type AgeResult = TypedAge | { readonly issue: Issue<ChildIssueCode> };

function ageFromMonths(text: string, today: IsoDate): AgeResult {
  const field = 'ageMonths';
  const months = parseDecimal(text);
  if (months === null) return { issue: { code: 'age-required', field: 'birthDate' } };
  if (months === 'invalid') return { issue: { code: 'age-not-whole', field } };
  if (!isWithin(months, LIMITS.typedAgeMonths)) {
    const { min, max } = LIMITS.typedAgeMonths;
    return { issue: { code: 'age-out-of-range', field, params: { min, max } } };
  }
  if (!Number.isInteger(months)) return { issue: { code: 'age-not-whole', field } };
  const birthDate = birthDateFromMonths(months, today);
  return { birthDate, estimated: true, age: ageOfMonths(months) };
}

function ageFromBirthDate(
  text: string,
  today: IsoDate,
  previous: EditedChild | undefined,
): AgeResult {
  const field = 'birthDate';
  const birthDate = parseDateInput(text);
  if (birthDate === null || birthDate === 'invalid') {
    return { issue: { code: 'birth-date-invalid', field } };
  }
  const isUnchanged = birthDate === previous?.birthDate;
  const estimated = isUnchanged && previous?.birthDateEstimated === true;
  const age = ageOn({ birthDate, ...(estimated ? { birthDateEstimated: true } : {}) }, today);
  if (age === null) return { issue: { code: 'birth-date-in-future', field, params: { today } } };
  const wasGraduated = previous !== undefined && isOverAge(ageOn(previous, today));
  // The record of a graduated child may still be edited, e.g. its phone numbers or a mistyped birth
  // date.
  if (isOverAge(age) && !isUnchanged && !wasGraduated) {
    const params = { ageMonths: age.ageMonths };
    return { issue: { code: 'child-graduated', field, params } };
  }
  return { birthDate, estimated, age };
}

function isOverAge(age: Age | null): boolean {
  return age !== null && age.ageMonths > MAX_AGE_MONTHS;
}

/**
 * Why a card's number cannot be stored; null: it can. One that stands in the record already is kept, however
 * long: an older build or another program took it.
 */
export function cardNumberIssue(
  typed: string | undefined,
  previous: string | undefined,
): Issue<'card-number-too-long'> | null {
  const length = typed?.trim().length ?? 0;
  if (length <= CARD_NUMBER_MAX || typed?.trim() === previous) return null;
  return { code: 'card-number-too-long', field: 'cardNumber', params: { max: CARD_NUMBER_MAX } };
}

function wordOf<T extends string>(words: readonly T[], text: string): T | null {
  return words.find((word) => word === text) ?? null;
}

/**
 * Checks a typed child. Returns trimmed fields, without the answers about consent and messages, with the typed birth date, or one estimated from
 * months. Over 36 completed months at entry adds the notice `over-qualifying-age`, which does not
 * block saving. `previous` is the stored child in an edit.
 */
export function checkChild(
  draft: ChildDraft,
  today: IsoDate,
  previous?: EditedChild,
): Checked<CheckedChildFields, ChildCode> {
  const issues: Issue<ChildIssueCode>[] = [];
  const firstName = parseName(draft.firstName);
  const lastName = parseName(draft.lastName);
  const parents = { mother: visibleText(draft.mother), father: visibleText(draft.father) };
  const gender: Sex | null = wordOf(SEXES, draft.gender);
  const memberStatus: MemberStatus | null = wordOf(MEMBER_STATUSES, draft.memberStatus);
  const typed =
    draft.birthDate.trim() === ''
      ? ageFromMonths(draft.ageMonths, today)
      : ageFromBirthDate(draft.birthDate, today, previous);

  if (firstName === undefined) issues.push({ code: 'first-name-required', field: 'firstName' });
  if (lastName === undefined) issues.push({ code: 'last-name-required', field: 'lastName' });
  if (gender === null) issues.push({ code: 'gender-required', field: 'gender' });
  if ('issue' in typed) issues.push(typed.issue);
  if (memberStatus === null) {
    issues.push({ code: 'member-status-required', field: 'memberStatus' });
  }
  const card = cardNumberIssue(draft.cardNumber, previous?.cardNumber);
  if (card !== null) issues.push(card);
  if (
    firstName === undefined ||
    lastName === undefined ||
    gender === null ||
    memberStatus === null ||
    card !== null ||
    'issue' in typed
  ) {
    return { ok: false, issues };
  }

  const { birthDate, estimated, age } = typed;
  const isEntered = birthDate !== previous?.birthDate;
  const { completedMonths } = age;
  return {
    ok: true,
    value: withoutUndefined({
      ...parsedTexts(CHILD_TABLE, { ...draft, ...parents }),
      firstName,
      lastName,
      gender,
      birthDate,
      birthDateEstimated: estimated ? (true as const) : undefined,
      memberStatus,
      language: wordOf(FAMILY_LANGUAGES, draft.language) ?? undefined,
      monthAge: previous === undefined ? completedMonths : previous.monthAge,
    }),
    notices:
      isEntered && completedMonths > QUALIFYING_AGE_MONTHS
        ? [
            {
              code: 'over-qualifying-age',
              params: { completedMonths, max: QUALIFYING_AGE_MONTHS },
            },
          ]
        : [],
  };
}
