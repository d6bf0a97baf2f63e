import type { Browser } from '@playwright/test';
import { openNodePhone } from './node-phone.ts';
import { openPagePhone } from './page-phone.ts';
import type { Phone } from './phone.ts';
import { clockOf } from './scene.ts';
import type { UnitServer } from './unit-server.ts';

const HOUR_MS = 3_600_000;

/** The clock error of each phone. No two clocks are exactly equal, as in reality. */
const NODE_CLOCKS_MS = [0, 2 * HOUR_MS + 1, -5 * HOUR_MS + 2, 730 * 24 * HOUR_MS + 3];
const PAGE_CLOCKS_MS = [-3 * HOUR_MS + 4, 5];

export interface Crowd {
  phones: readonly Phone[];
  acted(): void;
  close(): Promise<void>;
}

/**
 * Four phones in Node, the last one with published PouchDB, and with a browser two Chromium pages,
 * each with a signed-in person.
 */
export async function openCrowd(server: UnitServer, browser: Browser | null): Promise<Crowd> {
  let acts = 0;
  const phones: Phone[] = [];
  for (const [index, wrongByMs] of NODE_CLOCKS_MS.entries()) {
    const label = `Node${index}`;
    const member = await server.member(label, ['user', 'sync']);
    const clock = clockOf(() => acts, wrongByMs);
    const inPouchDb = index === NODE_CLOCKS_MS.length - 1;
    phones.push(await openNodePhone({ label, serverUrl: server.url, member, clock, inPouchDb }));
  }
  if (browser !== null) {
    for (const [index, wrongByMs] of PAGE_CLOCKS_MS.entries()) {
      const label = `Page${index}`;
      const member = await server.member(label, ['user', 'sync']);
      const clock = clockOf(() => acts, wrongByMs);
      const context = await browser.newContext({ bypassCSP: true });
      phones.push(await openPagePhone({ label, context, serverUrl: server.url, member, clock }));
    }
  }
  return {
    phones,
    acted() {
      acts += 1;
    },
    async close() {
      for (const phone of phones) await phone.close();
    },
  };
}
