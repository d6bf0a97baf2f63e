import type { PasswordRequest, UserBody } from '@crece/contract';
import { type Checked, checkNewPassword, type Issue } from '@crece/domain';
import { useCallback, useState } from 'react';
import { changePassword } from '../../api/accounts.ts';
import { readUser } from '../../api/session-calls.ts';
import { useConfig } from '../../data/config.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useSignIn } from '../../data/session.tsx';
import { accountIssue } from '../../shared/accounts/account-words.ts';
import { PasswordField } from '../../shared/accounts/password-field.tsx';
import { PasswordRules } from '../../shared/accounts/password-rules.tsx';
import { StrengthMeter } from '../../shared/accounts/strength-meter.tsx';
import { useRefusal } from '../../shared/accounts/use-refusal.ts';
import { ErrorSummary } from '../../shared/forms/form-parts.tsx';
import { useCheckedForm } from '../../shared/forms/use-checked-form.ts';
import { useAutofocusField } from '../../ui/autofocus.ts';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { NOTICE_DELAYS, useNotices } from '../../ui/notices.tsx';
import { useConfirmOwner } from './confirm-owner.tsx';
import { SettingsPage } from './settings-frame.tsx';

interface LinkedWaysProps {
  user: UserBody;
  /** Providers to remove. */
  drop: readonly string[];
  onChange: (drop: readonly string[]) => void;
}

/** Links that do not vouch for the account's address: somebody else's may be among them. */
function waysOfOthers({ email, additionalProvidersData }: UserBody): readonly string[] {
  const linked = Object.entries(additionalProvidersData);
  return linked.filter(([, link]) => link.email !== email).map(([id]) => id);
}

/**
 * Other ways to sign in, shown when the password changes: each can be removed with the old
 * password.
 */
function LinkedWays({ user, drop, onChange }: LinkedWaysProps) {
  const { t } = useMessages();
  const { providers } = useConfig();
  const linked = Object.entries(user.additionalProvidersData);
  if (linked.length === 0) return null;
  return (
    <fieldset className="field linked-ways">
      <legend className="label">{t('settings.ways-title')}</legend>
      <p className="small muted">{t('settings.ways-text')}</p>
      {linked.map(([id, { email, displayName }]) => {
        const provider = providers.find((offered) => offered.id === id)?.name ?? id;
        return (
          <label key={id}>
            <input
              type="checkbox"
              checked={drop.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...drop, id] : drop.filter((other) => other !== id))
              }
            />
            <span>{t('settings.ways-drop', { provider, name: email ?? displayName })}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

type Draft = { [K in keyof Omit<PasswordRequest, 'drop'>]: string };

const EMPTY: Draft = { currentPassword: '', newPassword: '', verifyPassword: '' };

/** Checks the new password and, if the account has one, that the old one is filled in. */
function checkDraft(draft: Draft, user: UserBody): Checked<PasswordRequest> {
  const checked = checkNewPassword(draft, user);
  const issues: Issue[] = checked.ok ? [] : [...checked.issues];
  if (user.hasPassword && draft.currentPassword === '') {
    issues.unshift({ code: 'current-required', field: 'currentPassword' });
  }
  return issues.length === 0 ? { ok: true, value: draft, notices: [] } : { ok: false, issues };
}

/** `/settings/password`: other sessions end, this one continues. */
export function PasswordPage() {
  const { t } = useMessages();
  const { user } = useSignIn();
  const [round, setRound] = useState(0);
  if (user === null) return null;
  const title = user.hasPassword ? 'settings.password-title' : 'settings.password-set-title';
  return (
    <SettingsPage section="password" title={t(title)} needsServer>
      <p className="settings-lead">
        {t(user.hasPassword ? 'settings.password-text' : 'settings.password-set-text')}
      </p>
      <PasswordForm key={round} user={user} onSaved={() => setRound(round + 1)} />
      <ButtonLink to="/settings/sessions">{t('settings.session-title')}</ButtonLink>
    </SettingsPage>
  );
}

function PasswordForm({ user, onSaved }: { user: UserBody; onSaved: () => void }) {
  const { t } = useMessages();
  const { userChanged } = useSignIn();
  const { notify } = useNotices();
  const refused = useRefusal();
  const form = useCheckedForm<Draft, PasswordRequest>({
    formKey: null,
    defaults: EMPTY,
    check: (draft) => checkDraft(draft, user),
    sentence: useCallback(
      (issue: Issue) =>
        issue.code === 'current-required'
          ? t('settings.password-current-required')
          : accountIssue(t, issue),
      [t],
    ),
  });
  const focus = useAutofocusField<HTMLFormElement>(
    user.hasPassword ? 'currentPassword' : 'newPassword',
  );
  const { confirmed, dialog } = useConfirmOwner();
  const [drop, setDrop] = useState(() => waysOfOthers(user));
  const typed = form.hook.watch('newPassword');
  const save = form.submit(async (passwords) => {
    try {
      const answer = await confirmed(() =>
        changePassword(drop.length === 0 ? passwords : { ...passwords, drop: [...drop] }),
      );
      if (answer === null) return;
      const changed = readUser(answer);
      notify({ text: t('settings.password-saved') }, NOTICE_DELAYS.account4);
      userChanged(changed);
      onSaved();
    } catch (cause) {
      refused(cause, { title: t('settings.password-failed') }, form.hook);
    }
  });
  return (
    <form className="card settings-form" onSubmit={save} noValidate ref={focus}>
      <ErrorSummary problems={form.problems} />
      {/* Tells the browser's password manager which account they belong to. */}
      <input
        className="vh"
        type="text"
        name="username"
        autoComplete="username"
        value={user.username}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      {user.hasPassword ? (
        <PasswordField
          label={t('settings.password-current')}
          {...form.field('currentPassword')}
          autoComplete="current-password"
        />
      ) : null}
      <div>
        <PasswordField
          label={t('settings.password-new')}
          {...form.field('newPassword')}
          autoComplete="new-password"
        />
        <StrengthMeter text={typed} owner={user} />
        <PasswordRules text={typed} owner={user} />
      </div>
      <PasswordField
        label={t('settings.password-verify')}
        {...form.field('verifyPassword')}
        autoComplete="new-password"
      />
      <LinkedWays user={user} drop={drop} onChange={setDrop} />
      {dialog}
      <Button kind="primary" type="submit" wide disabled={form.saving}>
        {form.saving ? t('common.saving') : t('settings.password-save')}
      </Button>
    </form>
  );
}
