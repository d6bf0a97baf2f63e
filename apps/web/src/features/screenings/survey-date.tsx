import { useId, useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { datePartsOf } from '../../shared/forms/date-parts-of.ts';
import { DatePartsField } from '../../ui/date-parts-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { ScreeningFormState } from './form-values.ts';

/**
 * A new screening of today is not the child's newest where another one is dated later: the clock that
 * dated one of them is wrong, and which one only the person can know.
 */
export function LaterVisit({ days, today }: { days: readonly string[]; today: string }) {
  const { t, date } = useMessages();
  const last = days.reduce((latest, day) => (day > latest ? day : latest), today);
  return last === today ? null : (
    <p role="status" className="form-note">
      {t('screenings.later-visit', { date: date(last, 'long') })}
    </p>
  );
}

/** "Measured today, 14 Mar 2026", and the date field on demand. */
export function SurveyDate({
  form,
  value,
  birthDate,
  today,
}: {
  form: ScreeningFormState;
  value: string;
  birthDate: string;
  today: string;
}) {
  const { t, date } = useMessages();
  const [open, setOpen] = useState<'by-hand' | 'by-need' | null>(null);
  const panelId = useId();
  const { error } = form.field('surveyDate');
  // Once shown the field stays: a date must not disappear while it is being corrected.
  const isNeeded = error !== undefined || value === '';
  if (open === null && isNeeded) setOpen('by-need');
  if (open !== null || isNeeded) {
    return (
      <div id={panelId} className="survey-date">
        <DatePartsField
          label={t('screenings.survey-date')}
          min={birthDate}
          max={today}
          autoFocus={open === 'by-hand'}
          {...datePartsOf(form, 'surveyDate')}
        />
      </div>
    );
  }
  return (
    <p className="when">
      <Icon name="calendar" small />
      <span>
        {t('screenings.measured-when')}{' '}
        <b>{value === today ? t('screenings.date-today', { date: date(value) }) : date(value)}</b>
      </span>
      <button
        type="button"
        className="link-btn"
        aria-expanded={false}
        onClick={() => setOpen('by-hand')}
      >
        {t('app.change-name')}
      </button>
    </p>
  );
}
