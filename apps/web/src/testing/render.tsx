import type { UserBody } from '@crece/contract';
import type { Account } from '@crece/domain';
import { createTranslator, type Language, loadSentences } from '@crece/messages';
import {
  type Device,
  type DeviceSettings,
  type LocalUnit,
  type MissedUnit,
  openPeople,
  type PeopleStore,
} from '@crece/storage';
import { type RenderResult, render } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { keepSession } from '../api/stored-session.ts';
import { CallRules } from '../app/call-rules.tsx';
import { ConfigProvider } from '../data/config.tsx';
import { DeviceProvider } from '../data/device.tsx';
import { MessagesProvider } from '../data/messages.tsx';
import { UnitsProvider } from '../data/units.tsx';
import { UnsavedProvider } from '../shared/forms/unsaved.tsx';
import { AuthorProvider } from '../shared/people/author.tsx';
import { AskProvider } from '../ui/ask.tsx';
import { NoticesProvider } from '../ui/notices.tsx';
import { openAgain } from './open-unit.ts';

/** A user as the server describes one: `ana`, with the role user, and what a test wants otherwise. */
export function aUser(different: Partial<UserBody> = {}): UserBody {
  return {
    id: 'user-1',
    username: 'ana',
    email: 'ana@example.org',
    firstName: 'Ana',
    lastName: 'López',
    displayName: 'Ana López',
    roles: ['user'],
    provider: 'local',
    additionalProvidersData: {},
    profileImageURL: null,
    hasPassword: true,
    created: '2026-01-02T03:04:05.000Z',
    lastSignIn: '2026-03-14T12:00:00.000Z',
    ...different,
  };
}

/** The token of everybody whom `renderApp` signs in. */
export const TEST_TOKEN = 'test-token';

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

/** People and PINs in memory; one round of hashing is enough for a test. */
function memoryPeople(changed: () => void): Device['people'] {
  const kept = new Map<string, unknown>();
  const store: PeopleStore = {
    all: async () => [...kept.values()],
    update: async (accountId, change) => {
      const next = change(kept.get(accountId));
      if (next === undefined) kept.delete(accountId);
      else kept.set(accountId, next);
      changed();
      return next;
    },
  };
  let people: ReturnType<Device['people']> | null = null;
  return () => {
    people ??= openPeople(store, { rounds: 1 });
    return people;
  };
}

/** A device's store in memory, with what a test wants to find there. */
export function memoryDevice(
  settings: Partial<DeviceSettings> = {},
  rest: {
    drafts?: Record<string, unknown>;
    units?: readonly string[];
    missed?: readonly MissedUnit[];
  } = {},
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
      (rest.units ?? []).map((stakeDB) => ({ stakeDB, openedAt: '2026-03-14T12:00:00.000Z' })),
    unitsMissed: async () => rest.missed ?? [],
    drafts: {
      load: async (key) => drafts.get(key) ?? null,
      save: async (key, value) => {
        drafts.set(key, structuredClone(value));
      },
      discard: async (key) => {
        drafts.delete(key);
      },
      list: async () => [...drafts.keys()],
      handOver: async (from) => {
        for (const [key, value] of drafts) {
          if (key.startsWith(from)) drafts.set(key.slice(from.length), value);
        }
      },
      flush: async () => undefined,
    },
    catalogue: {
      load: async () => countries,
      save: async (next, fetchedAt) => {
        countries = { countries: structuredClone(next), fetchedAt: fetchedAt.toISOString() };
      },
    },
    people: memoryPeople(() => {
      for (const listener of listeners) listener();
    }),
    storageState: async () => ({ persisted: true, usage: null, quota: null, low: false }),
    requestPersistence: async () => true,
    close: async () => undefined,
  };
}

export interface RenderOptions {
  language?: Language;
  /** Signed in as this account, with a session of the server; for more than an account see `user`. */
  session?: Account | null;
  /** Signed in as this user. */
  user?: UserBody;
  /** Address at which the test begins. */
  path?: string | { pathname: string; search?: string; hash?: string; state?: unknown };
  device?: Device;
  /** The unit that any `UnitRoute` opens. */
  unit?: LocalUnit;
}

/** Renders inside everything a page relies on. */
export async function renderApp(
  page: ReactNode,
  { language = 'en', session = null, user, path = '/', device, unit }: RenderOptions = {},
): Promise<RenderResult> {
  installDialog();
  const translator = createTranslator(language, await loadSentences(language, 'desk'));
  const opener = unit === undefined ? {} : { opener: () => openAgain(unit) };
  const signedIn = user ?? (session === null ? null : aUser(session as Partial<UserBody>));
  if (signedIn !== null) keepSession(signedIn, TEST_TOKEN);
  return render(
    <MemoryRouter initialEntries={[path]}>
      <MessagesProvider first={{ translator, tier: 'desk' }}>
        <ConfigProvider>
          <DeviceProvider device={device ?? memoryDevice()}>
            <UnitsProvider {...opener}>
              <NoticesProvider>
                <AskProvider>
                  <AuthorProvider>
                    <UnsavedProvider>
                      <CallRules />
                      <Suspense>{page}</Suspense>
                    </UnsavedProvider>
                  </AuthorProvider>
                </AskProvider>
              </NoticesProvider>
            </UnitsProvider>
          </DeviceProvider>
        </ConfigProvider>
      </MessagesProvider>
    </MemoryRouter>,
  );
}
