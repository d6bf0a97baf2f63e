import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepDeskForCoordinators, keepLaterFiles } from './keep-files.ts';

const MARK = 'crece.keeps-desk';

/** A fake service worker that gives these answers in order and repeats the last one. */
function aWorker(...answers: boolean[]) {
  const asked = vi.fn((_message: unknown, [port]: MessagePort[]) => {
    port?.postMessage(answers.length > 1 ? answers.shift() : answers[0]);
  });
  const active = { postMessage: asked };
  const workers = { ready: Promise.resolve({ active }) };
  return { asked, workers: workers as unknown as ServiceWorkerContainer };
}

/** Waits until messages on their way have arrived: three round trips take longer. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    const { port1, port2 } = new MessageChannel();
    await new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(turn);
    });
    port1.close();
  }
}

describe('keepDeskForCoordinators', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    localStorage.setItem(MARK, 'yes');
  });
  afterEach(() => {
    vi.useRealTimers();
    localStorage.removeItem(MARK);
  });

  it('requests nothing on a device where no account with reports has signed in', async () => {
    localStorage.removeItem(MARK);
    const { asked, workers } = aWorker(true);
    keepDeskForCoordinators(workers);
    await settled();
    expect(asked).not.toHaveBeenCalled();
  });

  it('retries with longer pauses until all files are kept', async () => {
    const { asked, workers } = aWorker(false, false, true);
    keepDeskForCoordinators(workers);
    await settled();
    for (const [pauseMs, times] of [
      [1_999, 1],
      [1, 2],
      [3_999, 2],
      [1, 3],
      [600_000, 3],
    ] as const) {
      vi.advanceTimersByTime(pauseMs);
      await settled();
      expect(asked).toHaveBeenCalledTimes(times);
    }
  });

  it('retries at once when the network is back', async () => {
    const { asked, workers } = aWorker(false, true);
    keepDeskForCoordinators(workers);
    await settled();
    dispatchEvent(new Event('online'));
    await settled();
    expect(asked).toHaveBeenCalledTimes(2);
  });
});

describe('keepLaterFiles', () => {
  it('asks for the later files on every device, and resolves when all are stored', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { asked, workers } = aWorker(false, true);
    const settledWith = vi.fn();
    const kept = keepLaterFiles(workers).then(settledWith);
    await settled();
    expect(asked.mock.calls[0]?.[0]).toEqual({ type: 'KEEP', group: 'later' });
    expect(settledWith).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2_000);
    vi.useRealTimers();
    await kept;
    expect(settledWith).toHaveBeenCalledOnce();
  });
});
