import type { UserBody } from '@crece/contract';
import type { Account } from '@crece/domain';
import { createTranslator, type Language, type Translator } from '@crece/messages';
import type { Device, DeviceSettings, LocalUnit, MissedUnit } from '@crece/storage';
import { deviceOn, newDisk } from '@crece/storage/testing';
import { type RenderResult, render } from '@testing-library/react';
import { type ComponentType, Fragment, type ReactNode, Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { keepSession } from '../api/stored-session.ts';
import { CallRules } from '../app/call-rules.tsx';
import { ConfigProvider } from '../data/config.tsx';
import { DeviceProvider } from '../data/device.tsx';
import { MessagesProvider } from '../data/messages.tsx';
import { loadSentences } from '../data/sentences.ts';
import { UnitsProvider } from '../data/units.tsx';
import { UnsavedProvider } from '../shared/forms/unsaved.tsx';
import { AuthorProvider } from '../shared/people/author.tsx';
import { AskProvider } from '../ui/ask.tsx';
import { NoticesProvider } from '../ui/notices.tsx';
import { openAgain } from './open-unit.ts';

/**
 * A user as the server describes it: `ana` with the role user, plus the differences that a test
 * needs.
 */
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

/** The token of every user whom `renderApp` signs in. */
export const TEST_TOKEN = 'test-token';

/** Adds modal dialogs to jsdom: the two methods and the Escape key are all that we use of them. */
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

/** The content of a test's device besides its settings. */
interface DeviceContent {
  /** Half-typed forms, by form key. */
  drafts?: Readonly<Record<string, unknown>>;
  /** Units that were opened on this device. */
  units?: readonly string[];
  /** Units whose records are gone from this device. */
  missed?: readonly MissedUnit[];
}

const OPENED_AT = '2026-03-14T12:00:00.000Z';

/**
 * A device as on a phone, with its disk in memory: settings, drafts, catalogue, people and PINs.
 */
export function memoryDevice(
  settings: Partial<DeviceSettings> = {},
  { drafts = {}, units = [], missed = [] }: DeviceContent = {},
): Device {
  const disk = newDisk();
  for (const [key, value] of Object.entries(settings))
    disk.stores.values.set(`setting:${key}`, value);
  for (const unit of units) disk.stores.values.set(`unit:${unit}`, OPENED_AT);
  for (const [key, draft] of Object.entries(drafts)) disk.stores.drafts.set(key, draft);
  // One round of PIN hashing is enough for a test.
  const device = deviceOn(disk, { deviceId: 'test-device', pinRounds: 1 });
  return { ...device, unitsMissed: async () => missed };
}

/** A device that knows that Guatemala's test unit has ended. */
export async function deviceOfEndedUnit(): Promise<Device> {
  const device = memoryDevice({ screenerName: 'Ana Morales' });
  const unit = { stakeName: 'Guatemala Test', stakeDB: 'test_stake_gtm', retired: true } as const;
  const country = { name: 'Guatemala', code: 'GTM', image: '', flag: 'GT', stakes: [unit] };
  await device.catalogue.save([country], new Date());
  return device;
}

export interface RenderOptions {
  language?: Language;
  /** The signed-in account, with a server session; for a full user use `user`. */
  session?: Account | null;
  /** The signed-in user. */
  user?: UserBody;
  /** The address at which the test starts. */
  path?: string | { pathname: string; search?: string; hash?: string; state?: unknown };
  device?: Device;
  /** The unit that any `UnitRoute` opens. */
  unit?: LocalUnit;
  /** What stands between the device and everything else, as the lock does in the application. */
  Gate?: ComponentType<{ children: ReactNode }>;
}

const translators = new Map<Language, Promise<Translator>>();

/** One of each language for all tests: it keeps what it has read of its sentences, as in a tab. */
function translatorOf(language: Language): Promise<Translator> {
  const before = translators.get(language);
  if (before !== undefined) return before;
  const made = loadSentences(language, 'desk').then((all) => createTranslator(language, all));
  translators.set(language, made);
  return made;
}

/** Renders content inside all providers that a page needs. */
export async function renderApp(
  page: ReactNode,
  {
    language = 'en',
    session = null,
    user,
    path = '/',
    device,
    unit,
    Gate = Fragment,
  }: RenderOptions = {},
): Promise<RenderResult> {
  installDialog();
  const translator = await translatorOf(language);
  const opener = unit === undefined ? {} : { opener: () => openAgain(unit) };
  const signedIn = user ?? (session === null ? null : aUser(session as Partial<UserBody>));
  if (signedIn !== null) keepSession(signedIn, TEST_TOKEN);
  return render(
    <MemoryRouter initialEntries={[path]}>
      <MessagesProvider first={{ translator, group: 'desk' }}>
        <ConfigProvider>
          <DeviceProvider device={device ?? memoryDevice()}>
            <Gate>
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
            </Gate>
          </DeviceProvider>
        </ConfigProvider>
      </MessagesProvider>
    </MemoryRouter>,
  );
}
