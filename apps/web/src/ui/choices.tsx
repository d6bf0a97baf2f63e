import type { ComponentProps, ReactNode } from 'react';
import { useMessages } from '../data/messages.tsx';
import { FieldNotes, type FieldProps, LabelText, useFieldIds } from './field-parts.tsx';
import { Icon, type IconName } from './icon.tsx';

interface Choice<Value extends string = string> {
  value: Value;
  label: string;
  icon?: IconName;
  /** A second line, only in cards. */
  detail?: ReactNode;
}

type RadioProps = Omit<ComponentProps<'input'>, 'className' | 'children' | 'type' | 'value'>;

interface ChoiceProps<Value extends string> extends FieldProps {
  options: readonly Choice<Value>[];
  /** For controlled use; omit it when `form.field(...)` is spread. */
  value?: Value | '';
  /** The label is for screen readers only. */
  hideLabel?: boolean;
}

function Options<Value extends string>({
  options,
  value,
  radio,
  cards,
  required,
}: {
  options: readonly Choice<Value>[];
  value: Value | '' | undefined;
  radio: RadioProps;
  cards: boolean;
  required: boolean;
}) {
  return options.map((option) => (
    <label key={option.value}>
      <input
        {...radio}
        type="radio"
        value={option.value}
        aria-invalid={required}
        {...(value === undefined ? {} : { checked: value === option.value })}
      />
      {cards ? <span className="dot" /> : null}
      {option.icon === undefined ? null : <Icon name={option.icon} small />}
      <span>
        {option.label}
        {cards && option.detail !== undefined ? (
          <>
            <br />
            <span className="small muted">{option.detail}</span>
          </>
        ) : null}
      </span>
    </label>
  ));
}

function ChoiceField<Value extends string>({
  label,
  note,
  hint,
  error,
  options,
  value,
  hideLabel,
  cards,
  ...radio
}: ChoiceProps<Value> & RadioProps & { cards: boolean }) {
  const ids = useFieldIds(undefined, { label, ...(hint ? { hint } : {}), error });
  return (
    <fieldset className="field" aria-describedby={ids.describedBy}>
      <legend className={hideLabel ? 'vh' : 'label'}>
        <LabelText label={label} note={note} />
      </legend>
      <div
        className={cards ? 'cards-radio' : 'seg'}
        {...(cards ? {} : { 'aria-invalid': error !== undefined })}
      >
        <Options
          options={options}
          value={value}
          radio={{ ...radio, name: radio.name ?? ids.id }}
          cards={cards}
          required={error !== undefined}
        />
      </div>
      <FieldNotes ids={ids} {...(hint ? { hint } : {})} error={error} />
    </fieldset>
  );
}

/** Two to four short options side by side, made of native radio buttons. */
export function SegmentedControl<Value extends string>(props: ChoiceProps<Value> & RadioProps) {
  return <ChoiceField {...props} cards={false} />;
}

/** Options as cards below each other, each with room for a second line. */
export function RadioCards<Value extends string>(props: ChoiceProps<Value> & RadioProps) {
  return <ChoiceField {...props} cards={true} />;
}

type YesNo = 'yes' | 'no' | '';

/** A question that may stay unanswered: values `yes`, `no` and empty text. */
export function YesNoField(props: FieldProps & RadioProps & { value?: YesNo }) {
  const { t } = useMessages();
  const options: readonly Choice<YesNo>[] = [
    { value: 'yes', label: t('common.yes') },
    { value: 'no', label: t('common.no') },
    { value: '', label: t('common.not-asked') },
  ];
  return <SegmentedControl<YesNo> {...props} options={options} />;
}
