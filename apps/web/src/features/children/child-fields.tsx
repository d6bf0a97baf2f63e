import {
  ageOn,
  birthDateFromMonths,
  CARD_NUMBER_MAX,
  earliestBirthDate,
  FAMILY_LANGUAGES,
  type IsoDate,
  LIMITS,
  parseDateInput,
  parseDecimal,
  QUALIFYING_AGE_MONTHS,
} from '@crece/domain';
import { LANGUAGE_NAMES } from '@crece/messages';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { datePartsOf } from '../../shared/forms/date-parts-of.ts';
import type { CheckedForm } from '../../shared/forms/use-checked-form.ts';
import { RadioCards, SegmentedControl } from '../../ui/choices.tsx';
import { DatePartsField } from '../../ui/date-parts-field.tsx';
import { NumberField, SelectField, TextArea, TextField } from '../../ui/fields.tsx';
import { Fold } from '../../ui/surfaces.tsx';
import type { AgeBy, ChildFormValues } from './child-form-values.ts';

type Form = CheckedForm<ChildFormValues, unknown>;

interface FieldsProps {
  form: Form;
  today: IsoDate;
  wards: readonly string[];
  /** What the programme asks a family about its records in this country; null: nothing. */
  consentText: string | null;
  /** The programme's word for the household of a child; null: none of its own. */
  household: string | null;
  /** Whether the stored birth date was estimated from months. */
  isAboutBirthDate: boolean;
  /** Whether "More" is unfolded at first, because a field in it is filled already. */
  isMoreOpen: boolean;
}

/**
 * The fields of a child. The fields that are always asked come first; the rest is folded under
 * "More".
 */
export function ChildFormFields(props: FieldsProps) {
  const { form } = props;
  const { t } = useMessages();
  const optional = { note: t('common.optional') };
  /**
   * A tap on the last answer that the age waits for leads to the age; the arrow keys of a keyboard do
   * not. The age is last of what must be answered: Enter in it saves.
   */
  const leadOn = ({ detail, currentTarget }: MouseEvent<HTMLInputElement>) => {
    const { gender, memberStatus, ageBy, birthDate, ageMonths } = form.hook.getValues();
    const isAnswered = { gender, memberStatus, [currentTarget.name]: currentTarget.value };
    if (detail === 0 || isAnswered.gender === '' || isAnswered.memberStatus === '') return;
    if (ageBy === 'months' && ageMonths === '') form.hook.setFocus('ageMonths');
    if (ageBy !== 'months' && birthDate === '') form.hook.setFocus('birthDate');
  };
  return (
    <div className="child-fields">
      <div className="pair">
        <TextField
          label={t('children.first-name')}
          autoCapitalize="words"
          {...form.field('firstName')}
        />
        <TextField
          label={t('children.last-name')}
          autoCapitalize="words"
          {...form.field('lastName')}
        />
      </div>
      <div className="gender-cards">
        <RadioCards
          label={t('children.gender')}
          options={[
            { value: 'Boy', label: t('children.gender.Boy') },
            { value: 'Girl', label: t('children.gender.Girl') },
          ]}
          {...form.field('gender')}
          onClick={leadOn}
        />
      </div>
      <SegmentedControl
        label={t('children.member-status')}
        options={[
          { value: 'Yes', label: t('children.member-status.Yes') },
          { value: 'No', label: t('children.member-status.No') },
          { value: 'Unknown', label: t('children.member-status.Unknown') },
        ]}
        {...form.field('memberStatus')}
        onClick={leadOn}
      />
      <AgeFields {...props} />
      <TextField
        label={t('children.mother-name')}
        hint={t('children.mother-hint')}
        autoCapitalize="words"
        {...optional}
        {...form.field('mother')}
      />
      <WardField {...props} />
      {props.consentText === null ? null : (
        <SegmentedControl
          label={props.consentText}
          {...optional}
          options={[
            { value: 'yes', label: t('children.consent.yes') },
            { value: 'no', label: t('children.consent.no') },
          ]}
          {...form.field('consent')}
        />
      )}
      <MoreFields {...props} />
    </div>
  );
}

