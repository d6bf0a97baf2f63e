import type * as messages from '@crece/messages';
import { createTranslator, FIRST_SENTENCES } from '@crece/messages';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  MessagesProvider,
  rememberedLanguage,
  useMessages,
  useSentences,
  type Voice,
} from './messages.tsx';

const loads: string[] = [];
/** Tiers whose chunk is neither on this device nor available from the server. */
const missing = new Set<string>();

vi.mock('@crece/messages', async (original) => {
  const real = await original<typeof messages>();
  return {
    ...real,
    loadSentences: async (language: messages.Language, upTo: messages.Tier = 'rest') => {
      loads.push(`${language} ${upTo}`);
      if (missing.has(upTo)) throw new TypeError('Failed to fetch dynamically imported module');
      return real.loadSentences(language, upTo);
    },
  };
});

const first = (): Voice => ({ translator: createTranslator('en', FIRST_SENTENCES), tier: 'first' });

function Needing({ tier }: { tier: messages.Tier }) {
  const { t } = useMessages();
  const state = useSentences(tier);
  const word = tier === 'admin' ? 'accounts.sign-in' : 'menu.sign-out';
  return <p>{`${tier}: ${state === 'ready' ? t(word) : state}`}</p>;
}

function Switch() {
  const { setLanguage } = useMessages();
  return (
    <button type="button" onClick={() => setLanguage('es')}>
      Español
    </button>
  );
}

const show = (tier: messages.Tier | null) => (
  <MessagesProvider first={first()}>
    <Switch />
    {tier === null ? null : <Needing tier={tier} />}
  </MessagesProvider>
);

beforeEach(() => {
  loads.length = 0;
  missing.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('rememberedLanguage', () => {
  const prefers = (...languages: string[]) =>
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);

  it('is the first supported language that the browser prefers, else English', () => {
    prefers('es-GT', 'es', 'en');
    expect(rememberedLanguage()).toBe('es');
    prefers('quc', 'en-US', 'es');
    expect(rememberedLanguage()).toBe('en');
    prefers('pt-BR');
    expect(rememberedLanguage()).toBe('en');
  });

  it('is the language chosen by the person, once one was chosen', async () => {
    prefers('en-US');
    render(show(null));
    act(() => screen.getByRole('button', { name: 'Español' }).click());
    await waitFor(() => expect(document.documentElement.lang).toBe('es'));
    expect(rememberedLanguage()).toBe('es');
    localStorage.setItem('crece.language', 'fr');
    expect(rememberedLanguage()).toBe('en');
  });
});

describe('useSentences', () => {
  it('loads only the tiers that work offline behind every page', async () => {
    render(show('rest'));
    expect(screen.getByText('rest: loading')).toBeTruthy();
    expect(await screen.findByText('rest: Sign out')).toBeTruthy();
    expect(loads).toEqual(['en rest']);
  });

  it('loads further tiers in order when a page needs them', async () => {
    render(show('admin'));
    expect(await screen.findByText('admin: Sign in')).toBeTruthy();
    expect(loads).toEqual(['en rest', 'en guidance', 'en sync', 'en accounts', 'en admin']);
  });

  it('reports a missing tier, keeps the other tiers working, and retries at the next page', async () => {
    missing.add('accounts');
    const { rerender } = render(show('admin'));
    expect(await screen.findByText('admin: missing')).toBeTruthy();
    rerender(show('rest'));
    expect(screen.getByText('rest: Sign out')).toBeTruthy();
    missing.clear();
    rerender(show('admin'));
    expect(await screen.findByText('admin: Sign in')).toBeTruthy();
  });

  it('changes the language of the whole screen at once, or not at all', async () => {
    render(show('admin'));
    await screen.findByText('admin: Sign in');
    missing.add('admin');
    act(() => screen.getByRole('button').click());
    await waitFor(() => expect(loads.at(-1)).toBe('es admin'));
    expect(screen.getByText('admin: Sign in')).toBeTruthy();
    missing.clear();
    act(() => screen.getByRole('button').click());
    expect(await screen.findByText('admin: Iniciar sesión')).toBeTruthy();
    await waitFor(() => expect(document.documentElement.lang).toBe('es'));
  });
});
