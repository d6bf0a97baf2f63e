import { cleanup, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestUnit } from '../testing/open-unit.ts';
import { renderApp } from '../testing/render.tsx';
import { GALLERY_FILES, GALLERY_MOTHERS } from './gallery-data.ts';
import { GalleryPage } from './gallery-page.tsx';

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ demo: false })));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  delete document.documentElement.dataset['theme'];
});

// The page is so long that queries by role take seconds in jsdom: use plain selectors.
const count = (selector: string) => document.querySelectorAll(selector).length;

function choose(value: string): void {
  const radio = document.querySelector(`input[type="radio"][value="${value}"]`);
  if (radio === null) throw new Error(`no choice ${value}`);
  fireEvent.click(radio);
}

describe('GalleryPage', () => {
  it('shows all of its data in the chosen language and theme', async () => {
    await renderApp(<GalleryPage open={openTestUnit} />);
    await waitFor(() => expect(count('#waiting .specimen')).toBe(11));
    expect(count('#rows a.child')).toBe(GALLERY_FILES.length);
    expect(count('#verdicts .specimen')).toBe(GALLERY_FILES.length);
    expect(count('#mothers li')).toBe(GALLERY_MOTHERS.length);
    expect(count('#charts .chart-card')).toBe(4 * count('#charts .chart-tabs'));
    expect(count('#sync .specimen')).toBe(27);
    expect(count('#waiting .specimen')).toBe(11);
    expect(count('#backup .backup-card')).toBeGreaterThan(0);
    const tab = () => document.querySelector('#charts [role="tab"]')?.textContent;
    expect(tab()).toBe('Height');
    choose('es');
    await waitFor(() => expect(tab()).toBe('Talla'));
    choose('dark');
    expect(document.documentElement.dataset['theme']).toBe('dark');
  }, 60_000);
});
