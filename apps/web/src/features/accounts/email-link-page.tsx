import type { EmailLinkDoneBody } from '@crece/contract';
import { useState } from 'react';
import { useParams } from 'react-router';
import { checkEmailLink, followEmailLink } from '../../api/accounts.ts';
import { useMessages } from '../../data/messages.tsx';
import { useRefusal } from '../../shared/accounts/use-refusal.ts';
import { ACCOUNT_PATHS } from '../../shared/navigation/account-paths.ts';
import { homePath } from '../../shared/navigation/paths.ts';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { MainLink } from '../../ui/main-link.tsx';
import { AccountFrame, OfflineNote } from './account-frame.tsx';
import { LinkBlank, UncheckedLink } from './link-blank.tsx';
import { useLinkCheck } from './use-link-check.ts';

/**
 * `/authentication/email/:token`: the link of a mail about a new e-mail address. It does nothing
 * before the button is pressed, because programs that check mails also open links.
 */
export function EmailLinkPage() {
  const { t } = useMessages();
  const { token = '' } = useParams();
  const [link, setLink] = useState<EmailLinkDoneBody | null>(null);
  const [done, setDone] = useState<EmailLinkDoneBody | null>(null);
  const { state, again } = useLinkCheck(async () => setLink(await checkEmailLink(token)));
  const title = t(`accounts.email-title-${(done ?? link)?.does ?? 'confirm'}`);
  return (
    <AccountFrame title={title}>
      <OfflineNote />
      {state === 'checking' ? <Waiting text={t('accounts.reset-checking')} /> : null}
      {state === 'unknown' ? <UncheckedLink again={again} /> : null}
      {state === 'invalid' || state === 'expired' ? (
        <LinkBlank title={`accounts.reset-${state}-title`} text={`accounts.email-link-${state}`}>
          <MainLink to={ACCOUNT_PATHS.profile}>{t('accounts.email-to-profile')}</MainLink>
        </LinkBlank>
      ) : null}
      {state === 'good' && link !== null && done === null ? (
        <Question token={token} link={link} onDone={setDone} />
      ) : null}
      {done === null ? null : <Done done={done} />}
    </AccountFrame>
  );
}

function Question({
  token,
  link: { does, username, email },
  onDone,
}: {
  token: string;
  link: EmailLinkDoneBody;
  onDone: (done: EmailLinkDoneBody) => void;
}) {
  const { t } = useMessages();
  const refused = useRefusal();
  const [isBusy, setBusy] = useState(false);
  const follow = async () => {
    setBusy(true);
    try {
      onDone(await followEmailLink(token));
    } catch (cause) {
      setBusy(false);
      refused(cause, { title: t('accounts.email-failed') });
    }
  };
  return (
    <div className="stack">
      <p className="email-facts">{t(`accounts.email-${does}`, { username, email })}</p>
      {does === 'confirm' ? null : <p>{t('accounts.email-take-back-what')}</p>}
      <Button kind="primary" wide disabled={isBusy} onClick={() => void follow()}>
        {t(`accounts.email-${does}-button`)}
      </Button>
      <ButtonLink to={homePath()} kind="second" wide>
        {t(`accounts.email-${does}-not`)}
      </ButtonLink>
    </div>
  );
}

function Done({ done: { does, username, email, reset } }: { done: EmailLinkDoneBody }) {
  const { t } = useMessages();
  return (
    <Blank
      picture="start"
      title={t(`accounts.email-${does}-done-title`)}
      actions={
        reset === undefined ? (
          <MainLink to={ACCOUNT_PATHS.profile}>{t('accounts.email-to-profile')}</MainLink>
        ) : (
          <MainLink to={`/password/reset/${encodeURIComponent(reset)}`}>
            {t('accounts.email-to-reset')}
          </MainLink>
        )
      }
    >
      {t(`accounts.email-${does}-done`, { username, email })}
    </Blank>
  );
}
