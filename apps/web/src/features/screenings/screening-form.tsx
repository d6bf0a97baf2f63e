import type { ReferSign } from '@crece/domain';
import {
  newestFirst,
  previewScreening,
  type Screening,
  sameContent,
  severestPreview,
  todayIn,
} from '@crece/domain';
import { type ChildFile, screeningsHere } from '@crece/storage';
import { type ComponentProps, memo, useEffect, useMemo, useRef, useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { DraftNote, RestoredDraft } from '../../shared/forms/form-parts.tsx';
import { useCheckedForm } from '../../shared/forms/use-checked-form.ts';
import { childPath } from '../../shared/navigation/paths.ts';
import { opensAgain } from '../../shared/records/opens-again.ts';
import { useAutofocusField } from '../../ui/autofocus.ts';
import { Waiting } from '../../ui/blank.tsx';
import { MainLink } from '../../ui/main-link.tsx';
import { AgeByDateNote, GraduatedBlock, twoAges } from './age-by-comment.tsx';
import { FeetQuestion } from './feet-question.tsx';
import { isBeforeMuac, SameDayQuestion } from './field-questions.tsx';
import { FormTrouble, SaveScreeningButton } from './form-end.tsx';
import { focusFirstEmpty, hasQuestion, isWhole, onFormKeys } from './form-keys.ts';
import { FormNotices } from './form-notices.tsx';
import type { ScreeningFormState as Form } from './form-values.ts';
import {
  checkValues,
  type FormSubject,
  firstValues,
  type Savable,
  type ScreeningValues,
  screeningDraftOf,
  typedNumber,
} from './form-values.ts';
import { issueSentence } from './issue-words.ts';
import { LiveResult } from './live-result.tsx';
import { MeasureFields } from './measure-fields.tsx';
import { MeasuresChoice } from './measures-choice.tsx';
import { MoreQuestions } from './more-questions.tsx';
import { missingSigns } from './open-signs.ts';
import { LaterVisit, SurveyDate } from './survey-date.tsx';
import { TypedFiguresNote } from './typed-figures.tsx';
import { useMeasuresChoice } from './use-measures-choice.ts';
import { usePosition } from './use-position.ts';
import { useScreeningSave } from './use-screening-save.ts';
import { useScreeningSubmit } from './use-screening-submit.ts';
import { useShownMeasures } from './use-shown-measures.ts';
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
  /** The person has just registered the child and goes on typing. */
  isNewChild?: boolean;
  /** The signs of the child's open referral, which a new screening should measure again. */
  openSigns?: readonly ReferSign[];
  /**
   * Called when another person changed the edited screening and the person accepts those values.
   */
  onTakeTheirs: () => Promise<void>;
}

const NO_SIGNS: readonly ReferSign[] = [];

const newFormKey = (childId: string): string => `screening:new:${childId}`;

