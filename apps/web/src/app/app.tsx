import type { Device } from '@crece/storage';
import type { ReactNode } from 'react';
import { ConfigProvider } from '../data/config.tsx';
import { DeviceProvider } from '../data/device.tsx';
import { MessagesProvider, type Voice } from '../data/messages.tsx';
import type { UnitOpener } from '../data/open-ahead.ts';
import { useSessionCheck } from '../data/session-check.ts';
import { UnitsProvider } from '../data/units.tsx';
import { LockGate } from '../features/lock/lock-gate.tsx';
import { UnsavedProvider } from '../shared/forms/unsaved.tsx';
import { AuthorProvider } from '../shared/people/author.tsx';
import { AskProvider } from '../ui/ask.tsx';
import { NoticesProvider } from '../ui/notices.tsx';
import { CallRules } from './call-rules.tsx';

interface AppProps {
  voice: Voice;
  device: Device;
  opener?: UnitOpener;
  children: ReactNode;
}

/** All providers that pages rely on, in order of their dependencies. */
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
