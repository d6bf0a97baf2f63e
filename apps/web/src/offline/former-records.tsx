import { formerUnits } from '@crece/storage/backup';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useMessages, useSentences } from '../data/messages.tsx';
import { backupPath } from '../shared/navigation/waiting-paths.ts';
import { Button, ButtonLink } from '../ui/controls.tsx';

/**
 * Says on every page that an early version left records here: no list shows them, and no count of what
 * was not sent has them.
 */
export function FormerRecords() {
  const { t } = useMessages();
  const { pathname } = useLocation();
  const [units, setUnits] = useState(0);
  const [isRead, setRead] = useState(false);
  const isReady = useSentences('first') === 'ready';
  // That page has all of it, and they may be gone afterwards.
  const isToSay = pathname !== backupPath();
  useEffect(() => {
    if (!isToSay) return;
    formerUnits().then(
      ({ length }) => setUnits(length),
      (cause: unknown) => console.warn('What an early version left could not be read.', cause),
    );
  }, [isToSay]);
  if (units === 0 || isRead || !isReady || !isToSay) return null;
  return (
    <div className="notice-bar" role="status">
      <span className="grow">{t('lock.former', { count: units })}</span>
      <ButtonLink small to={backupPath()}>
        {t('lock.former-open')}
      </ButtonLink>
      <Button kind="quiet" small onClick={() => setRead(true)}>
        {t('common.close')}
      </Button>
    </div>
  );
}
