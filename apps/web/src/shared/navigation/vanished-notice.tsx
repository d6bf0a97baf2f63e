import type { VanishedData } from '@crece/storage';
import { useState } from 'react';
import { useMessages, useSentences } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import { useCan } from '../../data/session.tsx';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useFault } from '../words/fault.ts';
import { momentText } from '../words/moment.ts';
import type { PageUnit } from './page-unit.ts';
import { type ScreenType, syncPath } from './paths.ts';
import './vanished-notice.css';
import { backupPath } from './waiting-paths.ts';

/** Shown on every page of a unit whose records vanished from this device, until confirmed. */
export function VanishedNotice({
  unit,
  vanished,
  screenType,
}: {
  unit: PageUnit;
  vanished: VanishedData;
  screenType: ScreenType;
}) {
  const messages = useMessages();
  const { t } = messages;
  const maySync = useCan('sync');
  const sayFault = useFault();
  const [isBusy, setBusy] = useState(false);
  const online = useOnline();
  if (useSentences('later') !== 'ready') return null;
  const { records, pending, seenAt, syncedAt } = vanished;
  const timeOf = (moment: string) => momentText(messages, moment, new Date());
  const acknowledge = async () => {
    setBusy(true);
    try {
      await unit.local.acknowledgeVanished();
    } catch (cause) {
      sayFault(cause);
      setBusy(false);
    }
  };
  return (
    <div className="vanished" role="alert">
      <Icon name="warning" />
      <div className="grow">
        <h2 className="h2">{t('sync.vanished')}</h2>
        <p>
          {t('sync.vanished-seen', { count: records, time: timeOf(seenAt) })}{' '}
          {t('sync.vanished-synced', { time: syncedAt === null ? 'none' : timeOf(syncedAt) })}{' '}
          <b>{t('sync.vanished-lost', { count: pending })}</b>
        </p>
        <p>
          {t('sync.vanished-do', { count: pending })}
          {online ? null : ` ${t('sync.vanished-offline')}`}
        </p>
        <div className="vanished-acts">
          {maySync ? (
            <ButtonLink to={syncPath(unit, screenType)} kind="second" icon="sync">
              {t('sync.run')}
            </ButtonLink>
          ) : null}
          <ButtonLink to={backupPath(unit.stakeDB)} kind="second" icon="lock">
            {t('sync.vanished-load')}
          </ButtonLink>
          <Button kind="quiet" disabled={isBusy} onClick={() => void acknowledge()}>
            {t('sync.vanished-read')}
          </Button>
        </div>
      </div>
    </div>
  );
}
