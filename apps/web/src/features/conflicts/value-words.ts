import {
  FAMILY_LANGUAGES,
  MEASURE_NAMES,
  type MeasuredPosition,
  type MemberStatus,
  REFERRAL_OUTCOMES,
  SCREENING_TABLE,
  type Sex,
} from '@crece/domain';
import { LANGUAGE_NAMES, type MessageKey, type Translator } from '@crece/messages';
import { measureText } from '../../shared/screenings/verdict-words.ts';
import type { Question } from './questions.ts';
import type { SideFields } from './read-side.ts';

/** A value in words. A `brief` one fits into a button: "Keep 8.1 kg". */
export interface ValueWords {
  readonly text: string;
  /** Shown smaller after the figure. */
  readonly unit?: string;
  readonly look: 'figure' | 'word' | 'text' | 'empty';
}

/** A longer text does not fit into a button on a phone. */
const BRIEF_LETTERS = 18;

const text = (value: string): ValueWords => ({
  text: value,
  look: value.length <= BRIEF_LETTERS ? 'word' : 'text',
});

function anyValue(translator: Translator, value: unknown): ValueWords | null {
  const { t, number } = translator;
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'boolean') return text(t(value ? 'common.yes' : 'common.no'));
  if (typeof value === 'number') return { text: number(value), look: 'figure' };
  if (typeof value === 'string') return text(value);
  return text(JSON.stringify(value));
}

function measured(translator: Translator, value: unknown, unit: 'cm' | 'kg'): ValueWords | null {
  if (typeof value !== 'number') return anyValue(translator, value);
  return {
    text: measureText(translator, value),
    unit: translator.t(`common.${unit}`),
    look: 'figure',
  };
}

const IS_DATE = /^\d{4}-\d{2}-\d{2}$/;

function day({ date }: Translator, value: unknown): string | null {
  return typeof value === 'string' && IS_DATE.test(value) ? date(value) : null;
}

function dated(translator: Translator, value: unknown, isAbout: boolean): ValueWords | null {
  const written = day(translator, value);
  if (written === null) return anyValue(translator, value);
  return text(isAbout ? translator.t('common.about-date', { date: written }) : written);
}

/** A woman's date: her expected delivery, or her child's birth. */
function motherDate(translator: Translator, fields: SideFields): ValueWords | null {
  const { t } = translator;
  const born = day(translator, fields['childsBirthDate']);
  if (born !== null) return { text: t('waiting.delivered', { date: born }), look: 'text' };
  const due = day(translator, fields['deliveryDate']);
  return due === null ? null : { text: t('waiting.due', { date: due }), look: 'text' };
}

function place({ number }: Translator, { latitude, longitude }: SideFields): ValueWords | null {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null;
  const degrees = (value: number) => `${number(value, { decimals: 4 })}°`;
  return { text: `${degrees(latitude)} · ${degrees(longitude)}`, look: 'text' };
}

/** An age that replaced the calendar age; false: the person was asked and declined. */
function ageOverride({ t }: Translator, fields: SideFields): ValueWords | null {
  const value = fields['ageOverride'];
  if (value === false) return text(t('waiting.age-calendar'));
  return typeof value === 'number'
    ? { text: t('common.age', { months: value }), look: 'figure' }
    : null;
}

/** Figures outside the form's limits that a person kept: `2.2 kg`. */
function outsideLimits(translator: Translator, fields: SideFields): ValueWords | null {
  const { t } = translator;
  const kept = fields['outsideLimits'];
  if (typeof kept !== 'object' || kept === null) return null;
  const parts = MEASURE_NAMES.flatMap((name) => {
    const value: unknown = Reflect.get(kept, name);
    if (typeof value !== 'number') return [];
    return `${measureText(translator, value)} ${t(`common.${SCREENING_TABLE[name].unit}`)}`;
  });
  return parts.length === 0 ? null : text(parts.join(' · '));
}

