import { type ComponentProps, useState } from 'react';
import { IconButton } from './controls.tsx';
import { TextField } from './fields.tsx';

/** A text that is hidden while typed and can be shown; `showLabel` names the button for it. */
export function SecretField({
  showLabel,
  ...props
}: Omit<ComponentProps<typeof TextField>, 'type' | 'tool'> & { showLabel: string }) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      tool={
        <IconButton
          icon="eye"
          label={showLabel}
          // A form may have several such fields.
          aria-description={props.label}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
