import type { Catalogue } from '@crece/domain';
import { useEffect, useState } from 'react';
import type { DeskPlace } from '../../api/desk.ts';
import { loadCatalogue } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import { useCountryLabel } from '../../shared/places/place-words.ts';

/** The catalogue as this device has it; null until it is read. */
export function useCatalogueHere(): Catalogue | null {
  const device = useDevice();
  const [catalogue, setCatalogue] = useState<Catalogue | null>(null);
  useEffect(() => {
    let current = true;
    void loadCatalogue(device, false, new Date()).then((loaded) => {
      if (current) setCatalogue(loaded.catalogue);
    });
    return () => {
      current = false;
    };
  }, [device]);
  return catalogue;
}

/**
 * The name of a unit or country before the server has answered; null for all places, for one that
 * this device does not know, and until its catalogue is read.
 */
export function usePlaceName(place: Pick<DeskPlace, 'country' | 'stakeDB'>): string | null {
  const catalogue = useCatalogueHere();
  const label = useCountryLabel();
  const country = catalogue?.countries.find(({ code }) => code === place.country);
  if (country === undefined) return null;
  if (place.stakeDB === undefined) return label(country);
  return country.stakes.find(({ stakeDB }) => stakeDB === place.stakeDB)?.stakeName ?? null;
}
