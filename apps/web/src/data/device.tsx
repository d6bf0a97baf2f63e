import type { Device, DeviceSettings } from '@crece/storage';
import { createContext, type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { useRequired } from './required-context.ts';

const DeviceContext = createContext<Device | null>(null);

/** Provides the device's own store: settings, drafts, counters and the local country list. */
export function DeviceProvider({ device, children }: { device: Device; children: ReactNode }) {
  return <DeviceContext value={device}>{children}</DeviceContext>;
}

export function useDevice(): Device {
  return useRequired(DeviceContext, 'DeviceProvider');
}

/** A setting of this device and a function that changes it; follows changes made in other tabs. */
export function useSetting<K extends keyof DeviceSettings>(
  key: K,
): [DeviceSettings[K] | undefined, (value: DeviceSettings[K]) => void] {
  const device = useDevice();
  const value = useSyncExternalStore(
    useCallback((changed) => device.subscribe(changed), [device]),
    () => device.getSetting(key),
  );
  const change = useCallback(
    (next: DeviceSettings[K]) => {
      device.setSetting(key, next).catch((cause: unknown) => {
        console.warn('A setting of this device could not be kept.', cause);
      });
    },
    [device, key],
  );
  return [value, change];
}
