import { type DeviceWithUnits, openUnit, withUnits } from '../open-unit.ts';
import { openDevice } from '../unit/device/open-device.ts';

/** What the second tab offers to the test that opened it. */
export interface SecondTab {
  openDevice(options: Parameters<typeof openDevice>[0]): Promise<DeviceWithUnits>;
  openUnit: typeof openUnit;
}

// Read by `openSecondTab` from outside the frame.
Object.assign(window, {
  secondTab: {
    openDevice: async (options) => withUnits(await openDevice(options)),
    openUnit,
  } satisfies SecondTab,
});
window.dispatchEvent(new Event('second-tab-ready'));
