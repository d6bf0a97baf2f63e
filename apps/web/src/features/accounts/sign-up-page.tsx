import { Link } from 'react-router';
import { signUp } from '../../api/accounts.ts';
import { useAtDoor } from '../../data/lock.ts';
import { useMessages } from '../../data/messages.tsx';
import { useRefusal } from '../../shared/accounts/use-refusal.ts';
import { ACCOUNT_PATHS, useCarried, useTarget } from '../../shared/navigation/account-paths.ts';
import { homePath } from '../../shared/navigation/paths.ts';
import { Blank } from '../../ui/blank.tsx';
import { MainLink } from '../../ui/main-link.tsx';
import { ABOUT_SESSION, NOTICE_DELAYS } from '../../ui/notices.tsx';
import { AccountFields, useAccountForm } from './account-fields.tsx';
import { AccountFrame, OfflineNote } from './account-frame.tsx';
import { useAfterSignIn } from './after-sign-in.tsx';
import { SignedInNote, useAtWork } from './signed-in-note.tsx';

export function SignUpPage() {
  const { t } = useMessages();
  const { target } = useTarget();
  const carried = useCarried();
  const refused = useRefusal();
  const { afterSignIn, instead } = useAfterSignIn();
  const isLocked = useAtDoor();
  const atWork = useAtWork();
  const form = useAccountForm('sign-up');
  const send = form.submit(async (account) => {
    try {
      const body = await signUp(account);
      await form.draft.discard();
      await afterSignIn(body, t('accounts.signup-done'), target);
    } catch (cause) {
      const title = t('accounts.signup-error');
      const about = ABOUT_SESSION;
      refused(cause, { title, delay: NOTICE_DELAYS.account6, about }, form.hook);
    }
  });
  if (instead !== null) return instead;
  if (isLocked) {
    return (
      <AccountFrame title={t('accounts.sign-up-title')}>
        <Blank
          picture="locked"
          title={t('accounts.sign-up-locked-title')}
          actions={<MainLink to={ACCOUNT_PATHS.signIn}>{t('accounts.have-account')}</MainLink>}
        >
          {t('accounts.sign-up-locked')}
        </Blank>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title={t('accounts.sign-up-title')} text={t('accounts.sign-up-text')}>
      <OfflineNote />
      {form.saving ? null : <SignedInNote />}
      <AccountFields form={form} send={send} submit={t('accounts.create')}>
        <p className="account-links">
          <Link to={ACCOUNT_PATHS.signIn} state={carried}>
            {t('accounts.have-account')}
          </Link>
          <Link to={atWork?.path ?? homePath()}>
            {atWork === null
              ? t('accounts.without')
              : t('accounts.go-on-as', { name: atWork.name })}
          </Link>
        </p>
      </AccountFields>
    </AccountFrame>
  );
}
