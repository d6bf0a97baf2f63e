import type { Catalogue } from '@crece/domain';
import { useEffect, useState } from 'react';
import { loadCatalogue } from './catalogue.ts';
import { useDevice } from './device.tsx';

/** The list of places that this device has, the pilot's too; `null` while it is opened. */
export function usePlaces(): Catalogue | null {
  const device = useDevice();
  const [places, setPlaces] = useState<Catalogue | null>(null);
  useEffect(() => {
    let isShown = true;
    void loadCatalogue(device, false, new Date()).then(({ catalogue }) => {
      if (isShown) setPlaces(catalogue);
    });
    return () => {
      isShown = false;
    };
  }, [device]);
  return places;
}
