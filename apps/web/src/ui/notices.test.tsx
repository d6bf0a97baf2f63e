import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepPerson } from '../api/stored-session.ts';
import { HeaderTools } from '../shared/navigation/header-tools.tsx';
import { aUser, renderApp } from '../testing/render.tsx';
import { NOTICE_DELAYS, useNotices } from './notices.tsx';

const undone = vi.fn();

function Teller() {
  const { notify, complain } = useNotices();
  return (
    <>
      <button type="button" onClick={() => notify({ text: 'saved' })}>
        default
      </button>
      <button type="button" onClick={() => notify({ text: 'pushed' }, NOTICE_DELAYS.step)}>
        step
      </button>
      <button
        type="button"
        onClick={() =>
          notify({ text: 'removed', about: 'ana', acts: [{ label: 'Undo', press: undone }] })
        }
      >
        undoable
      </button>
      <button type="button" onClick={() => notify({ text: 'is back', about: 'ana' })}>
        back
      </button>
      <button type="button" onClick={() => complain({ title: 'Oh', text: 'not saved' })}>
        error
      </button>
      <HeaderTools />
    </>
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const pass = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

describe('notices', () => {
  it('use the delays of the specification', () => {
    expect(NOTICE_DELAYS).toEqual({
      step: 350,
      event: 550,
      default: 2000,
      completion: 10_000,
      account4: 4000,
      account5: 5000,
      account6: 6000,
    });
  });

  it('a notice may have a button, which ends it', async () => {
    await renderApp(<Teller />);
    press('undoable');
    press('Undo');
    expect(undone).toHaveBeenCalledOnce();
    expect(screen.queryByText('removed')).toBeNull();
  });

  it('are not shown to another person who takes over the phone, nor can they be undone', async () => {
    await renderApp(<Teller />, { user: aUser() });
    press('error');
    press('undoable');
    act(() => keepPerson({ id: 'user-2', username: 'juan', displayName: 'Juan', roles: ['sync'] }));
    expect(screen.queryByText('not saved')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    press('default');
    expect(screen.getByText('saved')).toBeTruthy();
    act(() => keepPerson(null));
    expect(screen.getByText('not saved')).toBeTruthy();
    expect(screen.queryByText('saved')).toBeNull();
  });

  it('disappear after two seconds, or after the given delay', async () => {
    await renderApp(<Teller />);
    press('default');
    press('step');
    expect(screen.getByText('saved')).toBeTruthy();
    pass(349);
    expect(screen.getByText('pushed')).toBeTruthy();
    pass(1);
    expect(screen.queryByText('pushed')).toBeNull();
    pass(1649);
    expect(screen.getByText('saved')).toBeTruthy();
    pass(1);
    expect(screen.queryByText('saved')).toBeNull();
  });

  it('about errors stay until they are closed', async () => {
    await renderApp(<Teller />);
    press('error');
    pass(60_000);
    expect(screen.getByText('not saved')).toBeTruthy();
    press('Close the notice');
    expect(screen.queryByText('not saved')).toBeNull();
  });

  it('of what has changed since take the place of what was said before', async () => {
    await renderApp(<Teller />);
    press('undoable');
    press('back');
    expect(screen.queryByText('removed')).toBeNull();
    expect(screen.getByText('is back')).toBeTruthy();
  });

  it('appear once when repeated', async () => {
    await renderApp(<Teller />);
    press('error');
    press('error');
    expect(screen.getAllByText('not saved')).toHaveLength(1);
    press('Close the notice');
    expect(screen.queryByText('not saved')).toBeNull();
  });

  it('notices are above the page in its flow, and their place remains for a moment', async () => {
    const { container } = await renderApp(<Teller />);
    const notices = container.querySelector<HTMLElement>('.notices');
    const page = screen.getByRole('button', { name: 'error' });
    expect(
      (notices?.compareDocumentPosition(page) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING,
    ).not.toBe(0);
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(52);
    press('step');
    pass(350);
    expect(notices?.style.minHeight).toBe('52px');
    press('step');
    expect(notices?.style.minHeight).toBe('');
    pass(350);
    pass(600);
    expect(notices?.style.minHeight).toBe('');
    vi.restoreAllMocks();
  });

  it('the list of past notices keeps them readable, newest first', async () => {
    await renderApp(<Teller />);
    press('default');
    press('error');
    pass(60_000);
    press('Close the notice');
    vi.useRealTimers();
    press('Account and notices');
    const heading = await screen.findByRole('heading', { name: 'Notices' });
    const items = [...(heading.parentElement?.querySelectorAll('li') ?? [])];
    expect(items.map((item) => item.textContent?.replace(/^\S+ /, ''))).toEqual([
      'Oh not saved',
      'saved',
    ]);
  });
});
