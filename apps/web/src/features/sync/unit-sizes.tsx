import type { LocalSize } from '@crece/storage';
import { useState } from 'react';
import { bytesText } from '../../components/bytes-words.ts';
import { findPlace } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { usePeek } from '../../data/units.tsx';
import { Act, Fact } from './rows.tsx';

interface UnitSize {
  stakeDb: string;
  name: string;
  /** Null: it could not be read. */
  size: LocalSize | null;
}

/** The other units kept on this device, measured one after the other when a person asks. */
export function UnitSizes({ except }: { except: string }) {
  const { t, language } = useMessages();
  const device = useDevice();
  const peek = usePeek();
  const [sizes, setSizes] = useState<readonly UnitSize[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const others = device.unitsOpened().filter(({ stakeDb }) => stakeDb !== except);
  if (others.length === 0) return null;

  const measure = async (stakeDb: string): Promise<LocalSize | null> => {
    const stake = await peek(stakeDb);
    try {
      return await stake.measure();
    } finally {
      await stake.close();
    }
  };
  const measureAll = async () => {
    setBusy(true);
    setSizes([]);
    for (const { stakeDb } of others) {
      const place = await findPlace(device, stakeDb, new Date());
      const size = await measure(stakeDb).catch((cause: unknown) => {
        console.warn('A unit could not be measured.', cause);
        return null;
      });
      const found = { stakeDb, name: place?.stake.stakeName ?? stakeDb, size };
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
      {sizes?.map(({ stakeDb, name, size }) => (
        <Fact
          key={stakeDb}
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
