import type { LocalSize, StorageState } from '@crece/storage';
import { useCallback, useEffect, useState } from 'react';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { bytesText } from '../../shared/words/bytes-words.ts';
import { momentText } from '../../shared/words/moment.ts';
import { useNotices } from '../../ui/notices.tsx';
import { BackgroundSwitches } from './background-switches.tsx';
import { Act, Fact, FoldedBox } from './rows.tsx';
import { UnitSizes } from './unit-sizes.tsx';

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
      <Fact
        icon="calendar"
        title={t('sync.last')}
        detail={last === null ? t('sync.last-never') : momentText(messages, last, new Date())}
      />
      {look === null ? null : (
        <Fact
          icon="table"
          title={t('sync.size-unit')}
          detail={t('sync.size', {
            count: look.size.documents,
            size: bytesText(look.size.bytes, language),
          })}
        />
      )}
      {used === null || quota === null ? null : (
        <Fact
          icon="storage"
          title={t('sync.storage')}
          detail={t('sync.storage-text', {
            used: bytesText(used, language),
            free: bytesText(Math.max(0, quota - used), language),
          })}
        />
      )}
      <Act
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
