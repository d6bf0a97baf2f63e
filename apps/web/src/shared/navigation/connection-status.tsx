import { useMessages } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import { Icon } from '../../ui/icon.tsx';

/** The connection status in a word: every page shows it once. */
export function ConnectionStatus() {
  const { t } = useMessages();
  const online = useOnline();
  return (
    <span className="net">
      <Icon name={online ? 'cloud' : 'offline'} small />
      {online ? t('app.online') : t('app.offline')}
    </span>
  );
}
