import {
  checkMother,
  draftOfMother,
  type IsoDate,
  type Issue,
  type Mother,
  type MotherFields,
  type MotherKind,
} from '@crece/domain';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { enterLeadsOn } from '../../shared/forms/enter-leads-on.ts';
import {
  DraftNote,
  InputErrors,
  RestoredDraft,
  SaveButton,
} from '../../shared/forms/form-parts.tsx';
import { useCheckedForm } from '../../shared/forms/use-checked-form.ts';
import { Dock, Page } from '../../shared/navigation/page.tsx';
import { opensAgain } from '../../shared/records/opens-again.ts';
import { ClockQuestion, useDatingDay } from '../../shared/screenings/clock-question.tsx';
import { useAutofocusField } from '../../ui/autofocus.ts';
import { Waiting } from '../../ui/blank.tsx';
import { MotherFormFields, type OfferedDay } from './mother-fields.tsx';
import type { MotherFormValues } from './mother-form-values.ts';
import { motherIssueSentence } from './mother-words.ts';
import type { SaveMother } from './use-save-mother.ts';
import './mothers.css';

const FORM_ID = 'mother-form';

interface MotherFormProps {
  unit: OpenUnit;
  kind: MotherKind;
  title: string;
  subtitle: string;
  back: string;
  formKey: string;
  otherKeys?: readonly string[];
  defaults: MotherFormValues;
  saveLabel: string;
  /** The stored record when it is edited. */
  base?: Mother;
  dateHint?: string;
  offered?: (today: IsoDate) => readonly OfferedDay[];
  /** Stores the fields, typed over this version of the stored record. */
  save: SaveMother;
  /** Content above and below the fields. */
  before?: ReactNode;
  after?: ReactNode;
}

/** The form of a pregnant woman or a nursing mother, new or stored. */
export function MotherForm(props: MotherFormProps) {
  const { unit, kind, base } = props;
  const speech = useMessages();
  const { t, date } = speech;
  const { today, question } = useDatingDay(unit, true);
  const snapshot = useUnitSnapshot(unit.local);
  const wards = useMemo(
    () => [...new Set([...unit.wards, ...snapshot.wards])],
    [unit.wards, snapshot.wards],
  );
  const sentence = useCallback(
    (issue: Issue) => motherIssueSentence(issue, { t, date }),
    [t, date],
  );
  const form = useCheckedForm<MotherFormValues, MotherFields, Mother>({
    formKey: props.formKey,
    otherKeys: props.otherKeys,
    defaults: props.defaults,
    edited: base && { record: base, valuesOf: draftOfMother },
    check: (values) => checkMother(values, kind, today, base),
    sentence,
    checkOnLeaving: ['deliveryDate', 'childsBirthDate'],
    opensAgain: base ? undefined : () => opensAgain(unit.local),
  });
  const autofocus = useAutofocusField<HTMLFormElement>('firstName');
  const submit = form.submit((fields) => props.save(fields, form.base, form.forgetDraft));

  return (
    <Page
      title={props.title}
      subtitle={props.subtitle}
      back={props.back}
      unit={unit}
      isForm
      section="mothers"
      screenType={props.kind}
      width="read"
      {...(question === null
        ? {
            dock: (
              <Dock>
                <SaveButton form={form} of={FORM_ID} action={props.saveLabel} />
              </Dock>
            ),
          }
        : {})}
    >
      {question !== null ? (
        <ClockQuestion question={question} />
      ) : form.ready ? (
        <form id={FORM_ID} ref={autofocus} noValidate onKeyDown={enterLeadsOn} onSubmit={submit}>
          <RestoredDraft draft={form.draft} />
          {props.before}
          <MotherFormFields
            form={form}
            kind={kind}
            today={today}
            wards={wards}
            {...(props.dateHint === undefined ? {} : { dateHint: props.dateHint })}
            {...(props.offered === undefined ? {} : { offered: props.offered(today) })}
          />
          <InputErrors problems={form.problems} />
          <DraftNote draft={form.draft} />
          {props.after}
        </form>
      ) : (
        <Waiting />
      )}
    </Page>
  );
}
