import { countUnit } from '@crece/storage';
import { useEffect, useState } from 'react';
import { useDevice } from '../data/device.tsx';
import { useMessages, useSentences } from '../data/messages.tsx';
import { handOverPath } from '../shared/navigation/waiting-paths.ts';
import { Button, ButtonLink } from '../ui/controls.tsx';

/**
 * Warns while there is still room to hand over what was not sent. A browser on a phone that is full
 * and loses its battery may begin with empty databases.
 */
export function LittleRoom() {
  const { t } = useMessages();
  const device = useDevice();
  const unit = device.getSetting('lastUnit');
  const stakeDB = unit?.stakeDB;
  const [isUnsent, setUnsent] = useState(false);
  const [isRead, setRead] = useState(false);
  const isReady = useSentences('first') === 'ready';
  useEffect(() => {
    if (stakeDB === undefined) return;
    countUnit(stakeDB, device).then(
      // What is not known may be unsent.
      (counts) => setUnsent(counts?.pending !== 0),
      () => setUnsent(true),
    );
  }, [device, stakeDB]);
  if (isRead || !isReady) return null;
  return (
    <div className="notice-bar" role="status">
      <span className="grow">
        <b>{t('errors.low-title')}</b> {t('errors.low')}
      </span>
      {unit !== undefined && isUnsent ? (
        <ButtonLink small to={handOverPath(unit)}>
          {t('errors.low-hand-over')}
        </ButtonLink>
      ) : null}
      <Button kind="quiet" small onClick={() => setRead(true)}>
        {t('common.close')}
      </Button>
    </div>
  );
}