/** What is asked less often, folded. */
function MoreFields({ form, household, isMoreOpen }: FieldsProps) {
  const { t } = useMessages();
  const optional = { note: t('common.optional') };
  return (
    <Fold title={t('children.more')} note={t('children.more-note')} icon="note" open={isMoreOpen}>
      <div className="child-fields">
        <TextField label={t('children.father-name')} {...optional} {...form.field('father')} />
        <TextField label={t('children.address')} {...optional} {...form.field('address')} />
        <TextField
          label={t('children.landmark')}
          hint={t('children.landmark-hint')}
          {...optional}
          {...form.field('landmark')}
        />
        <div className="pair">
          <TextField label={t('children.city')} {...optional} {...form.field('city')} />
          <TextField
            label={t('children.phone')}
            type="tel"
            inputMode="tel"
            {...optional}
            {...form.field('phone')}
          />
        </div>
        <SegmentedControl
          label={t('children.may-message')}
          {...optional}
          options={[
            { value: 'yes', label: t('children.consent.yes') },
            { value: 'no', label: t('children.consent.no') },
          ]}
          {...form.field('mayMessage')}
        />
        <SelectField label={t('children.language')} {...optional} {...form.field('language')}>
          <option value="">{t('children.language-none')}</option>
          {FAMILY_LANGUAGES.map((language) => (
            <option key={language} value={language}>
              {LANGUAGE_NAMES[language]}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('children.card-number')}
          hint={t('children.card-number-hint')}
          maxLength={CARD_NUMBER_MAX}
          spellCheck={false}
          {...optional}
          {...form.field('cardNumber')}
        />
        <TextField
          label={household ?? t('children.id-group')}
          {...optional}
          {...form.field('idGroup')}
        />
        <TextArea label={t('children.comments')} {...optional} {...form.field('comments')} />
      </div>
    </Fold>
  );
}

function AgeFields({ form, today, isAboutBirthDate }: FieldsProps) {
  const { t } = useMessages();
  const ageBy = form.hook.watch('ageBy');
  /** A tap on "by months" leads to its field; the arrow keys of a keyboard do not. */
  const isTapped = useRef(false);
  const { setFocus } = form.hook;
  useEffect(() => {
    if (isTapped.current && ageBy === 'months') setFocus('ageMonths');
    isTapped.current = false;
  }, [ageBy, setFocus]);
  return (
    <div className="age-fields">
      <SegmentedControl<AgeBy>
        label={t('children.age-by')}
        options={[
          { value: 'date', label: t('children.age-by.date') },
          { value: 'months', label: t('children.age-by.months') },
        ]}
        onClick={({ detail }) => {
          isTapped.current = detail > 0;
        }}
        {...form.field('ageBy')}
      />
      {ageBy === 'months' ? (
        <MonthsField form={form} today={today} />
      ) : (
        <BirthDateField form={form} today={today} isAbout={isAboutBirthDate} />
      )}
    </div>
  );
}

function BirthDateField({
  form,
  today,
  isAbout,
}: {
  form: Form;
  today: IsoDate;
  isAbout: boolean;
}) {
  const { t, age } = useMessages();
  const typed = parseDateInput(form.hook.watch('birthDate'));
  const months =
    typed === null || typed === 'invalid'
      ? null
      : (ageOn({ birthDate: typed }, today)?.completedMonths ?? null);
  return (
    <>
      <DatePartsField
        label={t('children.birth-date')}
        min={earliestBirthDate(today)}
        max={today}
        {...(isAbout ? { hint: t('children.birth-was-about') } : {})}
        {...datePartsOf(form, 'birthDate')}
      />
      {months === null ? null : (
        <AgeNote months={months} text={t('children.age-is', { age: age(months) })} />
      )}
    </>
  );
}

function MonthsField({ form, today }: { form: Form; today: IsoDate }) {
  const { t, date } = useMessages();
  const { min, max } = LIMITS.typedAgeMonths;
  const typed = parseDecimal(form.hook.watch('ageMonths'));
  const isAge =
    typeof typed === 'number' && Number.isInteger(typed) && typed >= min && typed <= max;
  return (
    <>
      <NumberField
        label={t('children.age-months')}
        unit={t('children.age-months-unit')}
        inputMode="numeric"
        hint={t('children.age-months-hint', { from: min, to: max })}
        {...form.field('ageMonths')}
      />
      {isAge ? (
        <AgeNote
          months={typed}
          text={t('children.birth-about', { date: date(birthDateFromMonths(typed, today)) })}
        />
      ) : null}
    </>
  );
}

/** Shows the age that was understood, and that a child over 36 months does not qualify at first. */
function AgeNote({ months, text }: { months: number; text: string }) {
  const { t } = useMessages();
  return (
    <p className="age-note" role="status">
      <b>{text}</b>
      {months > QUALIFYING_AGE_MONTHS ? <span> {t('children.not-qualify-hint')}</span> : null}
    </p>
  );
}

/** Value of the ward select for "another one"; no ward has this name. */
const OTHER_WARD = '\u0000other';

function WardField({ form, wards }: FieldsProps) {
  const { t } = useMessages();
  const ward = form.hook.watch('ward');
  const [isOther, setOther] = useState(ward !== '' && !wards.includes(ward));
  const isFree = isOther || (ward !== '' && !wards.includes(ward));
  const label = t('children.ward');
  const note = t('common.optional');
  if (wards.length === 0) return <TextField label={label} note={note} {...form.field('ward')} />;
  return (
    <div className="ward-fields">
      <SelectField
        label={label}
        note={note}
        value={isFree ? OTHER_WARD : ward}
        onChange={(event) => {
          const chosen = event.target.value;
          setOther(chosen === OTHER_WARD);
          form.hook.setValue('ward', chosen === OTHER_WARD ? '' : chosen, { shouldDirty: true });
        }}
      >
        <option value="">{t('children.ward-none')}</option>
        {wards.map((each) => (
          <option key={each}>{each}</option>
        ))}
        <option value={OTHER_WARD}>{t('children.ward-other')}</option>
      </SelectField>
      {isFree ? <TextField label={t('children.ward-name')} {...form.field('ward')} /> : null}
    </div>
  );
}
