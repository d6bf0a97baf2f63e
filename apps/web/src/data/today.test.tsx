import { act, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import '../testing/render.tsx';
import { useToday } from './today.ts';

function Today() {
  return <p>{useToday('America/Guatemala')}</p>;
}

afterEach(() => vi.useRealTimers());

describe('useToday', () => {
  it('returns the date in the unit’s time zone and changes at midnight there', () => {
    vi.useFakeTimers({ now: new Date('2026-03-15T05:59:00Z') });
    render(<Today />);
    expect(screen.getByText('2026-03-14')).toBeTruthy();
    act(() => {
      vi.advanceTimersByTime(60_000);
    });
    expect(screen.getByText('2026-03-15')).toBeTruthy();
  });

  it('today is computed again when the window becomes visible after a night', () => {
    vi.useFakeTimers({ now: new Date('2026-03-14T20:00:00Z') });
    render(<Today />);
    vi.setSystemTime(new Date('2026-03-15T14:00:00Z'));
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    expect(screen.getByText('2026-03-15')).toBeTruthy();
  });
});
