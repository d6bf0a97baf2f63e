import { useMessages } from '../../data/messages.tsx';
import { useSession, useSignIn } from '../../data/session.tsx';
import { useTarget } from '../../shared/navigation/account-paths.ts';
import { homePath } from '../../shared/navigation/paths.ts';
import { Icon } from '../../ui/icon.tsx';

/** Who works here already, and where that person goes on. */
interface AtWork {
  readonly name: string;
  /** By a PIN, in nobody's session: what needs one is not open. */
  readonly isByPin: boolean;
  readonly path: string;
}

/** Null: nobody, or somebody whose session has ended. */
export function useAtWork(): AtWork | null {
  const account = useSession();
  const { isServerSession, hasEnded } = useSignIn();
  const { target } = useTarget();
  if (account === null || hasEnded) return null;
  const isByPin = !isServerSession;
  return { name: account.displayName, isByPin, path: isByPin ? homePath() : target };
}

/** Above a form that signs somebody in: who works here already. */
export function SignedInNote() {
  const { t } = useMessages();
  const atWork = useAtWork();
  if (atWork === null) return null;
  const { name, isByPin } = atWork;
  return (
    <div className="account-note" role="status">
      <Icon name="person" />
      <p>{t(isByPin ? 'accounts.works-as' : 'accounts.signed-in-as', { name })}</p>
    </div>
  );
}
