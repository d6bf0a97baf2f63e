import type { ScreeningPreview } from '@crece/domain';
import { useId } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { Badge, Button } from '../../ui/controls.tsx';
import type { ScreeningFormState } from './form-values.ts';
import { ageAnswer } from './form-values.ts';
import { useRested } from './use-rested.ts';

interface AgeProps {
  form: ScreeningFormState;
  preview: ScreeningPreview;
}

interface AskedAge {
  readonly months: number;
  /** Months by the birth date; null while the day of the screening is unknown. */
  readonly calendar: number | null;
}

/**
 * The age that the comment asks for and that was not answered yet; null when there is no question.
 */
export function askedAge({ issues }: ScreeningPreview): AskedAge | null {
  const params = issues.find(({ code }) => code === 'age-override-to-confirm')?.params;
  const months = params?.['months'];
  if (typeof months !== 'number') return null;
  const calendar = params?.['calendarMonths'];
  return { months, calendar: typeof calendar === 'number' ? calendar : null };
}

function useSetAnswer(form: ScreeningFormState) {
  return (value: string) => form.hook.setValue('ageAnswer', value, { shouldDirty: true });
}

function OpenQuestion({ asked, form }: { asked: AskedAge; form: ScreeningFormState }) {
  const { t, number } = useMessages();
  const setAnswer = useSetAnswer(form);
  const id = useId();
  const { calendar } = asked;
  const months = number(asked.months);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be named by its own bold sentence.
    <div role="group" aria-labelledby={id} className="form-note form-question">
      <p>
        <b id={id}>
          {calendar === null
            ? t('screenings.age-question-plain', { months })
            : t('screenings.age-question', { months, calendar: number(calendar) })}
        </b>
        {calendar === null ? null : t('screenings.age-question-why', { calendar })}
      </p>
      <div className="form-answers">
        <Button kind="second" onClick={() => setAnswer(ageAnswer(true, asked.months))}>
          {t('screenings.age-question-yes', { months })}
        </Button>
        <Button kind="second" onClick={() => setAnswer(ageAnswer(false, asked.months))}>
          {calendar === null
            ? t('screenings.age-question-no-plain')
            : t('screenings.age-question-no', { calendar: number(calendar) })}
        </Button>
      </div>
    </div>
  );
}

/** "Use 30 months instead of 15?", shown below the comment that asks for it. */
export function AgeQuestion({ form, preview }: AgeProps) {
  const asked = askedAge(preview);
  const key = asked === null ? '' : `${asked.months} ${asked.calendar}`;
  // "age=3" is the first part of "age=30": the question waits for a pause in typing, and disappears
  // at once when answered.
  const isRested = useRested(key) === key;
  return (
    <div role="status" aria-live="polite">
      {asked === null || !isRested ? null : <OpenQuestion asked={asked} form={form} />}
    </div>
  );
}

/**
 * Shows the age in use when a comment gives another age, with a button that asks the question
 * again.
 */
export function AgeChip({ form, preview }: AgeProps) {
  const { t, number } = useMessages();
  const setAnswer = useSetAnswer(form);
  const { override, isOverrideDeclined, age } = preview;
  const isDeclined = isOverrideDeclined && age !== null;
  if (override === null && !isDeclined) return null;
  return (
    <p className="age-chip">
      {override === null ? null : (
        <Badge icon="info">{t('assessment.override-badge', { months: number(override) })}</Badge>
      )}
      {isDeclined ? (
        <Badge icon="calendar">
          {t('screenings.age-calendar', { months: number(age.completedMonths) })}
        </Badge>
      ) : null}
      {form.hook.getValues('ageAnswer') === '' ? null : (
        <button type="button" className="link-btn" onClick={() => setAnswer('')}>
          {t('app.change-name')}
        </button>
      )}
    </p>
  );
}
