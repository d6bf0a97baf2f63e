import type { StorageError } from '@crece/storage';
import { useMessages } from '../../data/messages.tsx';
import { Blank } from '../../ui/blank.tsx';
import { Button } from '../../ui/controls.tsx';

/** The page shown when the unit's records cannot be read from this device, or are there no longer. */
export function UnreadablePage({ fault }: { fault?: StorageError | undefined }) {
  const { t } = useMessages();
  return (
    <Blank
      picture="refused"
      title={t('children.failed-title')}
      actions={
        <Button kind="primary" onClick={() => window.location.reload()}>
          {t('children.reload')}
        </Button>
      }
    >
      {t(fault?.code === 'closed' ? 'errors.unit-closed' : 'children.failed-text')}
    </Blank>
  );
}
