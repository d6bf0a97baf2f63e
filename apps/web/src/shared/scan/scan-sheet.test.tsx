import { answerCode } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation, useParams } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installBrowserGaps } from '../../testing/browser-gaps.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { openTestUnit } from '../../testing/open-unit.ts';
import { renderApp } from '../../testing/render.tsx';
import { UnitRoute } from '../navigation/unit-route.tsx';
import { ScanButton } from './scan-button.tsx';

const UNIT = 'test_stake_gtm';
const idOf = (place: number) => `chld_${UNIT}_174687840000${place}_0a1b2c`;
const children = [
  aChild({ _id: idOf(1), firstName: 'Marisol', lastName: 'Pop', cardNumber: 'PN-1' }),
  aChild({ _id: idOf(2), firstName: 'Ana', lastName: 'Tum', cardNumber: 'PN-7', mother: 'Rosa' }),
  aChild({ _id: idOf(3), firstName: 'Luz', lastName: 'Tum', cardNumber: 'PN-7', mother: 'Elena' }),
];

beforeEach(() => {
  installBrowserGaps();
  fakeServer();
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  Reflect.deleteProperty(navigator, 'mediaDevices');
  vi.restoreAllMocks();
});

/** A browser whose camera answers so. */
function withCamera(getUserMedia: () => Promise<unknown>): void {
  const value = { enumerateDevices: async () => [], getUserMedia };
  Object.defineProperty(navigator, 'mediaDevices', { value, configurable: true });
}

function Button() {
  const { stakeDB = '' } = useParams();
  return <UnitRoute stakeDB={stakeDB}>{(unit) => <ScanButton unit={unit} />}</UnitRoute>;
}

function Elsewhere() {
  const { pathname, search, ...rest } = useLocation();
  return <p>{`at ${pathname}${search} ${JSON.stringify(rest.state)}`}</p>;
}

const SLIP = '0K3F9ZQ7M2XW5RTB';
const HOME = 'coban_stake_gtm';

/** A child that moved away, with the screening that has its slip. */
const removed = [
  aChild({ _id: idOf(8), firstName: 'Sol' }),
  aScreening({ _id: `scr_${UNIT}_1746878400008_0a1b2c`, owner: idOf(8), slip: [SLIP] }),
].map((record) => ({
  ...record,
  removedBy: 'Ben',
  removedAt: '2025-05-20T10:00:00.000Z',
  movedTo: { stakeDB: HOME, id: record._id.replace(UNIT, HOME) },
}));

/** The server's call about a unit's moved children. */
const MOVED = `GET /api/children/moved/${UNIT}`;
/** Whoever may synchronise may ask the server. */
const ANA = { id: 'u1', username: 'ana', displayName: 'Ana', roles: ['user', 'sync'] as const };

