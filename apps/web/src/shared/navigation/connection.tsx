import { useMessages } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import { Icon } from '../../ui/icon.tsx';

/** Whether the browser has a network, in a word: every page says it once. */
export function Connection() {
  const { t } = useMessages();
  const online = useOnline();
  return (
    <span className="net">
      <Icon name={online ? 'cloud' : 'offline'} small />
      {online ? t('app.online') : t('app.offline')}
    </span>
  );
}
