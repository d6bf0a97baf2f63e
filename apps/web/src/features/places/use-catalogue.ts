import {
  type Catalogue,
  can,
  isPilotOnly,
  masterCatalogue,
  pilotCatalogue,
  placesWithin,
} from '@crece/domain';
import { useEffect, useMemo, useState } from 'react';
import { type LoadedCatalogue, loadCatalogue } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import { useSession } from '../../data/session.tsx';

/** A country list, of which `catalogue` is what the account may open. */
export interface PlacesHere extends LoadedCatalogue {
  /** All places, the pilot's units among them. */
  readonly all: Catalogue;
}

/** The country list for this person; `null` while it loads. */
export function useCatalogue(networkFirst: boolean): PlacesHere | null {
  const device = useDevice();
  const session = useSession();
  const [loaded, setLoaded] = useState<LoadedCatalogue | null>(null);

  useEffect(() => {
    let current = true;
    void loadCatalogue(device, networkFirst, new Date()).then((answer) => {
      if (current) setLoaded(answer);
    });
    return () => {
      current = false;
    };
  }, [device, networkFirst]);

  const pilotOnly = isPilotOnly(session);
  return useMemo(() => {
    if (loaded === null) return null;
    const all = loaded.catalogue;
    const shown: Catalogue = pilotOnly ? pilotCatalogue(all) : masterCatalogue(all);
    if (session?.scope === undefined) return { ...loaded, all, catalogue: shown };
    const catalogue = placesWithin(shown, (place) => can(session, 'see-places', place));
    return { ...loaded, all, catalogue };
  }, [loaded, pilotOnly, session]);
}
