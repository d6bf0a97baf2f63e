import type { MessageKey } from '@crece/messages';
import { StorageError, type StorageErrorCode } from '@crece/storage';
import { useCallback } from 'react';
import { useConfig } from '../../data/config.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useNotices } from '../../ui/notices.tsx';

const SENTENCES = {
  'full-disk': 'errors.full-disk',
  'changed-meanwhile': 'errors.changed-meanwhile',
  conflict: 'errors.storage-failed',
  closed: 'errors.closed',
  'not-found': 'errors.record-gone',
  'still-arriving': 'errors.still-arriving',
  refused: 'errors.record-refused',
  'newer-version': 'errors.newer-version',
  failed: 'errors.storage-failed',
} as const satisfies Record<StorageErrorCode, MessageKey>;

/** The message about a failure of the device's store, with whom to ask. */
export function useFaultSentence(): (cause: unknown) => string {
  const { t } = useMessages();
  const { supportContact } = useConfig();
  return useCallback(
    (cause) =>
      t(cause instanceof StorageError ? SENTENCES[cause.code] : 'errors.storage-failed', {
        contact: supportContact ?? t('errors.your-administrator'),
      }),
    [t, supportContact],
  );
}

/** Shows a failed write in a notice that stays; typed text is kept. */
export function useFault(): (cause: unknown, title?: string) => void {
  const { complain } = useNotices();
  const sentence = useFaultSentence();
  return useCallback(
    (cause, title) => {
      console.error('A record could not be written.', cause);
      complain({ text: sentence(cause), ...(title === undefined ? {} : { title }) });
    },
    [complain, sentence],
  );
}
