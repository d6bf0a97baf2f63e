import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { lazyPage } from './lazy-page.tsx';
import { PageBoundary } from './page-boundary.tsx';

describe('lazyPage', () => {
  it('shows the page as soon as its chunk is loaded, and at once the next time', async () => {
    const load = vi.fn(async () => () => <p>The list</p>);
    const Page = lazyPage(load);
    const { unmount } = await renderApp(<Page />);
    expect(await screen.findByText('The list')).toBeTruthy();
    unmount();
    await renderApp(<Page />);
    expect(screen.getByText('The list')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('shows at once a page that was loaded ahead', async () => {
    const Page = lazyPage(async () => () => <p>The list</p>);
    await Page.ahead();
    await renderApp(<Page />);
    expect(screen.getByText('The list')).toBeTruthy();
  });

  it('leaves it to the page to say that it could not be loaded ahead', async () => {
    const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const Page = lazyPage(() => Promise.reject(new TypeError('Failed to fetch')));
    await Page.ahead();
    await renderApp(
      <PageBoundary address="/a">
        <Page />
      </PageBoundary>,
    );
    expect(await screen.findByText('This page could not be loaded')).toBeTruthy();
    silent.mockRestore();
  });

  it.each([
    [false, 'Signing in needs a connection. There is none now.', 'This page could not be loaded'],
    [true, 'This page could not be loaded', 'Signing in needs a connection. There is none now.'],
  ])('says why the page of sign-in is missing; online: %o', async (isOnline, said, unsaid) => {
    const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    const SignIn = lazyPage(() => Promise.reject(new TypeError('Failed to fetch')));
    const path = '/authentication/sign-in';
    await renderApp(
      <PageBoundary address={path}>
        <SignIn />
      </PageBoundary>,
      { path },
    );
    expect(await screen.findByText(said)).toBeTruthy();
    expect(screen.queryByText(unsaid)).toBeNull();
    silent.mockRestore();
    vi.restoreAllMocks();
  });

  it('reports a missing part, and fetches it again at the next address', async () => {
    const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const load = vi
      .fn<() => Promise<() => React.JSX.Element>>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValue(() => <p>The list</p>);
    const Page = lazyPage(load);
    const { unmount } = await renderApp(
      <PageBoundary address="/a">
        <Page />
      </PageBoundary>,
    );
    expect(await screen.findByText('This page could not be loaded')).toBeTruthy();
    unmount();
    await act(async () => {
      await renderApp(
        <PageBoundary address="/b">
          <Page />
        </PageBoundary>,
      );
    });
    expect(await screen.findByText('The list')).toBeTruthy();
    silent.mockRestore();
  });
});
