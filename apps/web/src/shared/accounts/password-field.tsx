import type { ComponentProps } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { TextField } from '../../ui/fields.tsx';
import { SecretField } from '../../ui/secret-field.tsx';

/**
 * A password that can be shown while it is typed. `autoComplete` is for the browser's password
 * manager.
 */
export function PasswordField(
  props: Omit<ComponentProps<typeof SecretField>, 'showLabel'> & {
    autoComplete: 'current-password' | 'new-password';
  },
) {
  const { t } = useMessages();
  return <SecretField {...props} showLabel={t('accounts.show-password')} />;
}

/** A user name or e-mail address: typed text becomes lower case at once. */
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
          // The browser's e-mail field has no cursor position.
          if (selectionStart !== null) target.setSelectionRange(selectionStart, selectionEnd);
        }
        return onChange?.(event);
      }}
    />
  );
}
