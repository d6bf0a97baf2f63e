import type { KnownPerson } from '@crece/storage';
import { useEffect, useState } from 'react';
import { useDevice } from './device.tsx';

/** People with a PIN on this device, the last one who entered first; `null` while they load. */
export function useKnownPeople(): readonly KnownPerson[] | null {
  const device = useDevice();
  const [people, setPeople] = useState<readonly KnownPerson[] | null>(null);
  useEffect(() => {
    let isShown = true;
    const read = () => {
      device
        .people()
        .then((known) => known.list())
        .then(
          (list) => isShown && setPeople(list),
          (cause: unknown) => {
            console.warn('The people of this device could not be read.', cause);
            if (isShown) setPeople([]);
          },
        );
    };
    read();
    const stop = device.subscribe(read);
    return () => {
      isShown = false;
      stop();
    };
  }, [device]);
  return people;
}

/** Whether this device can store PINs: a plain-http address has no Web Crypto. */
export const canKeepPins = () => globalThis.crypto?.subtle !== undefined;