/** What became of a referral or of a child, with its day and note. */
function referral(translator: Translator, fields: SideFields): ValueWords | null {
  const outcome = fields['referralOutcome'] ?? fields['departure'];
  const { referralNote: note } = fields;
  const known = REFERRAL_OUTCOMES.find((each) => each === outcome);
  if (known === undefined) return null;
  const parts = [
    translator.t(`referral.outcome.${known}`),
    day(translator, fields['referralDate'] ?? fields['departureDate']),
    note,
  ];
  return { text: parts.filter((part) => typeof part === 'string').join(' · '), look: 'text' };
}

/** The family's language by its own name. */
function language(_: Translator, fields: SideFields): ValueWords | null {
  const known = FAMILY_LANGUAGES.find((each) => each === fields['language']);
  return known === undefined ? null : text(LANGUAGE_NAMES[known]);
}

type Writer = (translator: Translator, fields: SideFields) => ValueWords | null;

/** The word for a value of a closed list; null for a value that is not in the list. */
function word<Value extends string>(
  field: string,
  words: Readonly<Record<Value, MessageKey>>,
): Writer {
  return ({ t }, fields) => {
    const value = fields[field];
    return typeof value === 'string' && Object.hasOwn(words, value)
      ? text(t(words[value as Value]))
      : null;
  };
}

/** Measured figures with their unit. */
const MEASURE_WRITERS = Object.fromEntries(
  MEASURE_NAMES.map((name): [string, Writer] => [
    name,
    (translator, fields) => measured(translator, fields[name], SCREENING_TABLE[name].unit),
  ]),
);

/** Values that are not shown as they are stored. */
const WRITERS: Readonly<Partial<Record<Question['name'], Writer>>> = {
  ...MEASURE_WRITERS,
  ageOverride,
  outsideLimits,
  gender: word<Sex>('gender', { Boy: 'children.gender.Boy', Girl: 'children.gender.Girl' }),
  memberStatus: word<MemberStatus>('memberStatus', {
    Yes: 'children.member-status.Yes',
    No: 'children.member-status.No',
    Unknown: 'children.member-status.Unknown',
  }),
  measured: word<MeasuredPosition>('measured', {
    lying: 'screenings.lying',
    standing: 'screenings.standing',
  }),
  birthDate: (translator, { birthDate, birthDateEstimated }) =>
    dated(translator, birthDate, birthDateEstimated === true),
  surveyDate: (translator, { surveyDate }) => dated(translator, surveyDate, false),
  language,
  motherDate,
  place,
  referral,
};

/** The value of a version for a question, with its unit; "nothing entered" when it has none. */
export function valueWords(
  translator: Translator,
  question: Question,
  fields: SideFields,
): ValueWords {
  return (
    WRITERS[question.name]?.(translator, fields) ??
    anyValue(translator, fields[question.fields[0]]) ?? {
      text: translator.t('waiting.empty'),
      look: 'empty',
    }
  );
}

/** `8.1 kg`, on one line. */
export const inline = ({ text: value, unit }: ValueWords): string =>
  unit === undefined ? value : `${value} ${unit}`;

/** Label of the button that keeps a value; it repeats a value that fits. */
export function keepLabel({ t }: Translator, words: ValueWords): string {
  switch (words.look) {
    case 'figure':
      return t('waiting.keep-value', { value: inline(words) });
    case 'word':
      return t('waiting.keep-value', { value: t('waiting.quoted', { value: words.text }) });
    case 'empty':
      return t('waiting.keep-empty');
    case 'text':
      return t('waiting.keep-chosen');
  }
}

/** The name of a question's field: "weight". */
export function fieldWords({ t }: Translator, { name, fields }: Question): string {
  return name === 'other'
    ? t('waiting.field.other', { field: fields[0] })
    : t(`waiting.field.${name}`);
}

/** The question itself, about the child by name. */
export function questionWords({ t }: Translator, { name, fields }: Question, who: string): string {
  return name === 'other'
    ? t('waiting.question.other', { field: fields[0], name: who })
    : t(`waiting.question.${name}`, { name: who });
}
