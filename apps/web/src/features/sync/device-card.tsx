import type { LocalSize, StorageState } from '@crece/storage';
import { useCallback, useEffect, useState } from 'react';
import { findPlace } from '../../data/catalogue.ts';
import { useDevice, useSetting } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useMetered } from '../../data/metered.ts';
import { type OpenUnit, usePeek } from '../../data/units.tsx';
import { unitsInTurn } from '../../data/units-in-turn.ts';
import { useIsHere } from '../../data/use-is-here.ts';
import { bytesText } from '../../shared/words/bytes-words.ts';
import { momentText } from '../../shared/words/moment.ts';
import { useNotices } from '../../ui/notices.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ActionRow, FactRow, FoldedBox } from './rows.tsx';

interface UnitSize {
  stakeDB: string;
  name: string;
  /** Null: it could not be read. */
  size: LocalSize | null;
}

/** The other units on this device, measured one after the other on request. */
export function UnitSizes({ except }: { except: string }) {
  const { t, language } = useMessages();
  const device = useDevice();
  const peek = usePeek();
  const isHere = useIsHere();
  const [sizes, setSizes] = useState<readonly UnitSize[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const others = device.unitsOpened().filter(({ stakeDB }) => stakeDB !== except);
  if (others.length === 0) return null;

  const measure = async (stakeDB: string): Promise<LocalSize | null> => {
    const unit = await peek(stakeDB);
    try {
      return await unit.measure();
    } finally {
      await unit.close();
    }
  };
  const measureAll = async () => {
    setBusy(true);
    setSizes([]);
    for (const stakeDB of unitsInTurn(device, isHere)) {
      if (stakeDB === except) continue;
      const size = await measure(stakeDB).catch((cause: unknown) => {
        console.warn('A unit could not be measured.', cause);
        return null;
      });
      const place = await findPlace(device, stakeDB, new Date());
      const found = { stakeDB, name: place?.unit.stakeName ?? stakeDB, size };
      setSizes((before) => [...(before ?? []), found]);
    }
    setBusy(false);
  };
  return (
    <>
      {sizes === null ? (
        <ActionRow
          icon="storage"
          title={t('sync.other-units', { count: others.length })}
          detail={t('sync.other-units-text')}
          disabled={false}
          onClick={() => void measureAll()}
        />
      ) : null}
      {sizes?.map(({ stakeDB, name, size }) => (
        <FactRow
          key={stakeDB}
          icon="table"
          title={name}
          detail={
            size === null
              ? t('sync.size-unknown')
              : t('sync.size', { count: size.documents, size: bytesText(size.bytes, language) })
          }
        />
      ))}
      {isBusy ? <FactRow icon="storage" title={t('sync.working')} /> : null}
    </>
  );
}

/** Settings of this device: background synchronisation, and whether also on metered data. */
function BackgroundSwitches() {
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

/** Measurements of this device. */
interface Look {
  size: LocalSize;
  storage: StorageState;
}

/** Folded: what this device keeps of the unit, an action that frees space, and automatic sync. */
export function DeviceCard({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  return (
    <FoldedBox title={t('lock.device-title')}>
      <DeviceRows unit={unit} />
      <BackgroundSwitches />
    </FoldedBox>
  );
}

/** When the unit was last complete, and the size of its copy. */
function DeviceRows({ unit }: { unit: OpenUnit }) {
  const messages = useMessages();
  const { t, language } = messages;
  const device = useDevice();
  const { complain } = useNotices();
  const [look, setLook] = useState<Look | null>(null);
  const [compacted, setCompacted] = useState<{ before: Look; after: Look } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { local } = unit;

  const measure = useCallback(
    async (): Promise<Look> => ({
      size: await local.measure(),
      storage: await device.storageState(),
    }),
    [local, device],
  );
  const { stamp, vanished } = unit.sync;
  const last = stamp?.completedAt ?? vanished?.syncedAt ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each sync it is another size
  useEffect(() => {
    let isShown = true;
    measure().then(
      (found) => isShown && setLook(found),
      (cause: unknown) => console.warn('The size of this unit is not known.', cause),
    );
    return () => {
      isShown = false;
    };
  }, [measure, stamp]);

  const compact = async () => {
    setBusy(true);
    try {
      const before = await measure();
      await local.compact();
      const after = await measure();
      setLook(after);
      setCompacted({ before, after });
    } catch (cause) {
      console.error('The unit could not be compacted.', cause);
      complain({ title: t('sync.compact-here'), text: t('sync.fault.storage') });
    } finally {
      setBusy(false);
    }
  };

  const usage = (found: Look) => bytesText(found.storage.usage ?? found.size.bytes, language);
  const { usage: used = null, quota = null } = look?.storage ?? {};
  return (
    <>
      <FactRow
        icon="calendar"
        title={t('sync.last')}
        detail={last === null ? t('sync.last-never') : momentText(messages, last, new Date())}
      />
      {look === null ? null : (
        <FactRow
          icon="table"
          title={t('sync.size-unit')}
          detail={t('sync.size', {
            count: look.size.documents,
            size: bytesText(look.size.bytes, language),
          })}
        />
      )}
      {used === null ? null : (
        <FactRow
          icon="storage"
          title={t('sync.storage')}
          detail={
            quota === null
              ? t('sync.storage-used', { used: bytesText(used, language) })
              : t('sync.storage-text', {
                  used: bytesText(used, language),
                  free: bytesText(Math.max(0, quota - used), language),
                })
          }
        />
      )}
      <ActionRow
        icon="down"
        title={t('sync.compact-here')}
        detail={
          isBusy
            ? t('sync.working')
            : compacted === null
              ? t('sync.compact-here-text')
              : t('sync.compacted', {
                  before: usage(compacted.before),
                  after: usage(compacted.after),
                })
        }
        disabled={isBusy}
        onClick={() => void compact()}
      />
      <UnitSizes except={unit.stakeDB} />
    </>
  );
}
