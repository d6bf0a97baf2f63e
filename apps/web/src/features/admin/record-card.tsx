import {
  type Child,
  CONFLICT_RULES,
  kindOfId,
  type Mother,
  readConsent,
  type Screening,
} from '@crece/domain';
import { isLanguage, LANGUAGE_NAMES, type MessageKey, type Translator } from '@crece/messages';
import { useMessages } from '../../data/messages.tsx';
import { consentText } from '../../shared/children/consent-words.ts';
import { Card } from '../../ui/surfaces.tsx';

export type FamilyRecord = Child | Screening | Mother;

const IS_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The words of closed lists, by field and stored value. */
const WORDS: Readonly<Record<string, MessageKey>> = {
  'gender Boy': 'children.gender.Boy',
  'gender Girl': 'children.gender.Girl',
  'memberStatus Yes': 'children.member-status.Yes',
  'memberStatus No': 'children.member-status.No',
  'memberStatus Unknown': 'children.member-status.Unknown',
  'measured lying': 'screenings.lying',
  'measured standing': 'screenings.standing',
};

/** One question asks for either date of a mother, and names neither. */
const MOTHERS_DATES = [
  ['deliveryDate', 'mothers.delivery-date'],
  ['childsBirthDate', 'mothers.childs-birth-date'],
] as const;

/** The family's answers, each with the day and who typed it. */
const ANSWERS = [
  ['consent', 'children.consent'],
  ['mayMessage', 'children.may-message-fact'],
] as const;

/** The fields that a person fills in, in the order of their form, and the others. */
function fieldsOf(record: FamilyRecord) {
  const kind = kindOfId(record._id);
  const questions = kind === null ? [] : [...CONFLICT_RULES[kind].questions];
  const stored = Object.entries(record).filter(
    ([field, value]) => !field.startsWith('_') && value !== undefined && value !== '',
  );
  const values = new Map<string, unknown>(stored);
  // A question about several fields names none of them.
  const asked = questions.flatMap(([field, name]) =>
    field === name && values.has(field) ? [{ field, name, value: values.get(field) }] : [],
  );
  for (const { field } of asked) values.delete(field);
  const dates = MOTHERS_DATES.flatMap(([field, label]) =>
    values.has(field) ? [{ field, label, value: values.get(field) }] : [],
  );
  for (const { field } of dates) values.delete(field);
  const answers = ANSWERS.flatMap(([field, label]) => {
    const answer = readConsent(values.get(field));
    if (answer === undefined) return [];
    values.delete(field);
    return [{ field, label, answer }];
  });
  return { asked, dates, answers, others: Object.fromEntries(values) };
}

/** A value in words, dates and figures as they are written in the language. */
function inWords({ t, date, number }: Translator, field: string, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
  if (typeof value === 'number') return number(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (field === 'language' && isLanguage(value)) return LANGUAGE_NAMES[value];
  const word = WORDS[`${field} ${value}`];
  if (word !== undefined) return t(word);
  return IS_DATE.test(value) ? date(value) : value;
}

function titleOf({ t, date }: Translator, record: FamilyRecord): string {
  if ('surveyDate' in record) {
    return t('erasures.record.screening', { date: date(record.surveyDate) });
  }
  return t(kindOfId(record._id) === 'chld' ? 'erasures.record.child' : 'erasures.record.mother');
}

/** One record: what people filled in, in words, and every other field as it is stored. */
export function RecordCard({ record }: { record: FamilyRecord }) {
  const translator = useMessages();
  const { t } = translator;
  const { asked, dates, answers, others } = fieldsOf(record);
  return (
    <Card>
      <h2 className="h2">{titleOf(translator, record)}</h2>
      <dl className="record-fields">
        {asked.map(({ field, name, value }) => (
          <div key={field}>
            <dt>{t(`waiting.field.${name}`)}</dt>
            <dd>{inWords(translator, field, value)}</dd>
          </div>
        ))}
        {dates.map(({ field, label, value }) => (
          <div key={field}>
            <dt>{t(label)}</dt>
            <dd>{inWords(translator, field, value)}</dd>
          </div>
        ))}
        {answers.map(({ field, label, answer }) => (
          <div key={field}>
            <dt>{t(label)}</dt>
            <dd>{consentText(translator, answer)}</dd>
          </div>
        ))}
      </dl>
      <p className="record-rest small muted">{JSON.stringify(others)}</p>
    </Card>
  );
}
