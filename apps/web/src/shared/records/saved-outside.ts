import { useMessages } from '../../data/messages.tsx';
import { mayWorkIn } from '../../data/session.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { NOTICE_DELAYS, useNotices } from '../../ui/notices.tsx';

/**
 * After a save: says that it is saved where the account lost the unit meanwhile, since the next page is
 * "Not for your account". `name`: whom it is about.
 */
export function useSaySavedOutside({ place, stakeName }: OpenUnit): (name: string) => void {
  const { t } = useMessages();
  const { notify } = useNotices();
  return (name) => {
    if (mayWorkIn(place)) return;
    notify(
      { text: t('common.saved-outside', { name, unit: stakeName }) },
      NOTICE_DELAYS.completion,
    );
  };
}
