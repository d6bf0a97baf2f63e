import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useMessages } from '../data/messages.tsx';
import { Page } from './page.tsx';
import { renderApp } from './testing/render.tsx';

const unit = { stakeDb: 'manaus_bra', stakeName: 'Manaus', pending: 12 };

function Titled() {
  const { number } = useMessages();
  return (
    <Page title={`Luz ${number(8.1)}`} unit={unit} section="children">
      content
    </Page>
  );
}

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('Page', () => {
  it('counts what exists only here, says the connection in a word and never "synced"', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    const { container } = await renderApp(<Titled />);
    const bar = container.querySelector('.syncbar');
    expect(bar?.textContent).toBe('12 records only on this deviceOnline');
    online.mockReturnValue(false);
    act(() => {
      window.dispatchEvent(new Event('offline'));
    });
    expect(bar?.textContent).toBe('12 records only on this deviceOffline');
    expect(container.textContent).not.toMatch(/sync/i);
  });

  it('says the connection without a unit only while there is none', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    await renderApp(<Page title="Countries">content</Page>);
    expect(screen.queryByText('Offline')).toBeNull();
    expect(screen.queryByText('Online')).toBeNull();
    online.mockReturnValue(false);
    act(() => {
      window.dispatchEvent(new Event('offline'));
    });
    expect(screen.getByText('Offline')).toBeTruthy();
  });

  it('shows only what works: children and mothers, the current one marked', async () => {
    await renderApp(<Titled />);
    const links = [...screen.getByRole('navigation').querySelectorAll('a')];
    expect(links.map((link) => link.textContent)).toEqual(['Crece', 'Children', 'Mothers']);
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, 'page', null]);
  });

  it('changes language at once, with title, figures and the page’s lang, and remembers it', async () => {
    await renderApp(<Titled />);
    expect(document.title).toBe('Luz 8.1 · Crece');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Español' }));
    await waitFor(() => expect(document.documentElement.lang).toBe('es'));
    expect(document.title).toBe('Luz 8,1 · Crece');
    expect(screen.getByText('12 solo en este equipo')).toBeTruthy();
    expect(localStorage.getItem('crece.language')).toBe('es');
    expect(screen.getByRole('button', { name: 'English' }).textContent).toContain('EN');
  });

  it('leads home by the country menu, asking the server first', async () => {
    await renderApp(<Titled />);
    expect(screen.getByRole('link', { name: 'Countries' }).getAttribute('href')).toBe(
      '/children/countries/true',
    );
  });

  it('marks demonstration data', async () => {
    await renderApp(
      <Page title="x" unit={{ ...unit, pending: 0, demo: true }}>
        content
      </Page>,
    );
    expect(screen.getByText('Demonstration data: no real children')).toBeTruthy();
    expect(screen.getByText('Kept on this device')).toBeTruthy();
  });
});
