import { checkSignUp, type SignUpDraft } from '@crece/domain';
import type { ReactNode } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { accountIssue } from '../../shared/accounts/account-words.ts';
import { LowerCaseField, PasswordField } from '../../shared/accounts/password-field.tsx';
import { PasswordRules } from '../../shared/accounts/password-rules.tsx';
import { StrengthMeter } from '../../shared/accounts/strength-meter.tsx';
import { DraftNote, ErrorSummary } from '../../shared/forms/form-parts.tsx';
import { type CheckedForm, useCheckedForm } from '../../shared/forms/use-checked-form.ts';
import { useAutofocusField } from '../../ui/autofocus.ts';
import { Waiting } from '../../ui/blank.tsx';
import { Button } from '../../ui/controls.tsx';
import { TextField } from '../../ui/fields.tsx';

interface Typed extends Readonly<Record<string, string>> {
  firstName: string;
  lastName: string;
  email: string;
  username: string;
  password: string;
}

const EMPTY: Typed = { firstName: '', lastName: '', email: '', username: '', password: '' };

export type AccountForm = CheckedForm<Typed, SignUpDraft>;

/** The form of a new account; the password is never part of its draft. */
export function useAccountForm(formKey: string): AccountForm {
  const { t } = useMessages();
  return useCheckedForm<Typed, SignUpDraft>({
    formKey,
    defaults: EMPTY,
    check: checkSignUp,
    sentence: (issue) => accountIssue(t, issue),
    secrets: ['password'],
  });
}

interface AccountFieldsProps {
  form: AccountForm;
  send: ReturnType<AccountForm['submit']>;
  submit: string;
  children?: ReactNode;
}

/** Names, address, user name, and a password whose rules are ticked as they are met. */
export function AccountFields({ form, send, submit, children }: AccountFieldsProps) {
  const { t } = useMessages();
  const fields = useAutofocusField<HTMLFormElement>('firstName');
  const { password, username, email } = form.hook.watch();
  if (!form.ready) return <Waiting />;
  const owner = { username, email };
  return (
    <form className="stack" ref={fields} onSubmit={send} noValidate>
      <ErrorSummary problems={form.problems} />
      <div className="account-names">
        <TextField
          label={t('accounts.first-name')}
          autoComplete="given-name"
          {...form.field('firstName')}
        />
        <TextField
          label={t('accounts.last-name')}
          autoComplete="family-name"
          {...form.field('lastName')}
        />
      </div>
      <LowerCaseField
        label={t('accounts.email')}
        inputMode="email"
        autoComplete="email"
        {...form.field('email')}
      />
      <LowerCaseField
        label={t('accounts.username')}
        hint={t('accounts.username-hint')}
        autoComplete="username"
        {...form.field('username')}
      />
      <div>
        <PasswordField
          label={t('accounts.password')}
          autoComplete="new-password"
          {...form.field('password')}
        />
        <StrengthMeter text={password} owner={owner} />
        <PasswordRules text={password} owner={owner} />
      </div>
      <Button kind="primary" type="submit" wide disabled={form.saving}>
        {form.saving ? t('accounts.creating') : submit}
      </Button>
      <DraftNote draft={form.draft} />
      {children}
    </form>
  );
}
