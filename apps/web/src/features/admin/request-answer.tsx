import type { UserBody } from '@crece/contract';
import { useState } from 'react';
import { answerRoleRequest } from '../../api/admin.ts';
import { HttpError } from '../../api/http.ts';
import { useMessages } from '../../data/messages.tsx';
import { Button } from '../../ui/controls.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { useIsOwn, useMoments } from './person.tsx';
import { useSayRefusal } from './use-refusal.ts';

/** A person's request with the two answers. */
export function RequestAnswer({ user, onAnswered }: { user: UserBody; onAnswered: () => void }) {
  const { t } = useMessages();
  const { notify } = useNotices();
  const sayRefusal = useSayRefusal();
  const { moment } = useMoments();
  const isOwn = useIsOwn();
  const [busy, setBusy] = useState(false);
  const { roleRequest } = user;
  if (roleRequest === undefined) return null;
  const name = { name: user.displayName };
  const answer = async (grant: boolean) => {
    setBusy(true);
    try {
      const { sendsMail } = await answerRoleRequest(user.id, grant);
      const said = grant ? 'admin.request-granted' : 'admin.request-refused';
      notify({ text: t(sendsMail ? said : `${said}-untold`, name) });
    } catch (cause) {
      sayRefusal(cause, t('admin.request-failed'));
      if (!(cause instanceof HttpError && cause.code === 'conflict')) return;
    } finally {
      setBusy(false);
    }
    // Answered here or, meanwhile, by another administrator: in both cases the request is closed.
    onAnswered();
  };
  return (
    <div className="request-answer">
      <p>
        {t('admin.request-what')} <span className="muted small">{moment(roleRequest.at)}</span>
      </p>
      {roleRequest.note.trim() === '' ? (
        <p className="muted small">{t('admin.request-no-note')}</p>
      ) : (
        <blockquote className="request-note">{roleRequest.note}</blockquote>
      )}
      {isOwn(user) ? <p className="muted small">{t('admin.request-own')}</p> : null}
      <div className="row-wrap" hidden={isOwn(user)}>
        <Button
          kind="soft"
          small
          disabled={busy}
          aria-label={t('admin.grant-whom', name)}
          onClick={() => void answer(true)}
        >
          {t('admin.grant')}
        </Button>
        <Button
          kind="second"
          small
          disabled={busy}
          aria-label={t('admin.refuse-whom', name)}
          onClick={() => void answer(false)}
        >
          {t('admin.refuse')}
        </Button>
      </div>
    </div>
  );
}
