import { type ComponentProps, useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { IconButton } from '../controls.tsx';
import { TextField } from '../fields.tsx';

/** A password that can be shown while it is typed. `autoComplete` tells the browser's own keeper. */
export function PasswordField(
  props: Omit<ComponentProps<typeof TextField>, 'type' | 'tool'> & {
    autoComplete: 'current-password' | 'new-password';
  },
) {
  const { t } = useMessages();
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
          label={t('accounts.show-password')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}

/** A user name or e-mail address: what is typed becomes lower case at once. */
export function LowerCaseField(props: ComponentProps<typeof TextField>) {
  const { onChange } = props;
  return (
    <TextField
      {...props}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onChange={(event) => {
        const { target } = event;
        const lower = target.value.toLowerCase();
        if (lower !== target.value) {
          const { selectionStart, selectionEnd } = target;
          target.value = lower;
          // An address field of the browser has no cursor to set.
          if (selectionStart !== null) target.setSelectionRange(selectionStart, selectionEnd);
        }
        return onChange?.(event);
      }}
    />
  );
}
