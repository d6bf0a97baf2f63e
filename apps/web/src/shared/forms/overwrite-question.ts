import type { MessageKey } from '@crece/messages';
import type { StorageError } from '@crece/storage';
import { useMessages } from '../../data/messages.tsx';
import { useAsk } from '../../ui/ask.tsx';

/**
 * Asks before values that another person wrote meanwhile are replaced. `labels`: the fields' names as
 * the person sees them; without any of a fault's fields the question names none.
 */
export function useOverwriteQuestion(
  labels: Readonly<Record<string, MessageKey>>,
): (fault: StorageError) => Promise<boolean> {
  const { t, list } = useMessages();
  const { confirm } = useAsk();
  return (fault) => {
    const names = fault.fields.flatMap((field) => {
      const label = labels[field];
      return label === undefined ? [] : [t(label)];
    });
    return confirm({
      title: t('children.changed-title'),
      body:
        names.length === 0
          ? t('children.changed-text-unknown')
          : t('children.changed-text', { fields: list(names) }),
      yes: t('children.changed-overwrite'),
      no: t('errors.go-back'),
    });
  };
}
