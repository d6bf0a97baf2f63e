import type { Device } from '@crece/storage';
import type { ReactNode } from 'react';
import { AskProvider } from '../components/ask.tsx';
import { AuthorProvider } from '../components/author.tsx';
import { CallRules } from '../components/call-rules.tsx';
import { UnsavedProvider } from '../components/forms/unsaved.tsx';
import { NoticesProvider } from '../components/notices.tsx';
import { ConfigProvider } from '../data/config.tsx';
import { DeviceProvider } from '../data/device.tsx';
import { MessagesProvider, type Voice } from '../data/messages.tsx';
import { useSessionCheck } from '../data/session-check.ts';
import { type UnitOpener, UnitsProvider } from '../data/units.tsx';
import { LockGate } from '../features/lock/lock-gate.tsx';

interface AppProps {
  voice: Voice;
  device: Device;
  opener?: UnitOpener;
  children: ReactNode;
}

/** Everything that pages rely on, in the order in which one part needs another. */
export function App({ voice, device, opener, children }: AppProps) {
  useSessionCheck();
  return (
    <MessagesProvider first={voice}>
      <ConfigProvider>
        <DeviceProvider device={device}>
          <LockGate>
            <UnitsProvider {...(opener === undefined ? {} : { opener })}>
              <NoticesProvider>
                <AskProvider>
                  <AuthorProvider>
                    <UnsavedProvider>
                      <CallRules />
                      {children}
                    </UnsavedProvider>
                  </AuthorProvider>
                </AskProvider>
              </NoticesProvider>
            </UnitsProvider>
          </LockGate>
        </DeviceProvider>
      </ConfigProvider>
    </MessagesProvider>
  );
}
