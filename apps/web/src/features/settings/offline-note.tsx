import { useMessages } from '../../data/messages.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Note above a page that cannot save offline: typed text is kept. */
export function OfflineNote() {
  const { t } = useMessages();
  return (
    <div className="notice-bar settings-offline" role="status">
      <Icon name="offline" small />
      <span>
        <b>{t('common.offline-title')}.</b> {t('common.offline')}
      </span>
    </div>
  );
}
