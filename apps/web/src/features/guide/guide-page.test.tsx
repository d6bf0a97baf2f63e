import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render.tsx';
import { guide } from './feature.ts';
import { GuidePartPage } from './guide-page.tsx';

async function openPart(language: 'en' | 'es' = 'en'): Promise<void> {
  const pages = (
    <Routes>
      <Route path={guide.pages.part.at} element={<GuidePartPage />} />
    </Routes>
  );
  await renderApp(pages, { language, path: '/guide/screen' });
  await screen.findAllByRole('heading', { level: 2 });
}

const addresses = () =>
  screen.queryAllByRole('img').map((picture) => picture.getAttribute('src') ?? '');

function goOnline(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  fireEvent(window, new Event(isOnline ? 'online' : 'offline'));
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the pictures of the guide', () => {
  it.each([
    ['en', /^The form of a screening/],
    ['es', /^El formulario de una evaluación/],
  ] as const)(
    'stand beside the text in the language of the page, with words (%s)',
    async (language, words) => {
      await openPart(language);
      expect(addresses()).toEqual(
        ['begin', 'child', 'measure', 'result', 'refer'].map(
          (id) => `/guide/${language}/${id}.webp`,
        ),
      );
      expect(screen.getByAltText(words).getAttribute('src')).toBe(
        `/guide/${language}/measure.webp`,
      );
    },
  );

  it('are not asked for without a connection, and come with it', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await openPart();
    expect(addresses()).toEqual([]);
    goOnline(true);
    await waitFor(() => expect(addresses()).toHaveLength(5));
    goOnline(false);
    await waitFor(() => expect(addresses()).toEqual([]));
  });

  it('one that does not come leaves the text alone', async () => {
    await openPart();
    fireEvent.error(screen.getByAltText(/^The form of a screening/));
    expect(addresses()).toHaveLength(4);
    expect(screen.getByRole('heading', { name: 'Measure well' })).toBeTruthy();
  });
});
