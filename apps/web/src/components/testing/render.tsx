import type { Account } from '@crece/domain';
import { createTranslator, type Language, loadSentences } from '@crece/messages';
import type { Device, DeviceSettings, LocalStake } from '@crece/storage';
import { cleanup, type RenderResult, render } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach } from 'vitest';
import { ConfigProvider } from '../../data/config.tsx';
import { DeviceProvider } from '../../data/device.tsx';
import { MessagesProvider } from '../../data/messages.tsx';
import { SessionProvider } from '../../data/session.tsx';
import { UnitsProvider } from '../../data/units.tsx';
import { AskProvider } from '../ask.tsx';
import { AuthorProvider } from '../author.tsx';
import { UnsavedProvider } from '../forms/unsaved.tsx';
import { NoticesProvider } from '../notices.tsx';

// Without it one test's page would stand beside the next one's.
afterEach(cleanup);

/** jsdom has no modal dialogs; the two methods and the Escape key are all that we use of them. */
function installDialog() {
  const prototype = window.HTMLDialogElement.prototype;
  if (typeof prototype.showModal === 'function') return;
  prototype.showModal = function showModal() {
    this.setAttribute('open', '');
  };
  prototype.close = function close() {
    this.removeAttribute('open');
  };
}

/** A device's store in memory, with what a test wants to find there. */
export function memoryDevice(
  settings: Partial<DeviceSettings> = {},
  rest: { drafts?: Record<string, unknown>; units?: readonly string[] } = {},
): Device {
  const kept = new Map<string, unknown>(Object.entries(settings));
  const drafts = new Map<string, unknown>(Object.entries(rest.drafts ?? {}));
  const counters = new Map<string, number>();
  const listeners = new Set<() => void>();
  let countries: { countries: unknown; fetchedAt: string } | null = null;
  return {
    id: 'test-device',
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSetting: <K extends keyof DeviceSettings>(key: K) =>
      kept.get(key) as DeviceSettings[K] | undefined,
    setSetting: async (key, value) => {
      kept.set(key, value);
      for (const listener of listeners) listener();
    },
    getCounter: (name) => counters.get(name) ?? 0,
    setCounter: async (name, value) => {
      counters.set(name, value);
    },
    unitsOpened: () =>
      (rest.units ?? []).map((stakeDb) => ({ stakeDb, openedAt: '2026-03-14T12:00:00.000Z' })),
    drafts: {
      load: async (key) => drafts.get(key) ?? null,
      save: async (key, value) => {
        drafts.set(key, structuredClone(value));
      },
      discard: async (key) => {
        drafts.delete(key);
      },
      list: async () =>
        [...drafts.keys()].map((key) => ({ key, savedAt: '2026-03-14T12:00:00.000Z' })),
      flush: async () => undefined,
    },
    catalogue: {
      load: async () => countries,
      save: async (next, fetchedAt) => {
        countries = { countries: structuredClone(next), fetchedAt: fetchedAt.toISOString() };
      },
    },
    storageState: async () => ({ persisted: true, usage: null, quota: null, low: false }),
    requestPersistence: async () => true,
    close: async () => undefined,
  };
}

export interface RenderOptions {
  language?: Language;
  session?: Account | null;
  /** Address at which the test begins. */
  path?: string;
  device?: Device;
  /** The unit that any `UnitRoute` opens. */
  stake?: LocalStake;
}

/** Renders inside everything a page relies on. */
export async function renderApp(
  page: ReactNode,
  { language = 'en', session = null, path = '/', device, stake }: RenderOptions = {},
): Promise<RenderResult> {
  installDialog();
  const translator = createTranslator(language, await loadSentences(language));
  const opener =
    stake === undefined ? {} : { opener: (): Promise<LocalStake> => Promise.resolve(stake) };
  return render(
    <MemoryRouter initialEntries={[path]}>
      <MessagesProvider first={{ translator, complete: true }}>
        <ConfigProvider>
          <SessionProvider session={session}>
            <DeviceProvider device={device ?? memoryDevice()}>
              <UnitsProvider {...opener}>
                <NoticesProvider>
                  <AskProvider>
                    <AuthorProvider>
                      <UnsavedProvider>
                        <Suspense>{page}</Suspense>
                      </UnsavedProvider>
                    </AuthorProvider>
                  </AskProvider>
                </NoticesProvider>
              </UnitsProvider>
            </DeviceProvider>
          </SessionProvider>
        </ConfigProvider>
      </MessagesProvider>
    </MemoryRouter>,
  );
}
