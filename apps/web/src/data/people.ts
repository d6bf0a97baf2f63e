import type { KnownPerson } from '@crece/storage';
import { useEffect, useState } from 'react';
import { useDevice } from './device.tsx';

/** Who has a PIN on this device, who came in last first; `null` until they are read. */
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

/** Plain-http addresses have no cryptography: no PIN can be kept there. */
export const canKeepPins = () => globalThis.crypto?.subtle !== undefined;
