import type { SocialError } from '@crece/contract';
import type { Checked } from '@crece/domain';
import type { MessageKey } from '@crece/messages';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { providerAddress, signIn, signOutByCall } from '../../api/accounts.ts';
import { storedSession } from '../../api/stored-session.ts';
import { useConfig } from '../../data/config.tsx';
import { useAtDoor } from '../../data/lock.ts';
import { useMessages } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import { useSignIn } from '../../data/session.tsx';
import { LowerCaseField, PasswordField } from '../../shared/accounts/password-field.tsx';
import { useRefusal } from '../../shared/accounts/use-refusal.ts';
import { useCheckedForm } from '../../shared/forms/use-checked-form.ts';
import { ACCOUNT_PATHS, useCarried, useTarget } from '../../shared/navigation/account-paths.ts';
import { homePath } from '../../shared/navigation/paths.ts';
import { useAutofocusField } from '../../ui/autofocus.ts';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ABOUT_SESSION, NOTICE_DELAYS } from '../../ui/notices.tsx';
import { AccountFrame, OfflineNote } from './account-frame.tsx';
import { useAfterSignIn } from './after-sign-in.tsx';
import { SignedInNote, useAtWork } from './signed-in-note.tsx';

interface Credentials {
  [field: string]: string;
  usernameOrEmail: string;
  password: string;
}

/**
 * Checks only that both are filled in: the server reports an error, and not in which of the two it
 * is.
 */
function checkCredentials({ usernameOrEmail, password }: Credentials): Checked<Credentials> {
  const name = usernameOrEmail.trim();
  const issues = [
    ...(name === '' ? [{ code: 'identifier-required', field: 'usernameOrEmail' }] : []),
    ...(password === '' ? [{ code: 'password-required', field: 'password' }] : []),
  ];
  if (issues.length > 0) return { ok: false, issues };
  return { ok: true, value: { usernameOrEmail: name, password }, notices: [] };
}

const ERRORS: Readonly<Record<SocialError, MessageKey>> = {
  'social-denied': 'accounts.err-denied',
  'social-failed': 'accounts.err-failed',
  'social-expired': 'accounts.err-expired',
  'social-new-account': 'accounts.err-new-account',
  'social-unknown-provider': 'accounts.err-unknown-provider',
  'social-no-email': 'accounts.err-no-email',
  'social-email-unverified': 'accounts.err-email-unverified',
  'social-email-taken': 'accounts.err-email-taken',
  'social-linked-elsewhere': 'accounts.err-linked-elsewhere',
  'social-already-linked': 'accounts.err-already-linked',
  'social-signed-out': 'accounts.err-signed-out',
};

const isSocialError = (err: string): err is SocialError => Object.hasOwn(ERRORS, err);

/**
 * Shown to a person who wanted to synchronise without being signed in; a request signs the person
 * out.
 */
function LoginForSync() {
  const { t } = useMessages();
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    // Another person's session on this device must continue: only the person at work has none.
    if (storedSession().token === null) void signOutByCall();
  }, []);
  return (
    <div className="account-note" role="status">
      <Icon name="info" />
      <p>
        <b>{t('accounts.login-required')}</b>
        <br />
        {t('accounts.login-please')}
      </p>
    </div>
  );
}

/** The reason for the sign-in in our own words, because the address can contain any text. */
function Why() {
  const { t } = useMessages();
  const [query] = useSearchParams();
  const carried = useCarried();
  const { target } = useTarget();
  const err = query.get('err');
  if (carried?.needed === true && /^\/children\/sync/.test(target)) return <LoginForSync />;
  const text =
    err === null || err === ''
      ? carried?.needed === true
        ? t('accounts.needed-for-page')
        : null
      : t(isSocialError(err) ? ERRORS[err] : 'accounts.err-other');
  if (text === null) return null;
  return (
    <div className="account-note" role={err === null ? 'status' : 'alert'}>
      <Icon name={err === null ? 'info' : 'warning'} />
      <p>{text}</p>
    </div>
  );
}

/** Other services with which people can sign in on this server. */
function SocialButtons({ target }: { target: string }) {
  const { t } = useMessages();
  const { providers } = useConfig();
  const online = useOnline();
  const isLocked = useAtDoor();
  if (providers.length === 0 || !online) return null;
  return (
    <>
      <p className="account-or">{t('accounts.social-or')}</p>
      {providers.map(({ id, name }) => (
        <a
          key={id}
          className="btn btn-2 btn-wide"
          href={providerAddress(id, target, { knownOnly: isLocked })}
        >
          {t('accounts.social-with', { provider: name })}
        </a>
      ))}
    </>
  );
}

export function SignInPage() {
  const { t } = useMessages();
  const { user, hasEnded } = useSignIn();
  const atWork = useAtWork();
  const { target } = useTarget();
  const carried = useCarried();
  const refused = useRefusal();
  const { afterSignIn, instead } = useAfterSignIn();
  const isLocked = useAtDoor();
  const fields = useAutofocusField<HTMLFormElement>(hasEnded ? 'password' : 'usernameOrEmail');
  const form = useCheckedForm<Credentials, Credentials>({
    formKey: null,
    defaults: { usernameOrEmail: hasEnded ? (user?.username ?? '') : '', password: '' },
    check: checkCredentials,
    sentence: ({ code }) =>
      t(
        code === 'identifier-required'
          ? 'accounts.identifier-required'
          : 'accounts.password-required',
      ),
  });
  const send = form.submit(async (credentials) => {
    try {
      const body = await signIn(credentials);
      await afterSignIn(body, t('accounts.welcome', { name: body.user.firstName }), target);
    } catch (cause) {
      const title = t('accounts.signin-error');
      refused(cause, { title, delay: NOTICE_DELAYS.account6, about: ABOUT_SESSION });
    }
  });
  if (instead !== null) return instead;
  return (
    <AccountFrame title={t('accounts.sign-in-title')} text={t('accounts.sign-in-text')}>
      <Why />
      <OfflineNote />
      {form.saving ? null : <SignedInNote />}
      <form className="stack" ref={fields} onSubmit={send} noValidate>
        <LowerCaseField
          label={t('accounts.username-or-email')}
          autoComplete="username"
          {...form.field('usernameOrEmail')}
        />
        <PasswordField
          label={t('accounts.password')}
          autoComplete="current-password"
          {...form.field('password')}
        />
        <Button kind="primary" type="submit" wide disabled={form.saving}>
          {form.saving ? t('accounts.signing-in') : t('accounts.sign-in')}
        </Button>
        <ButtonLink kind="second" to={atWork?.path ?? homePath()} wide>
          {atWork === null ? t('accounts.without') : t('accounts.go-on-as', { name: atWork.name })}
        </ButtonLink>
        <SocialButtons target={target} />
        <p className="account-links">
          <Link to={ACCOUNT_PATHS.forgot} state={carried}>
            {t('accounts.forgot-link')}
          </Link>
          {isLocked ? null : (
            <Link to={ACCOUNT_PATHS.signUp} state={carried}>
              {t('accounts.sign-up-link')}
            </Link>
          )}
        </p>
      </form>
    </AccountFrame>
  );
}
