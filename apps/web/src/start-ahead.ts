import { openDevice } from '@crece/storage';
import { openAhead } from './data/open-ahead.ts';
import { replaceBlocked } from './data/site-data.ts';

// Begun before React and all pages are made: the browser's database works beside them.

replaceBlocked();

async function begin() {
  const device = await openDevice();
  return { device, opener: openAhead(device, window.location.pathname) };
}

/** The device, and what opens its units. */
export const begun = begin();

// Told by whoever draws the first page.
begun.catch(() => undefined);
