import { type CheckedChildFields, type Child, type Issue, saidIn } from '@crece/domain';
import type { MessageKey } from '@crece/messages';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import { useProgramme } from '../../data/programme.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { enterLeadsOn, enterSends } from '../../shared/forms/enter-leads-on.ts';
import {
  DraftNote,
  FormError,
  InputErrors,
  RestoredDraft,
  SaveButton,
} from '../../shared/forms/form-parts.tsx';
import { type CheckedForm, useCheckedForm } from '../../shared/forms/use-checked-form.ts';
import { Dock, Page } from '../../shared/navigation/page.tsx';
import { wardChoices } from '../../shared/places/wards.ts';
import { opensAgain } from '../../shared/records/opens-again.ts';
import { useAsk } from '../../ui/ask.tsx';
import { useAutofocusField } from '../../ui/autofocus.ts';
import { Waiting } from '../../ui/blank.tsx';
import { IconNote } from '../../ui/icon-note.tsx';
import { ChildFormFields } from './child-fields.tsx';
import { type ChildFormValues, checkChildForm, valuesOfChild } from './child-form-values.ts';

const FORM_ID = 'child-form';

/** Saves the form. `done` deletes the draft and is called after everything is stored. */
export type SaveChild = (
  fields: CheckedChildFields,
  notices: readonly Issue[],
  done: () => void,
  /** All values of the form. */
  values: ChildFormValues,
  /** The version of the stored child that was typed over. */
  over: Child | undefined,
) => Promise<void>;

interface ChildFormProps {
  unit: OpenUnit;
  /** By which the age is counted. */
  today: string;
  title: string;
  back: string;
  formKey: string;
  otherKeys?: readonly string[];
  defaults: ChildFormValues;
  saveLabel: string;
  /** Content above the fields. */
  note?: ReactNode;
  /** Whether the fields under "More" are shown at first. */
  isMoreOpen?: boolean;
  /** The stored child when it is edited. */
  base?: Child;
  /** The dates of the stored child's screenings. */
  screeningDays: readonly string[];
  save: SaveChild;
}

/** Whether a field holds the age, the last of what a new child's form must know. */
const isInAge = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement &&
  (target.name === 'ageMonths' || target.closest('.date-year') !== null);

/** The form of a child, for a new and for a stored one. */
export function ChildForm(props: ChildFormProps) {
  const { unit, today, base, save } = props;
  const { t, language } = useMessages();
  const { consent, household } = useProgramme();
  const consentText = saidIn(consent[unit.countryCode], language);
  const snapshot = useUnitSnapshot(unit.local);
  const sayGraduated = useGraduatedModal();
  const wards = useMemo(
    () => wardChoices(unit.wards, snapshot.wards),
    [unit.wards, snapshot.wards],
  );
  const sentence = useCallback(
    (issue: Issue) => t(`children.issue.${issue.code}` as MessageKey, issue.params),
    [t],
  );
  const form = useCheckedForm<ChildFormValues, CheckedChildFields, Child>({
    formKey: props.formKey,
    otherKeys: props.otherKeys,
    defaults: props.defaults,
    edited: base && { record: base, valuesOf: valuesOfChild },
    check: (values) => checkChildForm(values, today, base),
    sentence,
    checkOnLeaving: ['birthDate', 'ageMonths'],
    opensAgain: () => opensAgain(unit.local, base?._id),
  });
  const autofocus = useAutofocusField<HTMLFormElement>('firstName');
  const submit = form.submit((fields, notices) =>
    save(fields, notices, () => void form.draft.discard(), form.hook.getValues(), form.base),
  );

  return (
    <Page
      title={props.title}
      subtitle={base === undefined ? unit.stakeName : `${base.firstName} ${base.lastName}`}
      back={props.back}
      unit={unit}
      isForm
      section="children"
      width="read"
      dock={
        <Dock>
          {form.problems.length === 0 ? null : <FormError>{t('children.form-error')}</FormError>}
          <SaveButton form={form} of={FORM_ID} action={props.saveLabel} />
        </Dock>
      }
    >
      {props.note}
      {form.ready ? (
        <form
          id={FORM_ID}
          ref={autofocus}
          noValidate
          onKeyDown={(event) => {
            const isLast = base === undefined && isInAge(event.target);
            if (isLast && checkChildForm(form.hook.getValues(), today).ok) enterSends(event);
            else enterLeadsOn(event);
          }}
          onSubmit={(event) => {
            const checked = checkChildForm(form.hook.getValues(), today, base);
            if (!checked.ok && checked.issues.some(({ code }) => code === 'child-graduated')) {
              sayGraduated();
            }
            submit(event);
          }}
        >
          <ChildDraft form={form} />
          <ChildFormFields
            form={form}
            today={today}
            wards={wards}
            consentText={consentText}
            household={saidIn(household, language)}
            isMoreOpen={props.isMoreOpen ?? false}
            isAboutBirthDate={
              base?.birthDateEstimated === true && form.hook.watch('birthDate') === base.birthDate
            }
          />
          {base === undefined ? null : (
            <ReassessNote
              form={form}
              base={base}
              screeningDays={props.screeningDays}
              today={today}
            />
          )}
          <InputErrors problems={form.problems} />
          <DraftNote draft={form.draft} />
        </form>
      ) : (
        <Waiting />
      )}
    </Page>
  );
}

/** The draft with which the form opened, by its child's name. */
function ChildDraft({ form }: { form: CheckedForm<ChildFormValues, unknown> }) {
  const { t } = useMessages();
  const [firstName, lastName] = form.hook.getValues(['firstName', 'lastName']);
  // The name as it was restored: it must not change while it is being corrected.
  const [name] = useState(`${firstName} ${lastName}`.trim());
  const who = name === '' ? t('children.draft-nameless') : t('children.draft-of', { name });
  return <RestoredDraft draft={form.draft} who={who} />;
}

/** The specified dialog for a child past its fifth birthday; the form does not change. */
function useGraduatedModal(): () => void {
  const { t } = useMessages();
  const { inform } = useAsk();
  return () => {
    void inform({ title: t('children.graduated-title'), body: t('children.graduated-text') });
  };
}

/**
 * Says before saving that a changed birth date or sex affects every screening, and when one would
 * lie before the birth.
 */
function ReassessNote({
  form,
  base,
  screeningDays,
  today,
}: {
  form: CheckedForm<ChildFormValues, unknown>;
  base: Child;
  screeningDays: readonly string[];
  today: string;
}) {
  const { t, date } = useMessages();
  const [birthDate, gender, ageBy, ageMonths] = form.hook.watch([
    'birthDate',
    'gender',
    'ageBy',
    'ageMonths',
  ]);
  const isAgeChanged = ageBy === 'months' ? ageMonths !== '' : birthDate !== base.birthDate;
  const isChanged = isAgeChanged || gender !== base.gender;
  const checked = checkChildForm(form.hook.getValues(), today, base);
  const born = checked.ok ? checked.value.birthDate : '';
  return (
    <div role="status">
      {isChanged && screeningDays.length > 0 ? (
        <IconNote className="reassess" icon="info" large>
          {t('children.reassess-note', { count: screeningDays.length })}
        </IconNote>
      ) : null}
      {screeningDays.some((day) => day < born) ? (
        <IconNote className="reassess" icon="warning" large>
          {t('screenings.issue.survey-date-before-birth', { date: date(born) })}
        </IconNote>
      ) : null}
    </div>
  );
}
