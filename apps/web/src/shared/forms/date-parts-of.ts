import type { Path, PathValue } from 'react-hook-form';
import type { CheckedForm, Typed } from './use-checked-form.ts';

/** Spread into a `DatePartsField`: the form's value, and how the three parts change it. */
export function datePartsOf<Values extends Typed>(
  form: CheckedForm<Values, unknown>,
  name: keyof Values & string,
) {
  const path = name as unknown as Path<Values>;
  const { error, onBlur, ref } = form.field(name);
  return {
    name,
    error,
    value: String(form.hook.watch(path) ?? ''),
    onChange: (value: string) =>
      form.hook.setValue(path, value as PathValue<Values, Path<Values>>, { shouldDirty: true }),
    // The first part receives the focus when the date is wrong. The library would report a field without
    // a type as typed in whenever it is drawn.
    ref: (day: HTMLInputElement | null) => ref(day && { type: 'text', focus: () => day.focus() }),
    // The library takes the value from the event also when a field is left.
    onBlur: () => void onBlur({ target: { name, value: form.hook.getValues(path) }, type: 'blur' }),
  };
}
