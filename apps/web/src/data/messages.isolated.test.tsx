import { createTranslator, type Language } from '@crece/messages';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useChooseLanguage } from '../shared/navigation/choose-language.ts';
import { NoticesProvider } from '../ui/notices.tsx';
import {
  MessagesProvider,
  rememberedLanguage,
  useMessages,
  useSentences,
  type Voice,
} from './messages.tsx';
import type { SentenceGroup } from './sentence-groups.ts';
import type * as sentences from './sentences.ts';
import { START_SENTENCES } from './sentences.ts';

const loads: string[] = [];
/** Groups whose chunk is neither on this device nor available from the server. */
const missing = new Set<string>();
/** Loads that end when the test says so: `es first`. */
const held = new Map<string, Promise<void>>();

/** Holds a load; what is returned lets it end. */
function hold(load: string): () => void {
  let end: () => void = () => undefined;
  held.set(
    load,
    new Promise((resolve) => {
      end = resolve;
    }),
  );
  return end;
}

vi.mock('./sentences.ts', async (original) => {
  const real = await original<typeof sentences>();
  return {
    ...real,
    loadSentences: async (language: Language, upTo: SentenceGroup = 'first') => {
      loads.push(`${language} ${upTo}`);
      await held.get(`${language} ${upTo}`);
      if (missing.has(upTo)) throw new TypeError('Failed to fetch dynamically imported module');
      return real.loadSentences(language, upTo);
    },
  };
});

const first = (): Voice => ({
  translator: createTranslator('en', START_SENTENCES),
  group: 'start',
});

function Needing({ group }: { group: SentenceGroup }) {
  const { t } = useMessages();
  const state = useSentences(group);
  const word = group === 'desk' ? 'accounts.sign-in' : 'menu.sign-out';
  return <p>{`${group}: ${state === 'ready' ? t(word) : state}`}</p>;
}

function Button({ onPress, name = 'Español' }: { onPress: () => unknown; name?: string }) {
  return (
    <button type="button" onClick={() => void onPress()}>
      {name}
    </button>
  );
}

function Switch() {
  const { setLanguage } = useMessages();
  return <Button onPress={() => setLanguage('es')} />;
}

function SwitchBack() {
  const { setLanguage } = useMessages();
  return <Button onPress={() => setLanguage('en')} name="English" />;
}

const show = (group: SentenceGroup | null) => (
  <MessagesProvider first={first()}>
    <Switch />
    <SwitchBack />
    {group === null ? null : <Needing group={group} />}
  </MessagesProvider>
);

beforeEach(() => {
  loads.length = 0;
  missing.clear();
  held.clear();
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

  it('the language is the first supported one that the browser prefers, else English', () => {
    prefers('es-GT', 'es', 'en');
    expect(rememberedLanguage()).toBe('es');
    prefers('quc', 'en-US', 'es');
    expect(rememberedLanguage()).toBe('en');
    prefers('pt-BR');
    expect(rememberedLanguage()).toBe('en');
  });

  it('the language that the person chose is remembered', async () => {
    prefers('en-US');
    render(show(null));
    act(() => screen.getByRole('button', { name: 'Español' }).click());
    await waitFor(() => expect(document.documentElement.lang).toBe('es'));
    expect(rememberedLanguage()).toBe('es');
    localStorage.setItem('crece.language', 'fr');
    expect(rememberedLanguage()).toBe('en');
  });
});

describe('a language whose sentences are not on this device', () => {
  it('is remembered, said to come later, and comes when a connection is back', async () => {
    missing.add('first');
    const Choose = () => {
      const choose = useChooseLanguage();
      return <Button onPress={() => choose('es')} />;
    };
    render(
      <MessagesProvider first={first()}>
        <NoticesProvider>
          <Choose />
        </NoticesProvider>
      </MessagesProvider>,
    );
    act(() => screen.getByRole('button', { name: 'Español' }).click());
    const said = 'Español is not on this device yet: it comes with the next connection.';
    expect(await screen.findByText(said)).toBeTruthy();
    expect(document.documentElement.lang).toBe('en');
    expect(rememberedLanguage()).toBe('es');
    missing.clear();
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(document.documentElement.lang).toBe('es'));
  });
});

describe('the language that was chosen last', () => {
  const press = (name: string) => act(() => screen.getByRole('button', { name }).click());
  /** Lets loads end at once, and all that follows from them happen before the next drawing. */
  const endAll = (...ends: (() => void)[]) =>
    act(async () => {
      for (const end of ends) end();
      await new Promise((resolve) => setTimeout(resolve, 20));
    });

  it('stays when sentences of the language before arrive in the same moment', async () => {
    const [english, spanish] = [hold('en first'), hold('es first')];
    render(show('first'));
    press('Español');
    await endAll(spanish, english);
    expect(document.documentElement.lang).toBe('es');
    expect(screen.getByText('first: Cerrar sesión')).toBeTruthy();
  });

  it('stays when one that was chosen before it arrives later', async () => {
    render(show('first'));
    expect(await screen.findByText('first: Sign out')).toBeTruthy();
    const spanish = hold('es first');
    press('Español');
    press('English');
    await endAll();
    await endAll(spanish);
    expect(document.documentElement.lang).toBe('en');
    expect(rememberedLanguage()).toBe('en');
  });
});

describe('useSentences', () => {
  it('loads only the groups that work offline behind every page', async () => {
    render(show('first'));
    expect(screen.getByText('first: loading')).toBeTruthy();
    expect(await screen.findByText('first: Sign out')).toBeTruthy();
    expect(loads).toEqual(['en first']);
  });

  it('loads further groups in order when a page needs them', async () => {
    render(show('desk'));
    expect(await screen.findByText('desk: Sign in')).toBeTruthy();
    expect(loads).toEqual(['en first', 'en later', 'en on-demand', 'en desk']);
  });

  it('reports a missing group, keeps the other groups working, and retries at the next page', async () => {
    missing.add('on-demand');
    const { rerender } = render(show('desk'));
    expect(await screen.findByText('desk: missing')).toBeTruthy();
    rerender(show('first'));
    expect(screen.getByText('first: Sign out')).toBeTruthy();
    missing.clear();
    rerender(show('desk'));
    expect(await screen.findByText('desk: Sign in')).toBeTruthy();
  });

  it('a page that is opened while a language is loading stays, until it has that one too', async () => {
    const { rerender } = render(show('first'));
    await screen.findByText('first: Sign out');
    const [first, desk] = [hold('es first'), hold('es desk')];
    act(() => screen.getByRole('button', { name: 'Español' }).click());
    rerender(show('desk'));
    const page = await screen.findByText('desk: Sign in');
    await act(async () => {
      first();
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
    expect(page.textContent).toBe('desk: Sign in');
    desk();
    await waitFor(() => expect(page.textContent).toBe('desk: Iniciar sesión'));
  });

  it('changes the language of the whole screen at once, or not at all', async () => {
    render(show('desk'));
    await screen.findByText('desk: Sign in');
    missing.add('desk');
    act(() => screen.getByRole('button', { name: 'Español' }).click());
    await waitFor(() => expect(loads.at(-1)).toBe('es desk'));
    expect(screen.getByText('desk: Sign in')).toBeTruthy();
    missing.clear();
    act(() => screen.getByRole('button', { name: 'Español' }).click());
    expect(await screen.findByText('desk: Iniciar sesión')).toBeTruthy();
    await waitFor(() => expect(document.documentElement.lang).toBe('es'));
  });
});
