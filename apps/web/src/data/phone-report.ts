import type { PhoneReport } from '@crece/contract';
import type { LocalUnit } from '@crece/storage';
import { phoneState } from '@crece/storage/sync';
import { syncOf } from './sync.ts';

/** The name of this build, which the build puts in; absent in development. */
declare const __CRECE_BUILD__: string | undefined;

const NO_BUILD = '0000';
const buildName = (): string =>
  (typeof __CRECE_BUILD__ === 'string' ? __CRECE_BUILD__ : '') || NO_BUILD;

/**
 * What this phone tells the server about its copy of a unit, when it asks for the right to
 * synchronise: null when it was told not to, or when it cannot say.
 */
export async function phoneReport(unit: LocalUnit): Promise<PhoneReport | null> {
  try {
    const { device } = await unit.engine();
    if (device.getSetting('phoneReports') === 'off') return null;
    const last = syncOf(unit)?.snapshot().outcome ?? null;
    return { ...(await phoneState(unit, last)), build: buildName() };
  } catch (cause) {
    // It must never be in the way of a synchronisation.
    console.warn('This phone cannot say how it is.', cause);
    return null;
  }
}
