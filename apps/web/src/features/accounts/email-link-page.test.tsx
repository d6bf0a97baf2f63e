import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render.tsx';
import { EmailLinkPage } from './email-link-page.tsx';

const LINK = '/api/auth/email/abc';
const ABOUT = { username: 'ana', email: 'new@example.org' };

const open = (language: 'en' | 'es' = 'en') =>
  renderApp(
    <Routes>
      <Route path="/authentication/email/:token" element={<EmailLinkPage />} />
    </Routes>,
    { path: '/authentication/email/abc', language },
  );

describe('link of a mail about a new address', () => {
  it('confirms the address when the button is pressed, not before', async () => {
    const server = fakeServer({
      [`GET ${LINK}`]: { body: { does: 'confirm', ...ABOUT } },
      [`POST ${LINK}`]: { body: { does: 'confirm', ...ABOUT } },
    });
    await open();
    const button = await screen.findByRole('button', { name: 'Confirm this address' });
    expect(server.askedFor(`POST ${LINK}`)).toEqual([]);
    await userEvent.click(button);
    expect(await screen.findByText('The address is confirmed')).toBeTruthy();
  });

  it('restores the old address and leads to a new password', async () => {
    fakeServer({
      [`GET ${LINK}`]: { body: { does: 'take-back', ...ABOUT } },
      [`POST ${LINK}`]: { body: { does: 'take-back', ...ABOUT, reset: 'R' } },
    });
    await open('es');
    await userEvent.click(await screen.findByRole('button', { name: 'Recuperar mi dirección' }));
    const link = await screen.findByRole('link', { name: 'Elegir una contraseña nueva' });
    expect(link.getAttribute('href')).toBe('/password/reset/R');
  });

  it.each([
    ['link-expired', 'This link is too old'],
    ['link-invalid', 'This link does not work'],
  ] as const)('explains that it cannot be used: %s', async (code, said) => {
    fakeServer({ [`GET ${LINK}`]: refusal(422, code) });
    await open();
    expect(await screen.findByText(said)).toBeTruthy();
  });
});
