import type { UserBody } from '@crece/contract';
import { removeUser } from '../../api/admin.ts';
import { useMessages } from '../../data/messages.tsx';
import { useAsk } from '../../ui/ask.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { useSayRefusal } from './use-refusal.ts';

/** Asks the specified question, then deletes the account; returns whether it was deleted. */
export function useRemoveUser(): (user: UserBody) => Promise<boolean> {
  const { t } = useMessages();
  const { confirm } = useAsk();
  const { notify } = useNotices();
  const sayRefusal = useSayRefusal();
  return async (user) => {
    const names = { name: user.displayName, username: user.username };
    const sure = await confirm({
      title: t('admin.remove-question'),
      body: t('admin.remove-what', names),
      yes: t('admin.remove'),
      danger: true,
    });
    if (!sure) return false;
    try {
      await removeUser(user.id);
    } catch (cause) {
      sayRefusal(cause, t('admin.remove-failed'));
      return false;
    }
    notify({ text: t('admin.removed', names) });
    return true;
  };
}
