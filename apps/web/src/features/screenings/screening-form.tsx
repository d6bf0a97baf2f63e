import { newestFirst, previewScreening, type Screening, sameContent } from '@crece/domain';
import { type ChildFile, screeningsHere } from '@crece/storage';
import { memo, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { DraftNote, RestoredDraft } from '../../shared/forms/form-parts.tsx';
import { useCheckedForm } from '../../shared/forms/use-checked-form.ts';
import { childPath } from '../../shared/navigation/paths.ts';
import { useFaultSentence } from '../../shared/words/fault.ts';
import { useAsk } from '../../ui/ask.tsx';
import { useAutofocusField } from '../../ui/autofocus.ts';
import { Waiting } from '../../ui/blank.tsx';
import { SegmentedControl } from '../../ui/choices.tsx';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { DateField } from '../../ui/fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isBeforeMuac, SameDayQuestion } from './field-questions.tsx';
import { focusFirstEmpty, mayEnterSave, onFormKeys } from './form-keys.ts';
import { FormNotices, GraduatedBlock } from './form-notices.tsx';
import type { ScreeningForm as Form } from './form-values.ts';
import {
  checkValues,
  draftOf,
  type FormSubject,
  firstValues,
  type Savable,
  type ScreeningValues,
} from './form-values.ts';
import { issueSentence } from './issue-words.ts';
import { LiveResult } from './live-result.tsx';
import { MeasureFields } from './measure-fields.tsx';
import { MoreQuestions, SwellingQuestion } from './more-questions.tsx';
import { useMeasuresChoice } from './use-measures-choice.ts';
import { usePosition } from './use-position.ts';
import { useScreeningSave } from './use-screening-save.ts';
import './screening-form.css';
import './keypad-open.css';

interface ScreeningFormProps {
  unit: OpenUnit;
  file: ChildFile;
  /** The edited screening as it was when the form was opened; null for a new one. */
  base: Screening | null;
  today: string;
  /** The day by a wrong clock: a draft with this day is dated today. */
  wrongDay: string | null;
  /** The person asked for MUAC alone, by the tape button of a row. */
  isMuacAsked: boolean;
  /**
   * Called when another person changed the edited screening and the person accepts those values.
   */
  onTakeTheirs: () => Promise<void>;
}

/** Form of a new or edited screening: measures, live result, questions, one save button. */
export function ScreeningForm(props: ScreeningFormProps) {
  const { file, base, today, isMuacAsked } = props;
  const { t, date, number } = useMessages();
  const { child, screenings } = file;
  const { first, remember } = useMeasuresChoice(child, today, isMuacAsked);
  const subject = useMemo<FormSubject>(
    () => ({
      child,
      base,
      others: screenings.filter(({ _id }) => _id !== base?._id),
      today,
    }),
    [child, base, screenings, today],
  );
  const sentence = useMemo(
    () => (issue: Parameters<typeof issueSentence>[1]) => issueSentence({ t, date }, issue),
    [t, date],
  );
  const decimalMark = number(0.5).charAt(1);
  const form = useCheckedForm<ScreeningValues, Savable>({
    formKey: base === null ? `screening:new:${child._id}` : `screening:${base._id}`,
    defaults: firstValues(base, today, decimalMark, first),
    check: (values) => checkValues(values, subject),
    sentence,
    checkOnLeaving: ['surveyDate', 'height', 'weight', 'muac', 'comments'],
    choices: ['mode'],
  });
  return form.ready ? (
    <OpenForm
      {...props}
      form={form}
      subject={subject}
      first={base === null ? first : null}
      onMode={remember}
    />
  ) : (
    <Waiting />
  );
}

/**
 * Returns the same object while its content is equal: derived values are computed once per change.
 */
function useSame<T extends object>(next: T): T {
  const [kept, keep] = useState(next);
  if (sameContent(kept, next)) return kept;
  keep(next);
  return next;
}

interface OpenFormProps extends ScreeningFormProps {
  form: Form;
  subject: FormSubject;
  /** The measures with which a new screening begins; null for an edited one. */
  first: ScreeningValues['mode'] | null;
  /** Called when the person chooses the measures of a new screening. */
  onMode: (mode: ScreeningValues['mode']) => void;
}

/** While a form is saved it stays as it is: it must not be drawn anew with what it saves itself. */
const staysWhileSaving = (before: OpenFormProps, after: OpenFormProps) =>
  before.form.saving && after.form.saving;

const OpenForm = memo(function OpenForm({
  unit,
  file,
  base,
  today,
  wrongDay,
  onTakeTheirs,
  form,
  subject,
  first,
  onMode,
}: OpenFormProps) {
  const { t } = useMessages();
  const { inform } = useAsk();
  const { child } = file;
  const values = useSame(form.hook.watch());
  const { getValues, setValue } = form.hook;
  useEffect(() => {
    if (getValues('surveyDate') === wrongDay) setValue('surveyDate', today);
  }, [getValues, setValue, wrongDay, today]);
  const position = usePosition(base === null);
  const preview = useMemo(
    () =>
      previewScreening(draftOf(values, subject.base), subject.child, subject.others, subject.today),
    [values, subject],
  );
  const isGraduated = preview.issues.some(({ code }) => code === 'child-graduated');
  const earlier = newestFirst(
    subject.others.filter(({ surveyDate }) => surveyDate <= values.surveyDate),
  );
  const isYoung = isBeforeMuac(preview);
  const { restored } = form.draft;
  useEffect(() => {
    // A draft with nothing but a MUAC goes on with MUAC alone where that is asked for.
    const { height, weight, mode } = getValues();
    if (first === 'muac' && mode === 'all' && height === '' && weight === '') {
      setValue('mode', 'muac');
    }
  }, [first, getValues, setValue]);
  const focusRef = useAutofocusField<HTMLDivElement>(
    isYoung && values.mode === 'all' ? 'height' : 'muac',
    first === 'muac' && !restored,
  );
  const formRef = useRef<HTMLFormElement>(null);
  const mode = form.field('mode');
  /** A tap on the measures leads to the first of them; the arrow keys of a keyboard do not. */
  const tapped = useRef(false);
  useEffect(() => {
    if (tapped.current && values.mode !== undefined) focusFirstEmpty(formRef.current);
    tapped.current = false;
  }, [values.mode]);
  const { fault, save } = useScreeningSave({
    unit,
    childId: child._id,
    subject,
    position,
    forgetDraft: form.draft.discard,
    onTakeTheirs: async () => {
      await form.draft.discard();
      await onTakeTheirs();
    },
  });
  const muac = preview.reading === null ? null : Number(values.muac.replace(',', '.')) || null;

  async function tellHeight(): Promise<void> {
    await inform({
      title: t('screenings.issue.height-exceeded-title'),
      body: t('screenings.issue.height-exceeded-text'),
    });
    form.hook.setFocus('height');
  }
  const submit = form.submit(
    (savable) => save(savable, getValues()),
    (issues) => {
      if (issues.some(({ code }) => code === 'height-out-of-range')) void tellHeight();
    },
  );

  return (
    <form
      className="screening-form"
      onSubmit={submit}
      onKeyDown={(event) => onFormKeys(event, mayEnterSave(values, preview, isYoung))}
      ref={formRef}
      noValidate
    >
      <div className="form-main" ref={focusRef}>
        <RestoredDraft draft={form.draft} onGoOn={() => focusFirstEmpty(formRef.current)} />
        <SegmentedControl
          label={t('screenings.what')}
          hideLabel
          options={[
            {
              value: 'muac',
              label: t(isYoung ? 'screenings.muac-only-not-yet' : 'screenings.muac-only'),
              icon: 'tape',
            },
            { value: 'all', label: t('screenings.all-measures'), icon: 'ruler' },
          ]}
          {...mode}
          onClick={({ detail, currentTarget: { value } }) => {
            tapped.current = detail > 0 && value !== values.mode;
            if (detail > 0 && value === values.mode) focusFirstEmpty(formRef.current);
          }}
          onChange={(event) => {
            if (first !== null) onMode(event.target.value === 'muac' ? 'muac' : 'all');
            return mode.onChange(event);
          }}
        />
        <SurveyDate
          form={form}
          value={values.surveyDate}
          birthDate={child.birthDate}
          today={today}
        />
        <SameDayQuestion preview={preview} child={child} stakeDB={unit.stakeDB} today={today} />
        {isGraduated ? (
          <GraduatedBlock />
        ) : (
          <>
            <MeasureFields
              form={form}
              values={values}
              preview={preview}
              earlier={earlier}
              today={today}
            />
            <SwellingQuestion form={form} />
            <FormNotices
              preview={preview}
              entries={screeningsHere(unit.sync, child._id, subject.others.length)}
            />
          </>
        )}
        <MoreQuestions form={form} values={values} preview={preview} />
        <DraftNote draft={form.draft} />
      </div>
      <div className="form-side">
        {isGraduated ? null : <LiveResult preview={preview} muac={muac} />}
        <FormTrouble form={form} fault={fault} />
        {isGraduated ? (
          <ButtonLink kind="primary" wide to={childPath(child._id, unit.stakeDB)}>
            {t('screenings.open-child')}
          </ButtonLink>
        ) : (
          <SaveButton
            isSaving={form.saving}
            label={t(base === null ? 'screenings.save' : 'children.save-changes')}
            isAgain={fault !== null}
          />
        )}
      </div>
    </form>
  );
}, staysWhileSaving);

/** "Save screening", or "Save" where the keyboard leaves little room; its name is the whole one. */
function SaveButton({
  label,
  isSaving,
  isAgain,
}: {
  label: string;
  isSaving: boolean;
  isAgain: boolean;
}) {
  const { t } = useMessages();
  const whole = isAgain ? t('screenings.save-again') : label;
  return (
    <Button
      kind="primary"
      wide
      type="submit"
      disabled={isSaving}
      aria-label={isSaving ? undefined : whole}
    >
      {isSaving ? (
        t('common.saving')
      ) : (
        <>
          <span className="save-whole">{whole}</span>
          <span className="save-short">{t('common.save')}</span>
        </>
      )}
    </Button>
  );
}

/** "Measured today, 14 Mar 2026", and the date field on demand. */
function SurveyDate({
  form,
  value,
  birthDate,
  today,
}: {
  form: Form;
  value: string;
  birthDate: string;
  today: string;
}) {
  const { t, date } = useMessages();
  const [open, setOpen] = useState<'by-hand' | 'by-need' | null>(null);
  const panelId = useId();
  const { error, ...input } = form.field('surveyDate');
  // Once shown the field stays: a date must not disappear while it is being corrected.
  const isNeeded = error !== undefined || value === '';
  if (open === null && isNeeded) setOpen('by-need');
  if (open !== null || isNeeded) {
    return (
      <div id={panelId} className="survey-date">
        <DateField
          label={t('screenings.survey-date')}
          min={birthDate}
          max={today}
          error={error}
          autoFocus={open === 'by-hand'}
          {...input}
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

function Trouble({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="trouble" role="alert">
      <Icon name="warning" small />
      <p>
        <b>{title}</b>
        {children}
      </p>
    </div>
  );
}

/** Explains above the button why the form is not saved: what failed, or what is missing. */
function FormTrouble({ form, fault }: { form: Form; fault: unknown }) {
  const { t } = useMessages();
  const faultSentence = useFaultSentence();
  if (fault !== null) {
    return <Trouble title={t('screenings.not-saved')}>{faultSentence(fault)}</Trouble>;
  }
  const [first] = form.problems;
  if (first === undefined) return null;
  if (first.code === 'height-weight-or-muac-required') {
    return (
      <Trouble title={first.sentence}>
        {t('screenings.issue.height-weight-or-muac-required-text')}
      </Trouble>
    );
  }
  return <Trouble title={t('common.input-error')}>{t('common.input-error-text')}</Trouble>;
}
