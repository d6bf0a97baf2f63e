import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stopIfAborted, timeLimit } from './signals.ts';

describe('timeLimit', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('a time limit is aborted after its time, not before', () => {
    const signal = timeLimit(1_000);
    vi.advanceTimersByTime(999);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.aborted).toBe(true);
  });

  it('a time limit is aborted with the other signal, also with one that was aborted before', () => {
    const other = new AbortController();
    const signal = timeLimit(1_000, other.signal);
    expect(signal.aborted).toBe(false);
    other.abort();
    expect(signal.aborted).toBe(true);
    expect(timeLimit(1_000, other.signal).aborted).toBe(true);
  });
});

describe('stopIfAborted', () => {
  it('throws an AbortError after an abort, not before', () => {
    const control = new AbortController();
    stopIfAborted(control.signal);
    control.abort();
    expect(() => stopIfAborted(control.signal)).toThrow(
      expect.objectContaining({ name: 'AbortError' }),
    );
  });
});
