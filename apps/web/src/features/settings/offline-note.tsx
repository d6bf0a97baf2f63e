import { useMessages } from '../../data/messages.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Above a page that can save nothing now: what is typed stays. */
export function OfflineNote() {
  const { t } = useMessages();
  return (
    <div className="notice-bar settings-offline" role="status">
      <Icon name="offline" small />
      <span>
        <b>{t('settings.offline-title')}.</b> {t('settings.offline')}
      </span>
    </div>
  );
}
