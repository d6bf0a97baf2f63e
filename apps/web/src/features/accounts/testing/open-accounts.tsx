import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { type Cover, CoverContext } from '../../../data/lock.ts';
import { type RenderOptions, renderApp } from '../../../testing/render.tsx';
import { FirstAdminPage } from '../first-admin-page.tsx';
import { ForgotPage } from '../forgot-page.tsx';
import { ResetInvalidPage, ResetPage, ResetSuccessPage } from '../reset-pages.tsx';
import { ReturnPage } from '../return-page.tsx';
import { SignInPage } from '../sign-in-page.tsx';
import { SignUpPage } from '../sign-up-page.tsx';

function Address() {
  const { pathname, search, hash } = useLocation();
  return <output>{pathname + search + hash}</output>;
}

export const address = () => document.querySelector('output')?.textContent;

/** Opens an address of the account pages. */
export async function openAccounts(
  path: RenderOptions['path'],
  { cover = 'none', ...options }: Omit<RenderOptions, 'path'> & { cover?: Cover } = {},
) {
  const view = await renderApp(
    <CoverContext value={cover}>
      <Routes>
        <Route path="/authentication/signin" element={<SignInPage />} />
        <Route path="/authentication/signup" element={<SignUpPage />} />
        <Route path="/authentication/return" element={<ReturnPage />} />
        <Route path="/authentication/first-admin" element={<FirstAdminPage />} />
        <Route path="/password/forgot" element={<ForgotPage />} />
        <Route path="/password/reset/invalid" element={<ResetInvalidPage />} />
        <Route path="/password/reset/success" element={<ResetSuccessPage />} />
        <Route path="/password/reset/:token" element={<ResetPage />} />
        <Route path="*" element={<p>another page</p>} />
      </Routes>
      <Address />
    </CoverContext>,
    { path: path ?? '/', ...options },
  );
  return Object.assign(userEvent.setup({ delay: null }), { unmount: view.unmount });
}

type User = ReturnType<typeof userEvent.setup>;

/** The content of a page is named by its heading, which may have the words of a field. */
const INPUT = { selector: 'input' };

/** Fills fields by their labels. */
export async function fill(user: User, values: Record<string, string>) {
  for (const [label, text] of Object.entries(values)) {
    const field = await screen.findByLabelText(label, INPUT);
    await user.clear(field);
    await user.click(field);
    await user.paste(text);
  }
}

export const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }));
export const typedIn = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(label, INPUT).value;
export const notices = () =>
  screen
    .getAllByRole('alert')
    .map((list) => list.textContent)
    .join('');

const timers = () => vi.mocked(setTimeout).mock.calls.map(([, delay]) => delay);

/**
 * Expects a notice with that text, which disappears after that time: see the tests of the notices.
 */
export async function expectNotice(text: string, milliseconds: number) {
  await waitFor(() => expect(document.body.textContent).toContain(text));
  expect(timers()).toContain(milliseconds);
}

/** Around each test of a file that calls it: a phone's width and fake timers. */
export function onAPhone(): void {
  beforeEach(() => {
    vi.spyOn(globalThis, 'setTimeout');
    // A phone's width: no field takes the focus by itself.
    vi.stubGlobal('innerWidth', 360);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    localStorage.clear();
  });
}

/** A new account by the labels of its fields, and the body that is sent. */
export const ACCOUNT = {
  'First name': 'Ana',
  'Last name': 'López',
  'E-mail': 'Ana@Example.org',
  Username: 'Ana.Lopez',
  Password: 'Verde#4821x',
};
export const SENT = {
  firstName: 'Ana',
  lastName: 'López',
  email: 'ana@example.org',
  username: 'ana.lopez',
  password: 'Verde#4821x',
};
