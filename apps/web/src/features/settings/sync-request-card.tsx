import type { UserBody } from '@crece/contract';
import { checkRequestNote, dateFromInstant, type Issue } from '@crece/domain';
import { useCallback, useState } from 'react';
import { askRole, takeRoleRequestBack } from '../../api/accounts.ts';
import { useMessages } from '../../data/messages.tsx';
import { useCan, useSignIn } from '../../data/session.tsx';
import { useRefusal } from '../../shared/accounts/use-refusal.ts';
import { useCheckedForm } from '../../shared/forms/use-checked-form.ts';
import { Waiting } from '../../ui/blank.tsx';
import { Button } from '../../ui/controls.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { Card } from '../../ui/surfaces.tsx';

type Draft = { note: string };

/**
 * The request for the right to synchronise and its state; shows nothing for people who have the
 * right.
 */
export function SyncRequestCard({ user }: { user: UserBody }) {
  const { t } = useMessages();
  const mayAlready = useCan('sync');
  if (mayAlready) return null;
  return (
    <Card title={t('settings.sync-title')}>
      {user.roleRequest === undefined ? (
        <AskForSync user={user} />
      ) : (
        <OpenRequest request={user.roleRequest} />
      )}
    </Card>
  );
}

/** The day of an instant here, in words. */
function useDay() {
  const { date } = useMessages();
  return (instant: string) => {
    const day = dateFromInstant(instant, Intl.DateTimeFormat().resolvedOptions().timeZone);
    return day === null ? instant : date(day, 'medium');
  };
}

function AskForSync({ user }: { user: UserBody }) {
  const { t } = useMessages();
  const dayOf = useDay();
  const { userChanged } = useSignIn();
  const { notify } = useNotices();
  const refused = useRefusal();
  const form = useCheckedForm<Draft, string>({
    formKey: `ask-sync:${user.id}`,
    defaults: { note: '' },
    check: ({ note }) => checkRequestNote(note),
    sentence: useCallback(({ params }: Issue) => t('settings.sync-note-length', params), [t]),
  });
  if (!form.ready) return <Waiting />;
  const ask = form.submit(async (note) => {
    try {
      const changed = await askRole(note);
      await form.draft.discard();
      notify({ text: t('settings.sync-asked') });
      userChanged(changed);
    } catch (cause) {
      refused(cause, { title: t('settings.sync-failed') }, form.hook);
    }
  });
  return (
    <form className="settings-form" onSubmit={ask} noValidate>
      {user.roleRefused === undefined ? null : (
        <p>{t('settings.sync-refused', { date: dayOf(user.roleRefused) })}</p>
      )}
      <p className="muted">{t('settings.sync-text')}</p>
      <TextArea
        label={t('settings.sync-note')}
        note={t('common.optional')}
        hint={t('settings.sync-note-hint')}
        {...form.field('note')}
      />
      <Button type="submit" wide disabled={form.saving}>
        {t('settings.sync-ask')}
      </Button>
    </form>
  );
}

function OpenRequest({ request }: { request: NonNullable<UserBody['roleRequest']> }) {
  const { t } = useMessages();
  const dayOf = useDay();
  const { userChanged } = useSignIn();
  const { notify } = useNotices();
  const refused = useRefusal();
  const [isBusy, setBusy] = useState(false);
  const takeBack = async () => {
    setBusy(true);
    try {
      userChanged(await takeRoleRequestBack());
      notify({ text: t('settings.sync-taken-back') });
    } catch (cause) {
      refused(cause, { title: t('settings.sync-failed') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="settings-form">
      <p>{t('settings.sync-open', { date: dayOf(request.at) })}</p>
      {request.note === '' ? null : (
        <p className="muted">{t('settings.sync-your-note', { note: request.note })}</p>
      )}
      <Button kind="quiet" disabled={isBusy} onClick={() => void takeBack()}>
        {t('settings.sync-take-back')}
      </Button>
    </div>
  );
}
