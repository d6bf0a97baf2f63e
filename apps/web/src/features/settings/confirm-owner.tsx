import { type ReactNode, useCallback, useId, useState } from 'react';
import { useLocation } from 'react-router';
import { providerAddress } from '../../api/accounts.ts';
import { HttpError } from '../../api/http.ts';
import { useConfig } from '../../data/config.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useSignIn } from '../../data/session.tsx';
import { PasswordField } from '../../shared/accounts/password-field.tsx';
import { ACCOUNT_PATHS } from '../../shared/navigation/account-paths.ts';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface Asked {
  round: number;
  isWrong: boolean;
  answer: (password: string | null) => void;
}

interface ConfirmOwner {
  /**
   * Makes a request for which the server may require the current password. In that case the person
   * is asked for it and the request is repeated. `null`: the person cancelled.
   */
  confirmed<T>(call: (currentPassword?: string) => Promise<T>): Promise<T | null>;
  /** Must be rendered by the page. */
  dialog: ReactNode;
}

const codeOf = (cause: unknown) => (cause instanceof HttpError ? cause.code : null);

/**
 * `const { confirmed, dialog } = useConfirmOwner()` for requests that require the current password.
 */
export function useConfirmOwner(): ConfirmOwner {
  const { user } = useSignIn();
  const [asked, setAsked] = useState<Asked | null>(null);

  const confirmed = useCallback(
    async <T,>(call: (currentPassword?: string) => Promise<T>): Promise<T | null> => {
      let password: string | undefined;
      for (let round = 0; ; round += 1) {
        try {
          return await call(password);
        } catch (cause) {
          const code = codeOf(cause);
          // Only for the password asked for here; a page's own password field is handled by the
          // page.
          const isWrong = code === 'wrong-password' && password !== undefined;
          if (code !== 'confirm-needed' && !isWrong) throw cause;
          const typed = await new Promise<string | null>((resolve) => {
            setAsked({ round, isWrong, answer: resolve });
          });
          setAsked(null);
          if (typed === null) return null;
          password = typed;
        }
      }
    },
    [],
  );

  const dialog =
    asked === null ? null : user?.hasPassword === true ? (
      <PasswordDialog key={asked.round} {...asked} username={user.username} />
    ) : (
      <SignInAgain
        linked={Object.keys(user?.additionalProvidersData ?? {})}
        onClose={() => asked.answer(null)}
      />
    );
  return { confirmed, dialog };
}

function PasswordDialog({ isWrong, answer, username }: Asked & { username: string }) {
  const { t } = useMessages();
  const formId = useId();
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(isWrong);
  const missing = password === '';
  const error = isWrong ? t('accounts.wrong-password') : t('accounts.password-required');
  return (
    <Dialog
      title={t('settings.confirm-title')}
      onClose={() => answer(null)}
      actions={
        <>
          <Button kind="quiet" onClick={() => answer(null)}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" type="submit" form={formId}>
            {t('settings.confirm-go-on')}
          </Button>
        </>
      }
    >
      <p>{t('settings.confirm-password')}</p>
      <form
        id={formId}
        className="confirm-owner"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // The dialog may be inside another form's page: its submit event must not reach that
          // form.
          event.stopPropagation();
          setTried(true);
          if (!missing) answer(password);
        }}
      >
        {/* Tells the browser's password manager which account it is. */}
        <input
          className="vh"
          type="text"
          autoComplete="username"
          value={username}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <PasswordField
          label={t('settings.password-current')}
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={tried && missing ? error : undefined}
        />
      </form>
    </Dialog>
  );
}

/** Without a password the person must sign in again, with a linked account. */
function SignInAgain({ linked, onClose }: { linked: readonly string[]; onClose: () => void }) {
  const { t } = useMessages();
  const { pathname } = useLocation();
  const { providers } = useConfig();
  const ways = providers.filter(({ id }) => linked.includes(id));
  return (
    <Dialog
      title={t('settings.confirm-title')}
      onClose={onClose}
      column
      actions={
        <>
          {ways.map(({ id, name }) => (
            <a
              key={id}
              className="btn btn-1"
              href={providerAddress(id, pathname, { knownOnly: true })}
            >
              {t('accounts.social-with', { provider: name })}
            </a>
          ))}
          {ways.length > 0 ? null : (
            <ButtonLink to={ACCOUNT_PATHS.signIn} kind="primary" state={{ target: pathname }}>
              {t('accounts.sign-in')}
            </ButtonLink>
          )}
          <Button kind="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('settings.confirm-sign-in')}</p>
    </Dialog>
  );
}
