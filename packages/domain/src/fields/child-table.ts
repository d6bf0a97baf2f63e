import {
  DEPARTURES,
  FAMILY_LANGUAGES,
  STATUS_COLORS,
  SUPPLEMENT_TYPES,
  ZSCORE_STATUSES,
} from '../base/words.ts';
import type { FieldTable } from './field.ts';

/** Every field of a child except its id, its revision and its provenance. */
export const CHILD_TABLE = {
  firstName: { kind: 'name', by: 'person', always: true },
  lastName: { kind: 'name', by: 'person', always: true },
  gender: { kind: 'sex', by: 'person', always: true, refusal: 'gender-invalid', decides: true },
  birthDate: {
    kind: 'date',
    by: 'person',
    always: true,
    refusal: 'birth-date-invalid',
    decides: true,
  },
  /** The age was typed in months, so the date is approximate: shown as "about". */
  birthDateEstimated: { kind: 'mark', by: 'person', question: 'birthDate', decides: true },
  memberStatus: { kind: 'membership', by: 'person', always: true, olderPlace: ['lds'] },
  mother: { kind: 'text', by: 'person' },
  father: { kind: 'text', by: 'person' },
  address: { kind: 'text', by: 'person' },
  city: { kind: 'text', by: 'person' },
  idGroup: { kind: 'text', by: 'person' },
  ward: { kind: 'text', by: 'person' },
  phone: { kind: 'text', by: 'person' },
  comments: { kind: 'text', by: 'person' },
  /** Asked where the programme has set its words for the country. No rule uses it. */
  consent: { kind: 'consent', by: 'person', merge: 'refused' },
  /** Whether the family may be written to. */
  mayMessage: { kind: 'consent', by: 'person', merge: 'refused' },
  /** The language in which it is. */
  language: { kind: 'word', words: FAMILY_LANGUAGES, by: 'person' },
  /** The programme's own number of the child's card. */
  cardNumber: { kind: 'text', by: 'person' },
  /** A landmark near the home, or the name by which neighbours know the family. */
  landmark: { kind: 'text', by: 'person' },
  interviewer: { kind: 'text', by: 'record' },
  /** Said of a child without screenings; else the outcome stands on a screening. */
  departure: {
    kind: 'word',
    words: DEPARTURES,
    by: 'follow-up',
    question: 'referral',
    decides: true,
  },
  departureDate: { kind: 'date', by: 'follow-up', question: 'referral', decides: true },
  /** Completed months on the day of registration; stored, but no rule uses it. */
  monthAge: { kind: 'number', by: 'record', question: 'other' },
  owner: { kind: 'text', by: 'record', question: 'other' },
  screeningStatus: { kind: 'text', by: 'record', question: 'other' },
  /** Which other records are of this same child, and which are not. */
  sameAs: { kind: 'sameAs', by: 'record', merge: 'union' },
  /** The units from which the child moved, each with the id that it had there. */
  movedFrom: { kind: 'homes', by: 'record', merge: 'union' },
  messaged: { kind: 'messaged', by: 'record', merge: 'latest' },

  zscoreStatus: { kind: 'word', words: ZSCORE_STATUSES, by: 'rules', merge: 'winner' },
  statusColor: { kind: 'word', words: STATUS_COLORS, by: 'rules', merge: 'winner' },
  lastScreening: { kind: 'text', by: 'rules', merge: 'winner' },
  supType: { kind: 'word', words: SUPPLEMENT_TYPES, by: 'rules', merge: 'winner' },
  bmi: { kind: 'number', by: 'rules', merge: 'winner', olderPlace: ['currentBMI'] },
  obese: { kind: 'answer', by: 'rules', merge: 'winner' },
} as const satisfies FieldTable;
