import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpError } from './http.ts';
import { patiently } from './patience.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const busy = () => new HttpError('busy', 429);

describe('patiently', () => {
  it('asks again while the account has too much under way', async () => {
    const ask = vi.fn<() => Promise<string>>();
    ask.mockRejectedValueOnce(busy()).mockRejectedValueOnce(busy()).mockResolvedValue('figures');
    const answer = patiently(ask);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(ask).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(4_001);
    expect(await answer).toBe('figures');
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('gives up after a while, and at once for any other refusal', async () => {
    const always = vi.fn(() => Promise.reject(busy()));
    const answer = patiently(always).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await answer).toMatchObject({ code: 'busy' });
    expect(always).toHaveBeenCalledTimes(4);
    const forbidden = vi.fn(() => Promise.reject(new HttpError('forbidden', 403)));
    await expect(patiently(forbidden)).rejects.toMatchObject({ code: 'forbidden' });
    expect(forbidden).toHaveBeenCalledTimes(1);
  });

  it('stops when its page is left', async () => {
    const stop = new AbortController();
    const ask = vi.fn(
      (): Promise<string> =>
        Promise.reject(stop.signal.aborted ? new HttpError('given-up', null) : busy()),
    );
    const answer = patiently(ask, stop.signal).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(100);
    stop.abort();
    expect(await answer).toMatchObject({ code: 'given-up' });
    expect(ask).toHaveBeenCalledTimes(2);
  });
});
