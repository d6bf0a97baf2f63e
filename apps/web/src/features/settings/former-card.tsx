import { useEffect, useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { backupPath } from '../../shared/navigation/waiting-paths.ts';
import { ButtonLink } from '../../ui/controls.tsx';
import { Card } from '../../ui/surfaces.tsx';

/** Names what an early version of the application left on this device; nothing without it. */
export function FormerCard() {
  const { t } = useMessages();
  const [units, setUnits] = useState(0);
  useEffect(() => {
    const read = async () => {
      const { formerUnits } = await import('@crece/storage/backup');
      setUnits((await formerUnits()).length);
    };
    read().catch((cause: unknown) => {
      console.warn('Whether an early version left anything is not known.', cause);
    });
  }, []);
  if (units === 0) return null;
  return (
    <Card title={t('lock.former-title')}>
      <p>{t('lock.former', { count: units })}</p>
      <div className="card-actions">
        <ButtonLink to={backupPath()}>{t('lock.former-open')}</ButtonLink>
      </div>
    </Card>
  );
}
