import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useLoaded } from './use-loaded.ts';

/** Questions that are answered when the test says so, in whatever order. */
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
  it('keeps the older answer until the newer one is there, and leaves a late one aside', async () => {
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

  it('asks again after what stands in `again`, and not when there is nothing to ask', async () => {
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

  it('shows what stands in for what could not be read, and says nothing of a question given up', async () => {
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
