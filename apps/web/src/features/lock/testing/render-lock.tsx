import type { Account } from '@crece/domain';
import type { Language } from '@crece/messages';
import type { Device } from '@crece/storage';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { expect } from 'vitest';
import { lockNow } from '../../../data/lock.ts';
import { useCan, useSession, useSignIn } from '../../../data/session.tsx';
import { Page } from '../../../shared/navigation/page.tsx';
import { useAuthor } from '../../../shared/people/author.tsx';
import { aUser, memoryDevice, renderApp } from '../../../testing/render.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LockGate } from '../lock-gate.tsx';

export const ANA: Account = {
  id: 'user-1',
  username: 'ana',
  displayName: 'Ana López',
  roles: ['user'],
};
export const JUAN = {
  id: 'user-2',
  username: 'juan',
  displayName: 'Juan Choc',
  roles: ['sync'],
} satisfies Account;
export const PIN = '482913';
export const JUANS = '907351';

/** A page with a child's name, a form, and content that depends on the person at work. */
function Work() {
  const me = useSession();
  const { askAuthor } = useAuthor();
  const { isServerSession } = useSignIn();
  const mayRemove = useCan('remove-child');
  const [saved, setSaved] = useState('');
  const [asks, setAsks] = useState(false);
  const { pathname } = useLocation();
  return (
    <Page title="Luz Mamani">
      <h2>Luz Mamani, 22 months</h2>
      <label>
        Weight
        <input name="weight" />
      </label>
      <button
        type="button"
        onClick={() => void askAuthor().then((author) => setSaved(author?.name ?? ''))}
      >
        Save
      </button>
      <button type="button" onClick={() => setAsks(true)}>
        Ask
      </button>
      <output>{`${pathname} me=${me?.username ?? 'nobody'} server=${isServerSession} remove=${mayRemove} saved=${saved}`}</output>
      <Link to="/authentication/signin">door</Link>
      <Link to="/children/view/1">home</Link>
      {asks ? (
        <Dialog title="Is Luz here?" onClose={() => setAsks(false)}>
          <input aria-label="Note" />
        </Dialog>
      ) : null}
    </Page>
  );
}

export async function start(
  options: {
    people?: readonly (readonly [Account, string])[];
    device?: Device;
    language?: Language;
    path?: string;
    signedIn?: boolean;
  } = {},
) {
  const device = options.device ?? memoryDevice();
  const people = await device.people();
  for (const [account, pin] of options.people ?? [[ANA, PIN]]) await people.setPin(account, pin);
  const view = await renderApp(<Work />, {
    device,
    Gate: LockGate,
    path: options.path ?? '/children/view/1',
    ...(options.language === undefined ? {} : { language: options.language }),
    ...(options.signedIn === false ? {} : { user: aUser() }),
  });
  return { ...view, device, people, user: userEvent.setup() };
}

export const lockHere = () => act(async () => lockNow());
/** What the lock says of the PIN; its notices have their own alert. */
export const said = () => document.querySelector('.lock-note[role=alert]')?.textContent ?? '';
export const below = () => document.querySelector('.covered');
export const output = () => document.querySelector('output')?.textContent ?? '';

export async function typePin(pin: string): Promise<void> {
  const user = userEvent.setup();
  const keys = await screen.findByRole('group', { name: /Keys|Teclas/ });
  for (const digit of pin) await user.click(within(keys).getByRole('button', { name: digit }));
}

export async function opened(): Promise<void> {
  await waitFor(() => expect(below()).toBeNull());
}