/** Form of a new or edited screening: measures, live result, questions, one save button. */
export function ScreeningForm(props: ScreeningFormProps) {
  const { file, base, today, isMuacAsked, openSigns = NO_SIGNS } = props;
  const { t, date, number } = useMessages();
  const { child, others = [], screenings } = file;
  const { first, remember } = useMeasuresChoice(child, today, isMuacAsked, openSigns.length > 0);
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
  // A child that becomes one with another while the form is open has another id; the draft stays.
  const [childId] = useState(child._id);
  const valuesOf = (of: Screening | null) => firstValues(of, today, decimalMark, first);
  const form = useCheckedForm<ScreeningValues, Savable, Screening>({
    formKey: base === null ? newFormKey(childId) : `screening:${base._id}`,
    otherKeys: base === null ? others.map(({ _id }) => newFormKey(_id)) : [],
    defaults: valuesOf(base),
    edited: base === null ? undefined : { record: base, valuesOf },
    check: (values) => checkValues(values, subject),
    sentence,
    checkOnLeaving: ['surveyDate', 'height', 'weight', 'muac', 'comments'],
    choices: ['mode'],
    opensAgain: () => opensAgain(props.unit.local, child._id),
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

/** Which of two days a draft of another day is of: it has that day's date, which nobody chose. */
function daysOfDraft(
  { form: { draft, hook }, base, today, unit }: OpenFormProps,
  surveyDate: string,
): ComponentProps<typeof RestoredDraft>['days'] {
  if (base !== null) return undefined;
  const { begunAt } = draft;
  const typed = begunAt === null ? null : todayIn(unit.timeZone, new Date(begunAt));
  if (typed === null || typed !== surveyDate || typed === today) return undefined;
  const choose = (day: string) => hook.setValue('surveyDate', day, { shouldDirty: true });
  return { typed, today, choose };
}

/** Puts right what a draft, or a form that lay open over midnight with nothing typed, began with. */
function useBegunValues(
  { hook: { getValues, setValue, reset }, dirty, draft: { kept } }: Form,
  { wrongDay, today, first, base }: OpenFormProps,
): void {
  const [opened] = useState(today);
  useEffect(() => {
    const isOld = base === null && !dirty && !kept && today !== opened;
    if (isOld && getValues('surveyDate') === opened) reset({ ...getValues(), surveyDate: today });
  }, [base, dirty, kept, today, opened, getValues, reset]);
  useEffect(() => {
    if (getValues('surveyDate') === wrongDay) setValue('surveyDate', today);
  }, [getValues, setValue, wrongDay, today]);
  useEffect(() => {
    // A draft with nothing but a MUAC goes on with MUAC alone where that is asked for.
    const { height, weight, mode } = getValues();
    if (first === 'muac' && mode === 'all' && height === '' && weight === '') {
      setValue('mode', 'muac');
    }
  }, [first, getValues, setValue]);
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

/**
 * What the domain says of the typed values before they are saved. `live`: by any version of the
 * child; `isYoung`: by each of them MUAC does not count yet.
 */
const usePreviews = (
  values: ScreeningValues,
  { base, file: { child, versions }, subject: { others }, today }: OpenFormProps,
) =>
  useMemo(() => {
    const draft = screeningDraftOf(values, base);
    const preview = previewScreening(draft, child, others, today);
    const children = [child, ...(versions?.child ?? [])] as const;
    const live = severestPreview(preview, draft, children, others, today);
    const isYoung = children
      .slice(1)
      .every((each) => isBeforeMuac(previewScreening(draft, each, others, today)));
    return { preview, live, isYoung: isBeforeMuac(preview) && isYoung };
  }, [values, base, child, versions, others, today]);

/** The child's other screenings until a day, the newest first. */
const earlierOf = ({ others }: FormSubject, day: string) =>
  newestFirst(others.filter(({ surveyDate }) => surveyDate <= day));

/** Saves the screening; its draft goes then, or when another person's values are taken. */
function useSave({ unit, file, base, form, subject, onTakeTheirs }: OpenFormProps) {
  const position = usePosition(base === null);
  const forgetDraft = form.draft.discard;
  return useScreeningSave({
    unit,
    childId: file.child._id,
    firstName: file.child.firstName,
    subject,
    over: form.base,
    position,
    forgetDraft,
    onTakeTheirs: async () => {
      await forgetDraft();
      await onTakeTheirs();
    },
  });
}

/** What the save button says; `isSaid`: it was said which open signs are not measured. */
function saveLabelOf(base: Screening | null, isSaid: boolean) {
  if (base !== null) return 'children.save-changes';
  return isSaid ? 'screenings.save-anyway' : 'screenings.save';
}

const OpenForm = memo(function OpenForm(props: OpenFormProps) {
  const { unit, file, base, today, isNewChild = false, openSigns = NO_SIGNS } = props;
  const { form, subject, first, onMode } = props;
  const { t } = useMessages();
  const { child } = file;
  const values = useSame(form.hook.watch());
  useBegunValues(form, props);
  const { preview, live, isYoung } = usePreviews(values, props);
  const isGraduated = preview.issues.some(({ code }) => code === 'child-graduated');
  const earlier = earlierOf(subject, values.surveyDate);
  const ages = twoAges(child, earlier[0], values.surveyDate);
  const isAgeSaid = preview.override !== null || preview.isOverrideDeclined;
  const focusRef = useAutofocusField<HTMLDivElement>(
    isYoung && values.mode === 'all' ? 'height' : 'muac',
    (first === 'muac' || isNewChild) && !form.draft.restored,
  );
  const formRef = useRef<HTMLFormElement>(null);
  const { fault, save } = useSave(props);
  const muac = preview.reading === null ? null : typedNumber(values.muac);
  const { isMuacOnly, hide } = useShownMeasures(values);
  const whole = isWhole(values, isYoung, isMuacOnly);
  const { submit, unmeasured } = useScreeningSubmit({ form, base, openSigns, preview, save });
  const isSaid = unmeasured.length > 0 && form.problems.length === 0;
  const feet = <FeetQuestion form={form} values={values} isWhole={whole} />;
  const isFeetFirst = base === null && openSigns.includes('swelling');
  return (
    <form
      className="screening-form"
      onSubmit={submit}
      onKeyDown={(event) => onFormKeys(event, whole && !hasQuestion(preview))}
      ref={formRef}
      noValidate
    >
      <div className="form-main" ref={focusRef}>
        <RestoredDraft
          draft={form.draft}
          who={t('screenings.draft-of', { name: child.firstName })}
          days={daysOfDraft(props, values.surveyDate)}
          onGoOn={() => focusFirstEmpty(formRef.current)}
        />
        <MeasuresChoice
          form={form}
          chosen={values.mode}
          isYoung={isYoung}
          formRef={formRef}
          onMode={(mode) => first !== null && onMode(mode)}
        />
        <DayOfScreening props={props} values={values} preview={preview} />
        {isGraduated ? (
          <GraduatedBlock ages={ages} child={child} stakeDB={unit.stakeDB} />
        ) : (
          <>
            {isFeetFirst ? feet : null}
            <TypedFiguresNote form={form} values={values} onRemoved={hide} />
            {isAgeSaid ? null : <AgeByDateNote ages={ages} child={child} stakeDB={unit.stakeDB} />}
            <MeasureFields
              form={form}
              values={values}
              preview={preview}
              isMuacOnly={isMuacOnly}
              isYoung={isYoung}
              sex={child.gender}
              earlier={earlier}
              today={today}
            />
            {isFeetFirst ? null : feet}
            <FormNotices
              preview={live}
              isContested={file.versions !== undefined}
              entries={screeningsHere(unit.sync, child._id, subject.others.length)}
            />
          </>
        )}
        <MoreQuestions form={form} values={values} preview={preview} />
        <DraftNote draft={form.draft} />
      </div>
      <div className="form-side">
        {isGraduated ? null : (
          <LiveResult
            preview={live}
            muac={muac}
            openSigns={missingSigns(openSigns, values, preview, base)}
          />
        )}
        <FormTrouble form={form} fault={fault} unmeasured={unmeasured} />
        {isGraduated ? (
          <ToGraduate child={child} unit={unit} />
        ) : (
          <SaveScreeningButton
            isSaving={form.saving}
            label={t(saveLabelOf(base, isSaid))}
            isAgain={fault !== null}
          />
        )}
      </div>
    </form>
  );
}, staysWhileSaving);

/** On which day the child was measured, and what follows when it was screened on that day already. */
function DayOfScreening({
  props: { form, file, base, subject, unit, today },
  values,
  preview,
}: {
  props: OpenFormProps;
  values: ScreeningValues;
  preview: ComponentProps<typeof SameDayQuestion>['preview'];
}) {
  const { child } = file;
  return (
    <>
      <SurveyDate form={form} value={values.surveyDate} birthDate={child.birthDate} today={today} />
      {base === null && values.surveyDate === today ? (
        <LaterVisit days={subject.others.map(({ surveyDate }) => surveyDate)} today={today} />
      ) : null}
      <SameDayQuestion preview={preview} child={child} stakeDB={unit.stakeDB} today={today} />
    </>
  );
}

/** In place of "Save": whoever is past five by that day is not screened. */
function ToGraduate({ child, unit }: { child: ChildFile['child']; unit: OpenUnit }) {
  const { t } = useMessages();
  return <MainLink to={childPath(child._id, unit.stakeDB)}>{t('screenings.open-child')}</MainLink>;
}
