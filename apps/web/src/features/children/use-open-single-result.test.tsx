import type { ChildRow } from '@crece/storage';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { REST_BEFORE_OPENING_MS, useOpenSingleResult } from './use-open-single-result.ts';

const LUZ = { id: 'chld_luz' } as ChildRow;
const ANA = { id: 'chld_ana' } as ChildRow;

const open = vi.fn();

function List({ search = 'luz', rows = [LUZ] }: { search?: string; rows?: readonly ChildRow[] }) {
  const opening = useOpenSingleResult({ search, hasTyped: true, rows }, open);
  return (
    <>
      <input type="search" />
      <button type="button">Ward</button>
      <output>{opening?.id ?? 'nobody'}</output>
    </>
  );
}

const opening = () => screen.getByRole('status').textContent;

function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  open.mockReset();
});

describe('useOpenSingleResult', () => {
  it('opens the only match when typing paused for 600 ms, not before', () => {
    render(<List />);
    screen.getByRole('searchbox').focus();
    pass(REST_BEFORE_OPENING_MS - 1);
    expect(open).not.toHaveBeenCalled();
    expect(opening()).toBe(LUZ.id);
    pass(1);
    expect(open).toHaveBeenCalledExactlyOnceWith(LUZ);
  });

  it('restarts the pause at a key that does not change the text', () => {
    render(<List />);
    pass(REST_BEFORE_OPENING_MS - 1);
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'ArrowLeft' });
    pass(REST_BEFORE_OPENING_MS - 1);
    expect(open).not.toHaveBeenCalled();
    pass(1);
    expect(open).toHaveBeenCalledOnce();
  });

  it('no result opens during a press: the page would change under the finger', () => {
    render(<List />);
    pass(REST_BEFORE_OPENING_MS - 1);
    fireEvent.pointerDown(screen.getByRole('button'));
    pass(60_000);
    expect(open).not.toHaveBeenCalled();
    fireEvent.pointerUp(screen.getByRole('button'));
    pass(REST_BEFORE_OPENING_MS);
    expect(open).toHaveBeenCalledOnce();
  });

  it('no match opens or is announced after the person turned to another element', () => {
    render(<List />);
    screen.getByRole('button').focus();
    pass(REST_BEFORE_OPENING_MS);
    expect(open).not.toHaveBeenCalled();
    expect(opening()).toBe('nobody');
  });

  it('a match that became the only one after the pause does not open, whatever is pressed', () => {
    const { rerender } = render(<List rows={[LUZ, ANA]} />);
    pass(REST_BEFORE_OPENING_MS);
    rerender(<List />);
    fireEvent.pointerDown(document.body);
    fireEvent.pointerUp(document.body);
    pass(60_000);
    expect(open).not.toHaveBeenCalled();
    expect(opening()).toBe('nobody');
  });

  it('opens the match again after the next letter', () => {
    const { rerender } = render(<List rows={[LUZ, ANA]} />);
    pass(REST_BEFORE_OPENING_MS);
    rerender(<List search="luz " />);
    expect(opening()).toBe(LUZ.id);
    pass(REST_BEFORE_OPENING_MS);
    expect(open).toHaveBeenCalledExactlyOnceWith(LUZ);
  });
});
