import { checkNewPassword } from '@crece/domain';
import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { checkResetLink, resetPassword } from '../../api/accounts.ts';
import { HttpError } from '../../api/http.ts';
import { useMessages } from '../../data/messages.tsx';
import { accountIssue } from '../../shared/accounts/account-words.ts';
import { PasswordField } from '../../shared/accounts/password-field.tsx';
import { PasswordRules } from '../../shared/accounts/password-rules.tsx';
import { StrengthMeter } from '../../shared/accounts/strength-meter.tsx';
import { useRefusal } from '../../shared/accounts/use-refusal.ts';
import { ErrorSummary, SaveButton } from '../../shared/forms/form-parts.tsx';
import { useCheckedForm } from '../../shared/forms/use-checked-form.ts';
import { ACCOUNT_PATHS } from '../../shared/navigation/account-paths.ts';
import { useAutofocusField } from '../../ui/autofocus.ts';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { ButtonLink } from '../../ui/controls.tsx';
import { MainLink } from '../../ui/main-link.tsx';
import { NOTICE_DELAYS } from '../../ui/notices.tsx';
import { AccountFrame, OfflineNote } from './account-frame.tsx';
import { LinkBlank, UncheckedLink } from './link-blank.tsx';
import { useLinkCheck } from './use-link-check.ts';

interface NewPassword {
  [field: string]: string;
  newPassword: string;
  verifyPassword: string;
}

const expiredPath = `${ACCOUNT_PATHS.resetInvalid}?err=link-expired`;

/** The page for a link that cannot be used; `null` for every other error. */
function pathOfRefusedLink(code: string): string | null {
  if (code === 'link-expired') return expiredPath;
  return code === 'link-invalid' ? ACCOUNT_PATHS.resetInvalid : null;
}

function ResetForm({ token }: { token: string }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const refused = useRefusal();
  const fields = useAutofocusField<HTMLFormElement>('newPassword');
  const form = useCheckedForm<NewPassword, string>({
    formKey: null,
    defaults: { newPassword: '', verifyPassword: '' },
    check: checkNewPassword,
    sentence: (issue) => accountIssue(t, issue),
  });
  const send = form.submit(async () => {
    try {
      const dropped = await resetPassword(token, form.hook.getValues());
      void navigate(ACCOUNT_PATHS.resetSuccess, { replace: true, state: { dropped } });
    } catch (cause) {
      const title = t('accounts.reset-error');
      refused(cause, { title, delay: NOTICE_DELAYS.account4 }, form.hook);
      const path = cause instanceof HttpError ? pathOfRefusedLink(cause.code) : null;
      if (path !== null) void navigate(path, { replace: true });
    }
  });
  const { newPassword } = form.hook.watch();
  return (
    <form className="stack" ref={fields} onSubmit={send} noValidate>
      <ErrorSummary problems={form.problems} />
      <div>
        <PasswordField
          label={t('accounts.new-password')}
          autoComplete="new-password"
          {...form.field('newPassword')}
        />
        <StrengthMeter text={newPassword} />
        <PasswordRules text={newPassword} />
      </div>
      <PasswordField
        label={t('accounts.verify-password')}
        autoComplete="new-password"
        {...form.field('verifyPassword')}
      />
      <SaveButton form={form} wide action={t('accounts.reset-save')} />
    </form>
  );
}

/** The page of a mail's link: the link is checked before the person types a password. */
export function ResetPage() {
  const { t } = useMessages();
  const { token = '' } = useParams();
  const { state, again } = useLinkCheck(() => checkResetLink(token));
  if (state === 'invalid') return <Navigate to={ACCOUNT_PATHS.resetInvalid} replace />;
  if (state === 'expired') return <Navigate to={expiredPath} replace />;
  return (
    <AccountFrame
      title={t('accounts.reset-title')}
      {...(state === 'good' ? { text: t('accounts.reset-text') } : {})}
    >
      <OfflineNote />
      {state === 'checking' ? <Waiting text={t('accounts.reset-checking')} /> : null}
      {state === 'unknown' ? <UncheckedLink again={again} /> : null}
      {state === 'good' ? <ResetForm token={token} /> : null}
    </AccountFrame>
  );
}

export function ResetInvalidPage() {
  const { t } = useMessages();
  const [query] = useSearchParams();
  const kind = query.get('err') === 'link-expired' ? 'expired' : 'invalid';
  return (
    <AccountFrame title={t('accounts.reset-title')}>
      <LinkBlank title={`accounts.reset-${kind}-title`} text={`accounts.reset-${kind}`}>
        <MainLink to={ACCOUNT_PATHS.forgot}>{t('accounts.reset-ask')}</MainLink>
        <ButtonLink to={ACCOUNT_PATHS.signIn} kind="second" wide>
          {t('accounts.back-to-sign-in')}
        </ButtonLink>
      </LinkBlank>
    </AccountFrame>
  );
}

/** Names of removed linked accounts, which the form passed in the history state. */
function useDropped(): readonly string[] {
  const state: unknown = useLocation().state;
  const { dropped } = Object(state) as { dropped?: unknown };
  return Array.isArray(dropped) ? dropped.filter((name) => typeof name === 'string') : [];
}

export function ResetSuccessPage() {
  const { t, list } = useMessages();
  const dropped = useDropped();
  return (
    <AccountFrame title={t('accounts.reset-title')}>
      <Blank
        picture="start"
        title={t('accounts.reset-success-title')}
        actions={<MainLink to={ACCOUNT_PATHS.signIn}>{t('accounts.sign-in')}</MainLink>}
      >
        {[
          t('accounts.reset-success'),
          ...(dropped.length === 0
            ? []
            : [t('accounts.reset-dropped', { providers: list(dropped) })]),
        ].join(' ')}
      </Blank>
    </AccountFrame>
  );
}
