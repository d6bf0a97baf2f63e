import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useAutofocusField } from './autofocus.ts';

function Form() {
  const ref = useAutofocusField<HTMLFormElement>('firstName');
  return (
    <form ref={ref}>
      <input name="lastName" aria-label="Last name" />
      <input name="firstName" aria-label="First name" />
    </form>
  );
}

function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

const focused = () => document.activeElement?.getAttribute('name') ?? null;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('useAutofocusField', () => {
  it('focuses the field after 100 ms on a window 800 px wide', () => {
    vi.stubGlobal('innerWidth', 800);
    render(<Form />);
    pass(99);
    expect(focused()).toBeNull();
    pass(1);
    expect(focused()).toBe('firstName');
  });

  it('focuses nothing on a window 799 px wide, however long it waits', () => {
    vi.stubGlobal('innerWidth', 799);
    render(<Form />);
    pass(60_000);
    expect(focused()).toBeNull();
  });

  it('takes no focus for a form that has gone before the 100 ms', () => {
    vi.stubGlobal('innerWidth', 800);
    const { unmount } = render(<Form />);
    pass(99);
    unmount();
    render(<input aria-label="Search" />);
    screen.getByRole('textbox', { name: 'Search' }).focus();
    pass(100);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search' }));
    expect(vi.getTimerCount()).toBe(0);
  });
});
