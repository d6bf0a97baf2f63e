import { type Catalogue, isPilotOnly, masterCatalogue, pilotCatalogue } from '@crece/domain';
import { useEffect, useMemo, useState } from 'react';
import { type LoadedCatalogue, loadCatalogue } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import { useSession } from '../../data/session.tsx';

/** The country list for this person; `null` while it loads. */
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
    return { ...loaded, catalogue: shown };
  }, [loaded, pilotOnly]);
}
