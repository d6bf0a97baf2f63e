import type { Catalogue } from '@crece/domain';
import { loadCatalogue } from './catalogue.ts';
import { useDevice } from './device.tsx';
import { useLoaded } from './use-loaded.ts';

/** The country list of this device, with the pilot's units; `null` while it loads. */
export function usePlaces(): Catalogue | null {
  const device = useDevice();
  return useLoaded(() => loadCatalogue(device, false, new Date()), [device])?.catalogue ?? null;
}
