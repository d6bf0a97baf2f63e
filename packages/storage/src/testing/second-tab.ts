import { openUnit } from '../open-unit.ts';
import { openDevice } from '../unit/device/open-device.ts';

/** What the second tab offers to the test that opened it. */
export interface SecondTab {
  openDevice: typeof openDevice;
  openUnit: typeof openUnit;
}

// Read by `openSecondTab` from outside the frame.
Object.assign(window, { secondTab: { openDevice, openUnit } satisfies SecondTab });
window.dispatchEvent(new Event('second-tab-ready'));
