import { ROUTE_ACTIONS, type RoutePattern, requiredRoles } from '@crece/domain';
import { cleanup, screen } from '@testing-library/react';
import { generatePath, useLocation } from 'react-router';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../components/testing/render.tsx';
import { AppRoutes } from './routes.tsx';

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

async function go(path: string, options: Parameters<typeof renderApp>[1] = {}) {
  cleanup();
  const { container } = await renderApp(
    <>
      <AppRoutes />
      <Address />
    </>,
    { ...options, path },
  );
  const title = await screen.findByRole('heading', { level: 2 });
  return { title: title.textContent, address: container.querySelector('output')?.textContent };
}

const filled = (pattern: string) =>
  generatePath(
    pattern,
    Object.fromEntries([...pattern.matchAll(/:(\w+)/g)].map(([, n]) => [n, 'x'])),
  );

const withRoles = (Object.keys(ROUTE_ACTIONS) as RoutePattern[]).filter(
  (route) => requiredRoles(route) !== null,
);

describe('routes', () => {
  it('answer an unknown address with not-found', async () => {
    expect(await go('/nothing/here')).toEqual({
      title: 'This page is not here',
      address: '/not-found',
    });
  });

  it('lose a trailing slash and keep the query', async () => {
    expect((await go('/bad-request/?message=Bad')).address).toBe('/bad-request?message=Bad');
    expect((await go('/forbidden///')).address).toBe('/forbidden');
  });

  it('never become another host', async () => {
    expect((await go('//evil.example/')).address).toBe('/not-found');
  });

  it('lead from an area to its first page', async () => {
    expect((await go('/admin')).address).toBe('/admin/users');
    expect((await go('/settings')).address).toBe('/settings/profile');
  });

  it('show the server’s message as text, whatever it holds', async () => {
    const message = '<img src=x onerror=alert(1)>';
    await go(`/bad-request?message=${encodeURIComponent(message)}`);
    expect(screen.getByText(message)).toBeTruthy();
    expect(document.querySelector('main img')).toBeNull();
  });

  it.each(['/sync-error', '/server-error', '/forbidden', '/not-found'])(
    'offer a way on from %s',
    async (path) => {
      await go(path);
      expect(screen.getByRole('link', { name: 'Choose a country' }).getAttribute('href')).toBe('/');
    },
  );

  it('with roles are those of removing, sync, reports, files, administration and settings', () => {
    expect(withRoles).toContain('/children/remove/:childId');
    expect(withRoles).toContain('/files/:fileToDownload');
    expect(withRoles).toHaveLength(12);
  });

  it.each(withRoles)(
    'answer %s with "needs sign-in" to a person without an account',
    async (route) => {
      const { title, address } = await go(filled(route));
      expect(title).toBe('Sign-in is needed for this page');
      expect(address).toBe(filled(route));
    },
  );

  it('send an account without the role to forbidden', async () => {
    const user = { id: '1', username: 'ana', displayName: 'Ana', roles: ['user'] as const };
    expect((await go('/admin/users', { session: user })).address).toBe('/forbidden');
    expect((await go('/children/syncinfo', { session: user })).address).toBe('/forbidden');
  });

  it.each([
    '/authentication/signin?err=x',
    '/authentication/signup',
    '/password/forgot',
    '/password/reset/invalid',
    '/password/reset/success',
    '/password/reset/abc',
  ])('say at %s what works without an account', async (path) => {
    expect(await go(path)).toEqual({ title: 'Sign-in', address: path });
  });
});
