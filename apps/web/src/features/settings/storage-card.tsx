import type { StorageState } from '@crece/storage';
import { useCallback, useEffect, useState } from 'react';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { bytesText } from '../../shared/words/bytes-words.ts';
import { Button } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card, ProgressBar } from '../../ui/surfaces.tsx';

/** Used and free storage, and whether the browser has promised to keep it. */
export function StorageCard() {
  const { t, language } = useMessages();
  const device = useDevice();
  const [state, setState] = useState<StorageState | null>(null);
  const [wasRefused, setRefused] = useState(false);
  const read = useCallback(() => {
    device.storageState().then(setState, (cause: unknown) => {
      console.warn('The browser does not tell the state of its storage.', cause);
    });
  }, [device]);
  useEffect(read, [read]);
  if (state === null) return null;

  const { usage, quota, low, persisted } = state;
  const ask = async () => {
    setRefused(!(await device.requestPersistence()));
    read();
  };
  return (
    <Card title={t('lock.storage-title')}>
      <div className="stack-2">
        <p>{t('lock.storage-units', { count: device.unitsOpened().length })}</p>
        {usage === null || quota === null ? (
          <p className="muted">{t('lock.storage-unknown')}</p>
        ) : (
          <Used
            used={usage}
            quota={quota}
            text={t('lock.storage-used', {
              used: bytesText(usage, language),
              quota: bytesText(quota, language),
            })}
          />
        )}
        {low ? (
          <p className="plain-note">
            <Icon name="warning" small />
            <span>{t('lock.storage-low')}</span>
          </p>
        ) : null}
        <p className="small muted">
          {t(persisted ? 'lock.storage-persisted' : 'lock.storage-not-persisted')}
        </p>
      </div>
      {persisted ? null : (
        <div className="card-actions">
          <Button onClick={() => void ask()}>{t('lock.storage-ask')}</Button>
        </div>
      )}
      {wasRefused ? (
        <p className="hint" role="status">
          {t('lock.storage-refused')}
        </p>
      ) : null}
    </Card>
  );
}

function Used({ used, quota, text }: { used: number; quota: number; text: string }) {
  return (
    <>
      <ProgressBar value={Math.round(used)} max={Math.round(quota)} label={text} />
      <p>{text}</p>
    </>
  );
}
