import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useAutofocusField } from './autofocus.ts';

function Form({ isHere = true }: { isHere?: boolean }) {
  const ref = useAutofocusField<HTMLFormElement>('firstName');
  return (
    <main id="content" tabIndex={-1}>
      {isHere ? (
        <form ref={ref}>
          <input name="lastName" aria-label="Last name" />
          <input name="firstName" aria-label="First name" />
        </form>
      ) : null}
    </main>
  );
}

function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

const focused = () => document.activeElement?.getAttribute('name') ?? null;
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('innerWidth', 800);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('useAutofocusField', () => {
  it('focuses the field after 100 ms on a window 800 px wide', () => {
    render(<Form />);
    pass(99);
    expect(focused()).toBeNull();
    pass(1);
    expect(focused()).toBe('firstName');
  });

  it('focuses nothing on a window 799 px wide, even later', () => {
    vi.stubGlobal('innerWidth', 799);
    render(<Form />);
    pass(60_000);
    expect(focused()).toBeNull();
  });

  it('counts the 100 ms from when the form appears, not its page', () => {
    const { rerender } = render(<Form isHere={false} />);
    pass(5_000);
    rerender(<Form />);
    pass(99);
    expect(focused()).toBeNull();
    pass(1);
    expect(focused()).toBe('firstName');
  });

  it('takes no focus when the form disappears before the 100 ms', () => {
    const { unmount } = render(<Form />);
    pass(99);
    unmount();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('takes the focus from the page itself at the start of a page', () => {
    render(<Form />);
    screen.getByRole('main').focus();
    pass(100);
    expect(focused()).toBe('firstName');
  });

  it('keeps the focus in a field that is being typed in, however late the timer is', () => {
    render(<Form />);
    fireEvent.pointerDown(field('Last name'));
    field('Last name').focus();
    fireEvent.keyDown(field('Last name'), { key: '5' });
    pass(60_000);
    expect(focused()).toBe('lastName');
  });

  it('keeps a focus set by a screen reader or autofill, without key or pointer', () => {
    render(<Form />);
    field('Last name').focus();
    pass(100);
    expect(focused()).toBe('lastName');
  });

  it('autofocus does nothing after the first key on the page, wherever it went', () => {
    render(<Form />);
    fireEvent.keyDown(document.body, { key: 'Shift' });
    pass(60_000);
    expect(focused()).toBeNull();
  });

  it('autofocus does nothing after the first tap on the page, even on nothing', () => {
    render(<Form />);
    fireEvent.pointerDown(document.body);
    pass(60_000);
    expect(focused()).toBeNull();
  });

  it('the tap or key that opened the form does not stop autofocus', () => {
    const { rerender } = render(<Form isHere={false} />);
    fireEvent.pointerDown(document.body);
    fireEvent.keyDown(document.body, { key: 'Enter' });
    rerender(<Form />);
    pass(100);
    expect(focused()).toBe('firstName');
  });
});
