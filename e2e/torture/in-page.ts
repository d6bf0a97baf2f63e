// Runs inside a Chromium page: opens the unit on the page's IndexedDB and does what the test asks.
// The test sets `torture` (label, token, time) before it loads this script.
import { openDevice, openUnit } from '@crece/storage';
import { openSync } from '@crece/storage/sync';
import type { Act } from './acts.ts';
import { createDriver, type Driver } from './driver.ts';
import { seeded, withChance } from './random.ts';
import { RETRY_POLICY, UNIT, UNIT_ZONE } from './scene.ts';

/** The messages between test and page. */
export interface InPage {
  label: string;
  token: string;
  /** Milliseconds since 1970 by this phone's clock. */
  now: number;
  driver?: Promise<Driver>;
  act?: (act: Act, seed: number) => ReturnType<Driver['act']>;
}

declare global {
  interface Window {
    torture: InPage;
  }
}

async function open(parts: InPage): Promise<Driver> {
  const clock = (): Date => new Date(parts.now);
  // The device's id is in every record written here.
  const device = await withChance(parts.label.charCodeAt(parts.label.length - 1), openDevice);
  const unit = await openUnit(UNIT, { device, timeZone: UNIT_ZONE, clock });
  await unit.ready();
  const sync = openSync(
    unit,
    {
      async credentials(signal) {
        const headers = { authorization: `JWT ${parts.token}` };
        const answer = await fetch('/api/children/sync', { headers, signal });
        if (!answer.ok) throw new Error(`credentials: ${answer.status}`);
        const { entity } = (await answer.json()) as { entity: string };
        return { entity, url: `${location.origin}/sync` };
      },
    },
    { clock, random: seeded(1), retryPolicy: RETRY_POLICY },
  );
  return createDriver({ unit, sync, author: { name: parts.label }, clock });
}

const { torture } = window;
torture.driver = open(torture);
torture.act = async (act, seed) => {
  const driver = await torture.driver;
  if (driver === undefined) throw new Error('the unit is not open');
  return withChance(seed, () => driver.act(act));
};
