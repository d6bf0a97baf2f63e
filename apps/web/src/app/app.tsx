import type { Account } from '@crece/domain';
import type { Device } from '@crece/storage';
import type { ReactNode } from 'react';
import { AskProvider } from '../components/ask.tsx';
import { AuthorProvider } from '../components/author.tsx';
import { UnsavedProvider } from '../components/forms/unsaved.tsx';
import { NoticesProvider } from '../components/notices.tsx';
import { ConfigProvider } from '../data/config.tsx';
import { DeviceProvider } from '../data/device.tsx';
import { MessagesProvider, type Voice } from '../data/messages.tsx';
import { SessionProvider } from '../data/session.tsx';
import { type StakeOpener, UnitsProvider } from '../data/units.tsx';

interface AppProps {
  voice: Voice;
  device: Device;
  session: Account | null;
  opener?: StakeOpener;
  children: ReactNode;
}

/** Everything that pages rely on, in the order in which one part needs another. */
export function App({ voice, device, session, opener, children }: AppProps) {
  return (
    <MessagesProvider first={voice}>
      <ConfigProvider>
        <SessionProvider session={session}>
          <DeviceProvider device={device}>
            <UnitsProvider {...(opener === undefined ? {} : { opener })}>
              <NoticesProvider>
                <AskProvider>
                  <AuthorProvider>
                    <UnsavedProvider>{children}</UnsavedProvider>
                  </AuthorProvider>
                </AskProvider>
              </NoticesProvider>
            </UnitsProvider>
          </DeviceProvider>
        </SessionProvider>
      </ConfigProvider>
    </MessagesProvider>
  );
}
