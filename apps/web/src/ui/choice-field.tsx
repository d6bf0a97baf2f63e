import type { ComponentProps } from 'react';
import { SelectField } from './fields.tsx';

interface ChoiceFieldProps<Value extends string | number>
  extends Omit<ComponentProps<typeof SelectField>, 'value' | 'onChange' | 'children'> {
  of: readonly Value[];
  value: Value;
  textOf: (value: Value) => string;
  onValue: (value: Value) => void;
}

/** A select of one of a few known values. */
export function ChoiceField<Value extends string | number>({
  of,
  value,
  textOf,
  onValue,
  ...field
}: ChoiceFieldProps<Value>) {
  return (
    <SelectField
      {...field}
      value={value}
      onChange={({ target }) => {
        const chosen = of.find((each) => String(each) === target.value);
        if (chosen !== undefined) onValue(chosen);
      }}
    >
      {of.map((each) => (
        <option key={each} value={each}>
          {textOf(each)}
        </option>
      ))}
    </SelectField>
  );
}
