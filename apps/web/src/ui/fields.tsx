import type { ComponentProps, ReactNode } from 'react';
import { FieldNotes, type FieldProps, LabelText, useFieldIds } from './field-parts.tsx';
import { Icon } from './icon.tsx';

type InputProps = Omit<ComponentProps<'input'>, 'className' | 'children'>;

/**
 * One line of text. Spread `form.field('name')` into it; `tool` is a button inside at the right.
 */
export function TextField({
  label,
  note,
  hint,
  error,
  tool,
  ...input
}: FieldProps & InputProps & { tool?: ReactNode }) {
  const ids = useFieldIds(input.id, { label, ...(hint ? { hint } : {}), error });
  const control = (
    <input
      type="text"
      autoComplete="off"
      {...input}
      id={ids.id}
      className="input"
      aria-invalid={error !== undefined}
      aria-describedby={ids.describedBy}
    />
  );
  return (
    <div className="field">
      <label className="label" htmlFor={ids.id}>
        <LabelText label={label} note={note} />
      </label>
      {tool === undefined ? (
        control
      ) : (
        <div className="with-tool">
          {control}
          {tool}
        </div>
      )}
      <FieldNotes ids={ids} {...(hint ? { hint } : {})} error={error} />
    </div>
  );
}

/** Several lines of text; grows with its content. */
export function TextArea({
  label,
  note,
  hint,
  error,
  ...area
}: FieldProps & Omit<ComponentProps<'textarea'>, 'className' | 'children'>) {
  const ids = useFieldIds(area.id, { label, ...(hint ? { hint } : {}), error });
  return (
    <div className="field">
      <label className="label" htmlFor={ids.id}>
        <LabelText label={label} note={note} />
      </label>
      <textarea
        rows={3}
        {...area}
        id={ids.id}
        className="input"
        aria-invalid={error !== undefined}
        aria-describedby={ids.describedBy}
      />
      <FieldNotes ids={ids} {...(hint ? { hint } : {})} error={error} />
    </div>
  );
}

/** The browser's own select; pass `<option>` elements as children. */
export function SelectField({
  label,
  isLabelHidden = false,
  note,
  hint,
  error,
  children,
  ...select
}: FieldProps & {
  /** Hides the label visually, because the options themselves show what is selected. */
  isLabelHidden?: boolean;
} & Omit<ComponentProps<'select'>, 'className'>) {
  const ids = useFieldIds(select.id, { label, ...(hint ? { hint } : {}), error });
  return (
    <div className="field">
      <label className={isLabelHidden ? 'vh' : 'label'} htmlFor={ids.id}>
        <LabelText label={label} note={note} />
      </label>
      <div className="select-box">
        <select
          {...select}
          id={ids.id}
          className="select"
          aria-invalid={error !== undefined}
          aria-describedby={ids.describedBy}
        >
          {children}
        </select>
        <Icon name="open" />
      </div>
      <FieldNotes ids={ids} {...(hint ? { hint } : {})} error={error} />
    </div>
  );
}

interface NumberFieldProps extends FieldProps {
  unit: string;
  /** Shown to the right of the field: the last screening's value and date. */
  last?: ReactNode;
  /** Shown under the field and above the error: a picture of the value. */
  below?: ReactNode;
  /** 92 px high, for the only field of a page. */
  alone?: boolean;
  /** Shown under the error: another figure to take over. */
  offer?: ReactNode;
  /** A button beside the label that explains the measurement. */
  help?: ReactNode;
}

/** A measurement: large figures, the unit inside, the numeric keypad; accepts comma and point. */
export function NumberField({
  label,
  note,
  hint,
  error,
  unit,
  last,
  below,
  alone,
  offer,
  help,
  ...input
}: NumberFieldProps & InputProps) {
  const ids = useFieldIds(input.id, { label, ...(hint ? { hint } : {}), error });
  return (
    <div className={last === undefined ? 'measure measure-whole' : 'measure'}>
      <div className="label-line">
        <label className="label" htmlFor={ids.id}>
          <LabelText label={label} note={note} />
        </label>
        {help}
      </div>
      <div className={`nfield${error === undefined ? '' : ' bad'}${alone ? ' nfield-alone' : ''}`}>
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          {...input}
          id={ids.id}
          aria-invalid={error !== undefined}
          aria-describedby={`${ids.id}-unit${ids.describedBy ? ` ${ids.describedBy}` : ''}`}
        />
        <span className="unit" id={`${ids.id}-unit`}>
          {unit}
        </span>
      </div>
      {last}
      {below === undefined ? null : <div className="below">{below}</div>}
      <FieldNotes ids={ids} {...(hint ? { hint } : {})} error={error} />
      {offer}
    </div>
  );
}

/**
 * The last screening's value next to a number field: date, value with unit, and the present change.
 */
export function LastValue({
  when,
  value,
  delta,
  direction,
}: {
  when: string;
  value: string;
  delta?: string;
  direction?: 'up' | 'down';
}) {
  return (
    <p className="last">
      {when}
      <b className="num">{value}</b>
      {delta === undefined ? null : (
        <span className="delta">
          {direction === undefined ? null : <Icon name={direction} small />}
          {delta}
        </span>
      )}
    </p>
  );
}
