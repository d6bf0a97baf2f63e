import { DELIVERY_WINDOW_MONTHS, NURSING_MONTHS } from '../base/limits.ts';
import { addMonths } from '../dates/calendar.ts';
import { parsedTexts, type TypedTexts, typedTexts } from '../fields/drafts.ts';
import {
  type Checked,
  type IsoDate,
  type Issue,
  MEMBER_STATUSES,
  type MotherFields,
  type MotherKind,
} from '../fields/entities.ts';
import { MOTHER_TABLE } from '../fields/mother-table.ts';
import { parseDateInput } from '../fields/parse.ts';
import { parseName } from '../fields/text.ts';

/**
 * A mother as she is being typed; only the date that belongs to her kind (pregnant or nursing) is
 * read.
 */
export interface MotherDraft extends TypedTexts<typeof MOTHER_TABLE> {}

export type MotherCode =
  | 'first-name-required'
  | 'last-name-required'
  | 'member-status-required'
  | 'delivery-date-required'
  | 'delivery-date-invalid'
  | 'delivery-date-out-of-window'
  | 'childs-birth-date-required'
  | 'childs-birth-date-invalid'
  | 'childs-birth-date-out-of-window';

export const EMPTY_MOTHER_DRAFT: MotherDraft = typedTexts(MOTHER_TABLE);

/** The form of a stored mother for an edit. */
export function draftOfMother(mother: MotherFields): MotherDraft {
  return typedTexts(MOTHER_TABLE, mother);
}

type MotherDates = Pick<MotherFields, 'deliveryDate' | 'childsBirthDate'>;

/** A range of dates, both ends included. */
export interface DateWindow {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

const DATE_FIELDS = {
  pregnant: {
    name: 'deliveryDate',
    required: 'delivery-date-required',
    invalid: 'delivery-date-invalid',
    outOfWindow: 'delivery-date-out-of-window',
  },
  nursing: {
    name: 'childsBirthDate',
    required: 'childs-birth-date-required',
    invalid: 'childs-birth-date-invalid',
    outOfWindow: 'childs-birth-date-out-of-window',
  },
} as const satisfies Record<MotherKind, { name: keyof MotherDates } & Record<string, string>>;

/** Pregnant or nursing, by the date that is set; with the birth date of a child she is nursing. */
export function motherKind(mother: MotherDates): MotherKind {
  return mother.childsBirthDate === undefined ? 'pregnant' : 'nursing';
}

/**
 * The allowed range of a mother's date: a delivery from 3 months ago to 9 months ahead, a nursing
 * child's birth from 6 months ago to today.
 */
export function motherWindow(kind: MotherKind, today: IsoDate): DateWindow {
  return kind === 'pregnant'
    ? {
        from: addMonths(today, -DELIVERY_WINDOW_MONTHS.before),
        to: addMonths(today, DELIVERY_WINDOW_MONTHS.after),
      }
    : { from: addMonths(today, -NURSING_MONTHS), to: today };
}

function isInside(date: IsoDate, { from, to }: DateWindow): boolean {
  return date >= from && date <= to;
}

/** Whether a stored mother's date is still in its window; lists hide the others. */
export function isInMotherWindow(mother: MotherDates, today: IsoDate): boolean {
  const kind = motherKind(mother);
  const date = mother[DATE_FIELDS[kind].name];
  return date !== undefined && isInside(date, motherWindow(kind, today));
}

function checkDate(
  draft: MotherDraft,
  kind: MotherKind,
  today: IsoDate,
  previous: MotherDates | undefined,
): { readonly date: IsoDate } | { readonly issue: Issue<MotherCode> } {
  const { name: field, required, invalid, outOfWindow } = DATE_FIELDS[kind];
  const date = parseDateInput(draft[field]);
  if (date === null) return { issue: { code: required, field } };
  if (date === 'invalid') return { issue: { code: invalid, field } };
  const window = motherWindow(kind, today);
  if (date === previous?.[field] || isInside(date, window)) return { date };
  return { issue: { code: outOfWindow, field, params: { ...window } } };
}

/**
 * Checks a typed mother. Her date must lie in its window; in an edit (with `previous`) only a
 * changed date is checked.
 */
export function checkMother(
  draft: MotherDraft,
  kind: MotherKind,
  today: IsoDate,
  previous?: MotherDates,
): Checked<MotherFields, MotherCode> {
  const issues: Issue<MotherCode>[] = [];
  const firstName = parseName(draft.firstName);
  const lastName = parseName(draft.lastName);
  const memberStatus = MEMBER_STATUSES.find((word) => word === draft.memberStatus);
  const dated = checkDate(draft, kind, today, previous);
  if (firstName === undefined) issues.push({ code: 'first-name-required', field: 'firstName' });
  if (lastName === undefined) issues.push({ code: 'last-name-required', field: 'lastName' });
  if ('issue' in dated) issues.push(dated.issue);
  if (memberStatus === undefined) {
    issues.push({ code: 'member-status-required', field: 'memberStatus' });
  }
  if (
    firstName === undefined ||
    lastName === undefined ||
    memberStatus === undefined ||
    'issue' in dated
  ) {
    return { ok: false, issues };
  }
  return {
    ok: true,
    value: {
      ...parsedTexts(MOTHER_TABLE, draft),
      firstName,
      lastName,
      memberStatus,
      ...(kind === 'pregnant' ? { deliveryDate: dated.date } : { childsBirthDate: dated.date }),
    },
    notices: [],
  };
}
