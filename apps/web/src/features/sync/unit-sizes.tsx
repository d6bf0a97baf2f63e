import type { LocalSize } from '@crece/storage';
import { useState } from 'react';
import { findPlace } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { usePeek } from '../../data/units.tsx';
import { bytesText } from '../../shared/words/bytes-words.ts';
import { Act, Fact } from './rows.tsx';

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
    for (const { stakeDB } of others) {
      const place = await findPlace(device, stakeDB, new Date());
      const size = await measure(stakeDB).catch((cause: unknown) => {
        console.warn('A unit could not be measured.', cause);
        return null;
      });
      const found = { stakeDB, name: place?.unit.stakeName ?? stakeDB, size };
      setSizes((before) => [...(before ?? []), found]);
    }
    setBusy(false);
  };
  return (
    <>
      {sizes === null ? (
        <Act
          icon="storage"
          title={t('sync.other-units', { count: others.length })}
          detail={t('sync.other-units-text')}
          disabled={false}
          onClick={() => void measureAll()}
        />
      ) : null}
      {sizes?.map(({ stakeDB, name, size }) => (
        <Fact
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
      {isBusy ? <Fact icon="storage" title={t('sync.working')} /> : null}
    </>
  );
}
