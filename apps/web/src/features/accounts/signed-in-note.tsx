import { useMessages } from '../../data/messages.tsx';
import { useSignIn } from '../../data/session.tsx';
import { Icon } from '../../ui/icon.tsx';

/** The name of whoever works here in the session of this device, or null. */
export function useSignedInName(): string | null {
  const { user, isServerSession } = useSignIn();
  return isServerSession ? (user?.displayName ?? null) : null;
}

/** Above a form that signs somebody in: who is signed in here already. */
export function SignedInNote() {
  const { t } = useMessages();
  const name = useSignedInName();
  if (name === null) return null;
  return (
    <div className="account-note" role="status">
      <Icon name="person" />
      <p>{t('accounts.signed-in-as', { name })}</p>
    </div>
  );
}
