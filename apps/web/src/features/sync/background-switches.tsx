import { useSetting } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useMetered } from '../../data/metered.ts';
import { Switch } from '../../ui/switch.tsx';

/** Settings of this device: background synchronisation, and whether also on metered data. */
export function BackgroundSwitches() {
  const { t } = useMessages();
  const [background = 'on', setBackground] = useSetting('backgroundSync');
  const [onMetered = false, setOnMetered] = useSetting('syncOnMetered');
  const metered = useMetered();
  return (
    <>
      <Switch
        label={t('sync.background-on')}
        detail={t('sync.background-text')}
        checked={background === 'on'}
        onChange={(on) => setBackground(on ? 'on' : 'off')}
      />
      {background === 'on' ? (
        <Switch
          label={t('sync.metered')}
          detail={t(metered ? 'sync.metered-now' : 'sync.metered-text')}
          checked={onMetered}
          onChange={setOnMetered}
        />
      ) : null}
    </>
  );
}
