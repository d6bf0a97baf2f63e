import { PIN_LENGTH } from '@crece/domain';
import type { ComponentProps } from 'react';
import { TextField } from '../../ui/fields.tsx';

/** A field for six hidden digits; other characters are left out. */
export function PinField(props: ComponentProps<typeof TextField>) {
  const { onChange } = props;
  return (
    <TextField
      {...props}
      type="password"
      inputMode="numeric"
      // Browsers offer to store a password, but not a one-time code.
      autoComplete="one-time-code"
      maxLength={PIN_LENGTH}
      onChange={(event) => {
        const { target } = event;
        const digits = target.value.replace(/\D/g, '');
        if (digits !== target.value) target.value = digits;
        return onChange?.(event);
      }}
    />
  );
}
