import type { Catalogue } from '@crece/domain';
import { loadCatalogue } from './catalogue.ts';
import { useDevice } from './device.tsx';
import { useLoaded } from './use-loaded.ts';

/** The list of places that this device has, the pilot's too; `null` while it is opened. */
export function usePlaces(): Catalogue | null {
  const device = useDevice();
  return useLoaded(() => loadCatalogue(device, false, new Date()), [device])?.catalogue ?? null;
}
