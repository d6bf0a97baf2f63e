import { openDevice } from '../device/open-device.ts';
import { openStake } from '../stake/open-stake.ts';

/** What the second tab offers to the test that opened it. */
export interface SecondTab {
  openDevice: typeof openDevice;
  openStake: typeof openStake;
}

// Read by `openSecondTab` from outside the frame.
Object.assign(window, { secondTab: { openDevice, openStake } satisfies SecondTab });
window.dispatchEvent(new Event('second-tab-ready'));
