import { type IsoDate, type MotherKind, motherWindow, parseDateInput } from '@crece/domain';
import { useId } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { datePartsOf } from '../../shared/forms/date-parts-of.ts';
import type { CheckedForm } from '../../shared/forms/use-checked-form.ts';
import { SegmentedControl } from '../../ui/choices.tsx';
import { Button } from '../../ui/controls.tsx';
import { DatePartsField } from '../../ui/date-parts-field.tsx';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { Fold } from '../../ui/surfaces.tsx';
import type { MotherFormValues } from './mother-form-values.ts';
import { childAge, expectedIn } from './mother-words.ts';

interface FieldsProps {
  form: CheckedForm<MotherFormValues, unknown>;
  kind: MotherKind;
  today: IsoDate;
  wards: readonly string[];
  /** What is known about the date, shown below it. */
  dateHint?: string;
  /** Days offered for the date, each taken by one tap. */
  offered?: readonly OfferedDay[];
}

export interface OfferedDay {
  readonly day: IsoDate;
  readonly label: string;
}

/**
 * The fields of a mother; those that a screening needs come first, the rest is folded under "More".
 */
export function MotherFormFields(props: FieldsProps) {
  const { form, wards } = props;
  const { t } = useMessages();
  const wardsId = useId();
  const optional = { note: t('common.optional') };
  return (
    <div className="mother-fields">
      <div className="mother-pair">
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
      {/* The form comes to know its fields in the order in which it leads to wrong ones. */}
      <MotherDate {...props} parts={datePartsOf(form, dateOf(props.kind))} />
      <SegmentedControl
        label={t('children.member-status')}
        options={[
          { value: 'Yes', label: t('common.yes') },
          { value: 'No', label: t('common.no') },
          { value: 'Unknown', label: t('mothers.member-unknown') },
        ]}
        {...form.field('memberStatus')}
      />
      <div className="mother-pair">
        <TextField
          label={t('children.phone')}
          type="tel"
          inputMode="tel"
          {...optional}
          {...form.field('phone')}
        />
        <TextField
          label={t('children.ward')}
          list={wardsId}
          autoCapitalize="words"
          {...optional}
          {...form.field('ward')}
        />
        <datalist id={wardsId}>
          {wards.map((ward) => (
            <option key={ward} value={ward} />
          ))}
        </datalist>
      </div>
      <Fold title={t('mothers.more')} note={t('mothers.more-note')} icon="note">
        <div className="mother-fields">
          <TextField label={t('children.address')} {...optional} {...form.field('address')} />
          <TextField label={t('children.city')} {...optional} {...form.field('city')} />
          <TextArea label={t('children.comments')} {...optional} {...form.field('comments')} />
        </div>
      </Fold>
    </div>
  );
}

const dateOf = (kind: MotherKind) => (kind === 'pregnant' ? 'deliveryDate' : 'childsBirthDate');

/** The one date that matters, with its meaning today in words. */
function MotherDate({
  form,
  kind,
  today,
  dateHint,
  offered = [],
  parts,
}: FieldsProps & { parts: ReturnType<typeof datePartsOf<MotherFormValues>> }) {
  const speech = useMessages();
  const { t } = speech;
  const name = dateOf(kind);
  const typed = form.hook.watch(name);
  const day = parseDateInput(typed);
  const { from, to } = motherWindow(kind, today);
  const understood =
    day === null || day === 'invalid' || day > to || day < from
      ? null
      : kind === 'pregnant'
        ? expectedIn(day, today, speech)
        : t('mothers.child-age', { age: childAge(day, today, speech) });
  const field = {
    min: from,
    max: to,
    ...(dateHint === undefined ? {} : { hint: dateHint }),
  };
  return (
    <div>
      <DatePartsField
        label={t(kind === 'pregnant' ? 'mothers.delivery-date' : 'mothers.childs-birth-date')}
        {...field}
        {...parts}
      />
      {offered.length === 0 ? null : (
        <div className="mother-days">
          {offered.map(({ day: each, label }) => (
            <Button
              key={each}
              kind="soft"
              small
              aria-pressed={typed === each}
              onClick={() => form.hook.setValue(name, each, { shouldDirty: true })}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      <p className="mother-understood" role="status">
        {understood}
      </p>
    </div>
  );
}
