import { Link } from 'react-router';
import { signUp } from '../../api/accounts.ts';
import { ACCOUNT_PATHS, useCarried, useTarget } from '../../components/account-paths.ts';
import { useRefusal } from '../../components/accounts/use-refusal.ts';
import { NOTICE_DELAYS } from '../../components/notices.tsx';
import { homePath } from '../../components/paths.ts';
import { useMessages } from '../../data/messages.tsx';
import { AccountFields, useAccountForm } from './account-fields.tsx';
import { AccountFrame, OfflineNote } from './account-frame.tsx';
import { useAfterSignIn } from './after-sign-in.ts';

export function SignUpPage() {
  const { t } = useMessages();
  const { target } = useTarget();
  const carried = useCarried();
  const refused = useRefusal();
  const afterSignIn = useAfterSignIn();
  const form = useAccountForm('sign-up');
  const send = form.submit(async (account) => {
    try {
      const body = await signUp(account);
      await form.draft.discard();
      afterSignIn(body, t('accounts.signup-done'), target);
    } catch (cause) {
      const title = t('accounts.signup-error');
      refused(cause, { title, delay: NOTICE_DELAYS.account6 }, form.hook);
    }
  });
  return (
    <AccountFrame title={t('accounts.sign-up-title')} text={t('accounts.sign-up-text')}>
      <OfflineNote />
      <AccountFields form={form} send={send} submit={t('accounts.create')}>
        <p className="account-links">
          <Link to={ACCOUNT_PATHS.signIn} state={carried}>
            {t('accounts.have-account')}
          </Link>
          <Link to={homePath()}>{t('accounts.without')}</Link>
        </p>
      </AccountFields>
    </AccountFrame>
  );
}
