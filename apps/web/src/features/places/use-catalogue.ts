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

/** The country list for this person: what the account may open; `null` while it loads. */
export function useCatalogue(networkFirst: boolean): LoadedCatalogue | null {
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
    const shown: Catalogue = pilotOnly
      ? pilotCatalogue(loaded.catalogue)
      : masterCatalogue(loaded.catalogue);
    if (session?.scope === undefined) return { ...loaded, catalogue: shown };
    const catalogue = placesWithin(shown, (place) => can(session, 'see-places', place));
    return { ...loaded, catalogue };
  }, [loaded, pilotOnly, session]);
}
