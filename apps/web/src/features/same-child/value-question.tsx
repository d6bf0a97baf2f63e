import type { Child, Screening } from '@crece/domain';
import { LANGUAGE_NAMES, type Translator } from '@crece/messages';
import { useMessages } from '../../data/messages.tsx';
import { measureText } from '../../shared/screenings/verdict-words.ts';
import { RadioCards } from '../../ui/choices.tsx';
import {
  type SameDay,
  type SameDayAnswer,
  type Side,
  sameDayKey,
  type ValueGroup,
} from './choices.ts';

function valueWords({ t, date }: Translator, { names: [name] }: ValueGroup, child: Child): string {
  const value = child[name];
  if (value === undefined || value === '') return t('same.empty');
  if (name === 'gender') return t(`children.gender.${child.gender}`);
  if (name === 'memberStatus') return t(`children.member-status.${child.memberStatus}`);
  if (name === 'language' && child.language !== undefined) return LANGUAGE_NAMES[child.language];
  if (name !== 'birthDate') return String(value);
  const day = date(child.birthDate);
  return child.birthDateEstimated === true ? t('common.about-date', { date: day }) : day;
}

/** Which of two values stays. */
export function ValueQuestion({
  group,
  lead,
  other,
  side,
  onSide,
}: {
  group: ValueGroup;
  lead: Child;
  other: Child;
  side: Side;
  onSide: (side: Side) => void;
}) {
  const translator = useMessages();
  return (
    <RadioCards
      label={translator.t(group.label)}
      value={side}
      options={[
        { value: 'lead', label: valueWords(translator, group, lead) },
        { value: 'other', label: valueWords(translator, group, other) },
      ]}
      onChange={(event) => onSide(event.target.value === 'other' ? 'other' : 'lead')}
    />
  );
}

function measuresOf(translator: Translator, { height, weight, muac }: Screening): string {
  const { t } = translator;
  const measures = (['height', 'weight', 'muac'] as const).flatMap((key) => {
    const value = { height, weight, muac }[key];
    if (value === undefined) return [];
    return t(`screenings.value-${key}`, { value: measureText(translator, value) });
  });
  return measures.length === 0 ? t('screenings.no-measures') : measures.join(', ');
}

/** Whether two screenings of one day are two visits, or one that was typed twice. */
export function TwoVisitsQuestion({
  day,
  answer,
  onAnswer,
}: {
  day: SameDay;
  answer: SameDayAnswer;
  onAnswer: (answer: SameDayAnswer) => void;
}) {
  const translator = useMessages();
  const { t, date } = translator;
  const only = (screening: Screening) =>
    t('same.day-one', { measures: measuresOf(translator, screening) });
  const answers = new Map<string, SameDayAnswer>([
    ['both', 'both'],
    ['lead', 'lead'],
    ['other', 'other'],
  ]);
  return (
    <div className="card same-day" key={sameDayKey(day)}>
      <RadioCards
        label={t('same.day', { date: date(day.ofLead.surveyDate) })}
        value={answer}
        options={[
          { value: 'both', label: t('same.day-both') },
          { value: 'lead', label: only(day.ofLead) },
          { value: 'other', label: only(day.ofOther) },
        ]}
        onChange={(event) => onAnswer(answers.get(event.target.value) ?? 'both')}
      />
    </div>
  );
}
