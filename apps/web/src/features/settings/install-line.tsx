import { useMessages } from '../../data/messages.tsx';
import { useInstall } from '../../shared/install/install.ts';
import { Button } from '../../ui/controls.tsx';
import { Card } from '../../ui/surfaces.tsx';

/** How to put the application on the home screen, also for somebody who refused when it was offered. */
export function InstallLine() {
  const { t } = useMessages();
  const { isInstalled, ask } = useInstall();
  if (isInstalled) return null;
  return (
    <Card title={t('install.title')}>
      <p>{t(ask === null ? 'install.by-menu' : 'install.why')}</p>
      {ask === null ? null : (
        <div className="card-actions">
          <Button icon="add" onClick={() => void ask()}>
            {t('install.ask')}
          </Button>
        </div>
      )}
    </Card>
  );
}
