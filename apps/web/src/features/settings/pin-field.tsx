import { PIN_LENGTH } from '@crece/domain';
import type { ComponentProps } from 'react';
import { TextField } from '../../ui/fields.tsx';

/** Six digits that are not shown; anything else that is typed is left out. */
export function PinField(props: ComponentProps<typeof TextField>) {
  const { onChange } = props;
  return (
    <TextField
      {...props}
      type="password"
      inputMode="numeric"
      // Browsers offer to keep a password, but not a code for one use.
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
