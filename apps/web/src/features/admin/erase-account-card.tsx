import type { UserBody } from '@crece/contract';
import { eraseAccount } from '../../api/admin.ts';
import { useMessages } from '../../data/messages.tsx';
import { ErasureForm } from './erasure-form.tsx';

/** Erases an account for good, after saying what goes and what stays, for a reason. */
export function EraseAccountCard({ user }: { user: UserBody }) {
  const { t } = useMessages();
  const { id, username, displayName: name } = user;
  return (
    <ErasureForm
      whom="account"
      what={
        <>
          <p>{t('erasures.account-goes', { name })}</p>
          <p>{t('erasures.account-stays', { username })}</p>
          <p>{t('erasures.account-same')}</p>
        </>
      }
      name={username}
      isName={(typed) => typed.trim().toLowerCase() === username}
      erase={async (why) => {
        const { sharesName } = await eraseAccount(id, why);
        return t(sharesName ? 'erasures.account-shares' : 'erasures.account-begun');
      }}
    />
  );
}