/** Opens the sheet and types a number; `later`: this device received the unit after the child had left. */
async function type(
  number: string,
  { later = false, roles = ANA.roles as readonly string[] } = {},
) {
  const unit = await openTestUnit({ children, removed: later ? [] : removed });
  const pages = (
    <Routes>
      <Route path="/here/:stakeDB" element={<Button />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>
  );
  await renderApp(pages, { path: `/here/${UNIT}`, unit, session: { ...ANA, roles } as never });
  await userEvent.click(await screen.findByRole('button', { name: 'Scan a code' }));
  await userEvent.type(await screen.findByLabelText('Number on the card or slip'), number);
  await userEvent.click(screen.getByRole('button', { name: 'Find' }));
}

it('opens the child with a typed number', async () => {
  await type('pn-1');
  expect(await screen.findByText(`at /children/view/${idOf(1)} null`)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('leads to the page of a child that moved away, by its slip', async () => {
  await type(SLIP);
  expect(await screen.findByText(`at /children/view/${idOf(8)} null`)).toBeTruthy();
});

describe('a device that received the unit after a child had moved away', () => {
  const later = true;
  const told = { stakeDB: UNIT, children: [{ id: idOf(8), slips: [[SLIP, '2025-05-20']] }] };
  const code = answerCode(SLIP, '2025-05-20', { outcome: 'seen', day: '2025-05-22' });
  const MAY = /^It may be of a child that moved away before this phone had the list/;

  it.each([
    ['its slip', SLIP, ''],
    ['a clinic’s answer', code, `?answer=${code}`],
  ])('leads to its page, which the server knows, by %s', async (_what, text, query) => {
    fakeServer({ [MOVED]: { body: told } });
    await type(text, { later });
    expect(await screen.findByText(`at /children/view/${idOf(8)}${query} null`)).toBeTruthy();
  });

  it.each([
    ['without a connection', 'no-response' as const],
    ['when the answer is about another unit', { body: { ...told, stakeDB: HOME } }],
    ['when the answer cannot be read', { body: { ...told, children: [{ slips: 'x' }] } }],
  ])('says that it may have moved away, %s', async (_when, answer) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    fakeServer({ [MOVED]: answer });
    await type(SLIP, { later });
    expect(await screen.findByText('No child here has this slip')).toBeTruthy();
    expect(screen.getByText(MAY)).toBeTruthy();
    expect(screen.queryByText('This code is not of this unit')).toBeNull();
  });

  it('says the same of a clinic’s answer, beside what else it may be', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    fakeServer({ [MOVED]: 'no-response' });
    await type(code, { later });
    expect(await screen.findByText(MAY)).toBeTruthy();
    expect(screen.getByText(/^If these are the letters of a clinic/)).toBeTruthy();
  });

  it('says it to whoever may not ask, and does not ask for them', async () => {
    const server = fakeServer({ [MOVED]: { body: told } });
    await type(SLIP, { later, roles: ['user'] });
    expect(await screen.findByText(MAY)).toBeTruthy();
    expect(server.askedFor(MOVED)).toEqual([]);
  });

  it('asks only about slips and answers', async () => {
    const server = fakeServer({ [MOVED]: { body: told } });
    await type('PN-9', { later });
    expect(await screen.findByText('No child here has PN-9')).toBeTruthy();
    expect(screen.queryByText(MAY)).toBeNull();
    expect(server.askedFor(MOVED)).toEqual([]);
  });
});

it('says of a slip that nobody has, here or moved away, that it is not of this unit, and adds no child with it', async () => {
  fakeServer({ [MOVED]: { body: { stakeDB: UNIT, children: [] } } });
  await type('1K3F9ZQ7M2XW5RTB');
  expect(await screen.findByText('This code is not of this unit')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add a child with this number' })).toBeNull();
});

it('shows two children with one number, each with its mother, and opens none', async () => {
  await type('PN-7');
  expect(await screen.findByText('2 children have PN-7')).toBeTruthy();
  const links = screen.getAllByRole('link').map(({ textContent }) => textContent);
  expect(links).toEqual(['Ana TumMother: Rosa', 'Luz TumMother: Elena']);
});

it('offers a new child with a number that nobody has', async () => {
  await type('PN-9');
  expect(await screen.findByText('No child here has PN-9')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Add a child with this number' }));
  const form = `at /children/create/${UNIT} {"cardNumber":"PN-9"}`;
  expect(await screen.findByText(form)).toBeTruthy();
});

it('follows no address, and says that it is not of this unit', async () => {
  await type('https://example.com/children/view/nobody');
  expect(await screen.findByText('This code is not of this unit')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Scan again' }));
  expect(await screen.findByLabelText('Number on the card or slip')).toBeTruthy();
});

it('says what to do at an address without https', async () => {
  await type('x');
  await userEvent.click(screen.getByRole('button', { name: 'Scan again' }));
  expect(await screen.findByText(/^The camera works only at a secure address/)).toBeTruthy();
});

it.each([
  ['NotAllowedError', /^The camera is not allowed here/],
  ['NotFoundError', /^This device has no camera/],
  ['NotReadableError', /^The camera does not answer/],
])('says what to do without a camera: %s', async (name, said) => {
  withCamera(() => Promise.reject(Object.assign(new Error(), { name })));
  await type('x');
  await userEvent.click(screen.getByRole('button', { name: 'Scan again' }));
  expect(await screen.findByText(said)).toBeTruthy();
});

it('turns the camera off when the sheet is left', async () => {
  const stop = vi.fn();
  const track = Object.assign(new EventTarget(), { stop, getCapabilities: () => ({}) });
  const stream = { getTracks: () => [track], getVideoTracks: () => [track] };
  withCamera(async () => stream);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  await type('PN-1');
  await screen.findByText(/^at /);
  expect(stop).toHaveBeenCalled();
});

it('a camera that is taken away while it is on, as by a call or in the settings, says so and leaves the number to be typed', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  class Detector {
    static getSupportedFormats = async () => ['qr_code'];
    detect = async () => [];
  }
  vi.stubGlobal('BarcodeDetector', Detector);
  const track = Object.assign(new EventTarget(), { stop: vi.fn() });
  withCamera(async () => ({ getTracks: () => [track], getVideoTracks: () => [track] }));
  const unit = await openTestUnit({ children });
  const pages = (
    <Routes>
      <Route path="/here/:stakeDB" element={<Button />} />
    </Routes>
  );
  await renderApp(pages, { path: `/here/${UNIT}`, unit });
  await userEvent.click(await screen.findByRole('button', { name: 'Scan a code' }));
  expect(await screen.findByText(/^Hold a growth card/)).toBeTruthy();
  act(() => void track.dispatchEvent(new Event('ended')));
  expect(await screen.findByText(/^The camera does not answer/)).toBeTruthy();
  expect(screen.getByLabelText('Number on the card or slip')).toBeTruthy();
});
