import type { UserBody } from '@crece/contract';
import { useState } from 'react';
import { giveEmailUp, sendEmailLink } from '../../api/accounts.ts';
import { useMessages } from '../../data/messages.tsx';
import { useSignIn } from '../../data/session.tsx';
import { useRefusal } from '../../shared/accounts/use-refusal.ts';
import { Button } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNotices } from '../../ui/notices.tsx';

/** A new address whose link was not opened yet; the old one is valid until then. */
export function PendingEmail({ user }: { user: UserBody }) {
  const { t } = useMessages();
  const { userChanged } = useSignIn();
  const { notify } = useNotices();
  const refused = useRefusal();
  const [isBusy, setBusy] = useState(false);
  const { pendingEmail } = user;
  if (pendingEmail === undefined) return null;
  const { email } = pendingEmail;

  const act = async (call: () => Promise<UserBody>, done: string) => {
    setBusy(true);
    try {
      userChanged(await call());
      notify({ text: done });
    } catch (cause) {
      refused(cause, { title: t('settings.profile-failed') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="card" aria-labelledby="pending-email">
      <h2 className="h2 pending-title" id="pending-email">
        <Icon name="info" small />
        <span>{t('settings.email-waits', { email })}</span>
      </h2>
      <p>{t('settings.email-waits-what', { old: user.email })}</p>
      <div className="card-actions">
        <Button
          disabled={isBusy}
          onClick={() => void act(sendEmailLink, t('settings.email-sent-again'))}
        >
          {t('settings.email-send-again')}
        </Button>
        <Button
          kind="quiet"
          disabled={isBusy}
          onClick={() => void act(giveEmailUp, t('settings.email-given-up'))}
        >
          {t('settings.email-give-up')}
        </Button>
      </div>
    </section>
  );
}
