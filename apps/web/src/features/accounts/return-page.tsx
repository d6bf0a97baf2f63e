import { useEffect, useRef, useState } from 'react';
import { exchangeCode } from '../../api/accounts.ts';
import { HttpError } from '../../api/http.ts';
import { useMessages } from '../../data/messages.tsx';
import { refusalSentence } from '../../shared/accounts/account-words.ts';
import { ACCOUNT_PATHS } from '../../shared/navigation/account-paths.ts';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { MainLink } from '../../ui/main-link.tsx';
import { AccountFrame } from './account-frame.tsx';
import { useAfterSignIn } from './after-sign-in.tsx';
import { useFragment } from './use-fragment.ts';

/** The return address of a social sign-in: exchanges its one-use code for the session. */
export function ReturnPage() {
  const { t } = useMessages();
  const code = new URLSearchParams(useFragment()).get('code') ?? '';
  const { afterSignIn, instead } = useAfterSignIn();
  const [refusal, setRefusal] = useState<HttpError | null>(null);
  // The code works once, and React may run an effect twice.
  const isTraded = useRef(false);
  useEffect(() => {
    if (code === '' || isTraded.current) return;
    isTraded.current = true;
    exchangeCode(code)
      .then(({ redirectTo, ...body }) =>
        afterSignIn(body, t('accounts.welcome', { name: body.user.firstName }), redirectTo),
      )
      .catch((cause: unknown) => {
        if (!(cause instanceof HttpError)) throw cause;
        setRefusal(cause);
      });
  }, [code, afterSignIn, t]);
  if (instead !== null) return instead;
  // Said anew in each language that the person chooses.
  const refused = refusal === null ? null : refusalSentence(t, refusal);
  const failure = code === '' ? t('accounts.code-invalid') : refused;
  return (
    <AccountFrame title={t('accounts.sign-in-title')}>
      {failure === null ? (
        <Waiting text={t('accounts.return-title')} />
      ) : (
        <Blank
          picture="refused"
          title={t('accounts.return-failed-title')}
          actions={<MainLink to={ACCOUNT_PATHS.signIn}>{t('accounts.return-retry')}</MainLink>}
        >
          {failure}
        </Blank>
      )}
    </AccountFrame>
  );
}
