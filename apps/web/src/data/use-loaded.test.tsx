import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useLoaded } from './use-loaded.ts';

/** Loads that the test answers in any order. */
function questions() {
  const asked: { name: string; answer: (value: string) => void; refuse: (cause: Error) => void }[] =
    [];
  const load = (name: string) =>
    new Promise<string>((answer, refuse) => {
      asked.push({ name, answer, refuse });
    });
  return { asked, load };
}

const answered = (work: () => void) =>
  act(async () => {
    work();
  });

describe('useLoaded', () => {
  it('keeps the older answer until the newer one arrives, and ignores a late answer', async () => {
    const { asked, load } = questions();
    const { result, rerender } = renderHook(({ name }) => useLoaded(() => load(name), [name]), {
      initialProps: { name: 'a' },
    });
    expect(result.current).toBeUndefined();
    await answered(() => asked[0]?.answer('first'));
    expect(result.current).toBe('first');
    rerender({ name: 'b' });
    rerender({ name: 'c' });
    expect(result.current).toBe('first');
    await answered(() => asked[2]?.answer('third'));
    await answered(() => asked[1]?.answer('second'));
    expect(result.current).toBe('third');
    expect(asked.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  it('loads again after a change in `again`, and not at all when `load` returns undefined', async () => {
    const { asked, load } = questions();
    const { rerender } = renderHook(
      ({ name, count }) =>
        useLoaded(() => (name === '' ? undefined : load(name)), [name], { again: [count] }),
      { initialProps: { name: '', count: 0 } },
    );
    expect(asked).toHaveLength(0);
    rerender({ name: 'a', count: 0 });
    rerender({ name: 'a', count: 0 });
    expect(asked).toHaveLength(1);
    rerender({ name: 'a', count: 1 });
    expect(asked).toHaveLength(2);
  });

  it('shows the substitute that `fail` returns, and does not report the failure of an outdated load', async () => {
    const { asked, load } = questions();
    const fail = vi.fn(() => 'unknown');
    const { result, rerender } = renderHook(
      ({ name }) => useLoaded(() => load(name), [name], { fail }),
      { initialProps: { name: 'a' } },
    );
    rerender({ name: 'b' });
    await answered(() => asked[0]?.refuse(new Error('late')));
    expect(fail).not.toHaveBeenCalled();
    await answered(() => asked[1]?.refuse(new Error('cut')));
    expect(fail).toHaveBeenCalledOnce();
    expect(result.current).toBe('unknown');
  });
});
