import { useMessages } from '../../data/messages.tsx';
import { Blank } from '../../ui/blank.tsx';
import { Button } from '../../ui/controls.tsx';

/** The page shown when the unit's records cannot be read from this device. */
export function UnreadablePage() {
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
      {t('children.failed-text')}
    </Blank>
  );
}
